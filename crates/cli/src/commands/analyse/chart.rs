//! The chances of winning over a game, as SVG.

use crate::say;
use rules::Seat;
use std::fmt::Write;
use wire::AnalysedGame;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 240.0;
const MARGIN: f64 = 32.0;
/// Room for the axis on the left.
const LEFT: f64 = 52.0;
/// The seats' colours and, for those who do not see them, dashes.
const LINES: [(&str, &str); 6] = [
    ("#b3261e", ""),
    ("#1f5fa8", "8 4"),
    ("#b58900", "2 3"),
    ("#2e7d32", "12 4 2 4"),
    ("#222222", "4 4"),
    ("#6a3d9a", "16 6"),
];

pub fn svg(game: &AnalysedGame) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"Chances of winning\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
    );
    for percent in [0, 25, 50, 75, 100] {
        let y = height(f64::from(percent) / 100.0);
        let (from, to) = (LEFT, WIDTH - MARGIN);
        let _ = writeln!(svg, "<path d=\"M{from} {y:.1}H{to}\" stroke=\"#ddd\"/>");
        let (x, y) = (LEFT - 4.0, y + 4.0);
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\" fill=\"#555\">{percent} %</text>"
        );
    }
    titles(&mut svg);
    let mut decisive = game.decisive.clone();
    decisive.sort_unstable();
    let (mut before, mut low) = (0.0, false);
    for turn in decisive {
        let x = place(turn, game);
        // Numbers that would run into each other stand one below the other.
        low = x - before < 18.0 && !low;
        before = x;
        let (top, bottom, y) = (height(1.0), height(0.0), HEIGHT - if low { 6.0 } else { 18.0 });
        let _ =
            writeln!(svg, "<path d=\"M{x:.1} {top}V{bottom}\" stroke=\"#999\" stroke-dasharray=\"2 4\"/>");
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{turn}</text>");
    }
    for seat in 0..game.seats.len() {
        let even = 1.0 / game.seats.len() as f64;
        let mut path = format!("M{:.1} {:.1}", place(0, game), height(even));
        for turn in &game.turns {
            let _ = write!(path, "L{:.1} {:.1}", place(turn.number, game), height(turn.chances[seat]));
        }
        line(&mut svg, seat, &path);
        name(&mut svg, seat, game);
    }
    svg + "</svg>\n"
}

/// What the axes tell.
fn titles(svg: &mut String) {
    let (x, y) = (12.0, HEIGHT / 2.0);
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" transform=\"rotate(-90 {x} {y})\" fill=\"#555\">chance of \
         winning</text>"
    );
    let (x, y) = (LEFT - 4.0, HEIGHT - 18.0);
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\" fill=\"#555\">turn</text>");
}

/// A line in the colour and with the dashes of a seat.
fn line(svg: &mut String, seat: usize, path: &str) {
    let (colour, dashes) = LINES[seat % LINES.len()];
    let _ = writeln!(
        svg,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/>"
    );
}

/// Whose line it is, above the chart.
fn name(svg: &mut String, seat: usize, game: &AnalysedGame) {
    let x = LEFT + (WIDTH - LEFT - MARGIN) * seat as f64 / game.seats.len() as f64;
    line(svg, seat, &format!("M{x:.1} 16h28"));
    let name = say::who(Seat(seat as u8), game.seats[seat].player.as_deref());
    let room = 90 / game.seats.len();
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"20\">{}</text>",
        x + 34.0,
        art::escaped(&say::shorten(&name, room))
    );
}

fn place(turn: usize, game: &AnalysedGame) -> f64 {
    LEFT + (WIDTH - LEFT - MARGIN) * turn as f64 / game.turns.len().max(1) as f64
}

fn height(chance: f64) -> f64 {
    HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * chance
}
