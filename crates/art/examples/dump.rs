//! One tile's text.
fn main() {
    let a: Vec<String> = std::env::args().collect();
    println!(
        "{}",
        art::tile(rules::Kind::named(&a[1]).unwrap(), rules::Rotation::NONE, art::Theme::Classic)
            .replace("<path", "\n<path")
    );
}
