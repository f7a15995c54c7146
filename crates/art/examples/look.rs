//! Sheets of tiles to look at.
use rules::{Catalogue, Rotation};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let theme = art::Theme::from_name(&args[1]).unwrap();
    let px: u32 = args[2].parse().unwrap();
    let columns: usize = args[3].parse().unwrap();
    let names = args.get(5).cloned().unwrap_or_default();
    let turn: u8 = args.get(6).map_or(0, |t| t.parse().unwrap());
    let chosen: Vec<_> = Catalogue::shipped()
        .kinds()
        .filter(|k| {
            names.is_empty()
                || names == "all"
                || names.split(',').any(|n| {
                    n == k.name() || n.ends_with('*') && k.name().starts_with(n.trim_end_matches('*'))
                })
        })
        .collect();
    let rows = chosen.len().div_ceil(columns);
    let (w, h) = (columns * 210, rows * 210);
    let mut s = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\"><path fill=\"#555\" d=\"M0 0h{w}v{h}H0z\"/>"
    );
    for (n, kind) in chosen.iter().enumerate() {
        let svg = art::tile(*kind, Rotation::new(turn), theme);
        let svg = svg.replace(
            "<svg xmlns",
            &format!(
                "<svg x=\"{}\" y=\"{}\" width=\"200\" height=\"200\" xmlns",
                n % columns * 210 + 5,
                n / columns * 210 + 5
            ),
        );
        if svg.len() > 6200 {
            eprintln!("{} {}", kind.name(), svg.len());
        }
        s += &svg;
    }
    s += "</svg>";
    std::fs::write(&args[4], art::png(&s, px * columns as u32).unwrap()).unwrap();
}
