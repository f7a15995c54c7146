//! Outlines over tiles.
fn main() {
    let names = [
        "D",
        "L",
        "X",
        "S",
        "dragon-10",
        "traders-06",
        "river-04",
        "dragon-25",
        "traders-12",
        "B",
        "river-02",
        "traders-14",
    ];
    let colours = ["#e33", "#33e", "#ee3", "#3ee", "#e3e", "#fff", "#000", "#f80", "#80f"];
    let mut s = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1240 620\">");
    for (n, name) in names.iter().enumerate() {
        let kind = rules::Kind::named(name).unwrap();
        let r = rules::Rotation::new(n as u8 % 4);
        let (x, y) = (n % 6 * 206, n / 6 * 206);
        let mut t = art::tile(kind, r, art::Theme::Classic)
            .replace("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" width=\"200\" height=\"200\" "));
        t.truncate(t.len() - 6);
        for o in art::outlines(kind, r) {
            let c = colours[o.segment as usize];
            t += &format!(
                "<path d=\"{}\" fill=\"{c}\" fill-opacity=\".35\" stroke=\"{c}\" stroke-width=\"1.5\"/>",
                o.path
            );
        }
        for o in art::outlines(kind, r) {
            let (x, y) = art::stand(kind, r, o.segment).unwrap();
            t += &format!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"{}\" stroke=\"#000\"/>",
                colours[o.segment as usize]
            );
        }
        s += &(t + "</svg>");
    }
    std::fs::write(std::env::args().nth(1).unwrap(), art::png(&(s + "</svg>"), 1500).unwrap()).unwrap();
}
