//! A board's part.
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let svg = std::fs::read_to_string(&a[1]).unwrap();
    let i = svg.find("viewBox").unwrap();
    let j = svg[i..].find('>').unwrap() + i;
    let out = format!("{}viewBox=\"{}\"{}", &svg[..i], a[2], &svg[j..]);
    std::fs::write(&a[3], art::png(&out, a[4].parse().unwrap()).unwrap()).unwrap();
}
