//! Figures to look at.
fn main() {
    let kinds: Vec<_> =
        ["E", "C", "B", "U", "N", "river-07"].iter().map(|n| rules::Kind::named(n).unwrap()).collect();
    let mut s = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 960 720\">");
    for seat in 0..6u8 {
        for (n, piece) in art::Piece::ALL.into_iter().enumerate() {
            let (x, y) = (n * 120, seat as usize * 120);
            let theme = if seat % 2 == 0 { art::Theme::Classic } else { art::Theme::Winter };
            let t = art::tile(kinds[(n + seat as usize) % 6], rules::Rotation::NONE, theme)
                .replace("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" width=\"120\" height=\"120\" "));
            s += &t;
            s += &art::figure(piece, rules::Seat(seat)).replace(
                "<svg ",
                &format!("<svg x=\"{}\" y=\"{}\" width=\"100\" height=\"100\" ", x + 10, y + 10),
            );
        }
    }
    s += "</svg>";
    std::fs::write(std::env::args().nth(1).unwrap(), art::png(&s, 1440).unwrap()).unwrap();
}
