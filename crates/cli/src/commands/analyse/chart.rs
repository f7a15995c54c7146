//! The chances of winning over a game, as SVG.

use std::fmt::Write;
use wire::AnalysedGame;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 240.0;
const MARGIN: f64 = 32.0;
/// The seats' colours and, for those who do not see them, dashes.
const LINES: [(&str, &str); 6] = [
    ("#b3261e", ""),
    ("#1f5fa8", "8 4"),
    ("#b58900", "2 3"),
    ("#2e7d32", "12 4 2 4"),
    ("#222222", "4 4"),
    ("#6a3d9a", "16 6"),
];

/// The picture.
pub fn svg(game: &AnalysedGame) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"Chances of winning\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
    );
    for percent in [0, 25, 50, 75, 100] {
        let y = height(f64::from(percent) / 100.0);
        let (from, to) = (MARGIN, WIDTH - MARGIN);
        let _ = writeln!(svg, "<path d=\"M{from} {y:.1}H{to}\" stroke=\"#ddd\"/>");
        let _ = writeln!(svg, "<text x=\"2\" y=\"{:.1}\" fill=\"#555\">{percent} %</text>", y + 4.0);
    }
    for turn in game.decisive.iter() {
        let x = place(*turn, game);
        let (top, bottom) = (height(1.0), height(0.0));
        let _ =
            writeln!(svg, "<path d=\"M{x:.1} {top}V{bottom}\" stroke=\"#999\" stroke-dasharray=\"2 4\"/>");
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{turn}</text>",
            HEIGHT - 8.0
        );
    }
    for seat in 0..game.seats.len() {
        let even = 1.0 / game.seats.len() as f64;
        let mut path = format!("M{:.1} {:.1}", place(0, game), height(even));
        for turn in &game.turns {
            let _ = write!(path, "L{:.1} {:.1}", place(turn.number, game), height(turn.chances[seat]));
        }
        let (colour, dashes) = LINES[seat % LINES.len()];
        let _ = writeln!(
            svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/>"
        );
    }
    svg + "</svg>\n"
}

fn place(turn: usize, game: &AnalysedGame) -> f64 {
    MARGIN + (WIDTH - 2.0 * MARGIN) * turn as f64 / game.turns.len().max(1) as f64
}

fn height(chance: f64) -> f64 {
    HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * chance
}
