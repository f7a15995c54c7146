//! The score sheet as text.

use crate::say;
use crate::screen::Screen;
use rules::{Figure, Good, Position, Seat, ToAct};
use std::fmt::Write;

/// A line for each seat: points, figures, goods, and whose turn it is.
pub fn sheet(position: &Position, screen: Screen) -> String {
    let standing = position.standing();
    let parts = position.setup().parts;
    let mut text = String::new();
    for n in 0..usize::from(standing.seats) {
        let seat = Seat(n as u8);
        let name = screen.in_colour(seat, &format!("{} {:<6}", n + 1, say::seat(seat)));
        let points = if standing.scores[n] == 1 { "point" } else { "points" };
        let _ = write!(text, "{} {name} {:>4} {points}", pointer(position, seat), standing.scores[n]);
        if standing.projected[n] != standing.scores[n] {
            let _ = write!(text, " ({} if it ended now)", standing.projected[n]);
        }
        for (figure, count) in Figure::ALL.into_iter().zip(standing.supply[n]) {
            let _ = match figure.ability().supply {
                1 if count == 0 => Ok(()),
                1 => write!(text, ", {}", figure.name()),
                _ => write!(text, ", {}", say::counted(count.into(), figure.name())),
            };
        }
        if parts.goods {
            for (good, count) in Good::ALL.into_iter().zip(standing.goods[n]).filter(|(_, count)| *count > 0)
            {
                let _ = write!(text, ", {count} {}", good.name());
            }
        }
        let _ = write!(text, "{}", if standing.retired[n] { ", retired" } else { "" });
        text.push_str(if standing.winners.contains(&seat) { "  wins\n" } else { "\n" });
    }
    text
}

fn pointer(position: &Position, seat: Seat) -> char {
    match position.to_act() {
        ToAct::Over(_) => ' ',
        _ if position.turn() == seat => '>',
        _ => ' ',
    }
}
