//! `check()`: a game told as a board and a list of moves, with what should come of it.
//!
//! ```text
//! players red blue                 # in turn order; red begins
//! rules 2007 tiny=half             # an edition, knobs
//! parts builder dragon             # mechanisms in play (none unless said)
//! | .           b1:U^      |       # a board: who lays it in which of their turns, tile, arrow where
//! | r1:Ev+city  D    r2:U^ |       #   its printed top points, what the follower claims
//! red: V> 1,0 road                 # a turn: tile, cell, figure step (none, or `...`: not yet done)
//! blue: E^ 1,1 city !Occupied      # what is refused, and by which rule
//! > red laid V> 1,0; road 3 tiles: red 3   # happened in the last move, in this order
//! > city 2 tiles (1 each, red 1): red 2    # with the reason for the points; `> no road`: did not happen
//! = red 3 blue 0                   # how things stand now
//! ```
//!
//! The start tile lies at 0,0; x grows to the right, y upwards. Segments are named as they lie: `city.N`,
//! `road.E`, `field.nl` (the left half of the north edge seen from the middle), `field.inner`, `monastery`;
//! the place can be left out where there is one only. `@1,0` or `@r1` names another tile than the one laid
//! last. A figure step is a segment (follower), `builder` or `pig` with a segment, `evict`, `fairy` or
//! `pass`. Other moves: `walk red N, blue W` (dragon), `draw E`, `retire red`, `end`, `take` and `decline`.
//! The bag holds what the script draws and one monastery more (`spare`, or the whole `bag`, say otherwise).

use crate::game::Game;
use crate::header;

/// Plays a script and panics with the line, the reason and the board if anything is not as it says.
#[track_caller]
pub fn check(script: &str) {
    if let Err(report) = play(script) {
        panic!("\n{report}");
    }
}

/// Red's builder on a road that is open at both ends, and it is red's turn.
pub const BUILDER_ON_ROAD: &str = "
    | D       r1:U^+road   r2:U^+builder/road |
    | b1:B^   .            .                  |
    blue: B^ 0,-2
";

/// Red's builder in a city that is open to the north, and it is blue's turn.
pub const BUILDER_IN_CITY: &str = "
    | r2:G>+builder/city .     |
    | r1:G>+city         .     |
    | D                  b1:U^ |
";

/// Plays a script that goes on from a board.
#[track_caller]
pub fn check_on(board: &str, script: &str) {
    check(&format!("{board}{script}"));
}

/// A line of the script with its number.
pub type NumberedLine<'a> = (usize, &'a str);

fn play(script: &str) -> Result<(), String> {
    let lines = clean(script);
    let (players, setup) = header::read(&lines)?;
    let mut game = Game::new(players, &setup)?;
    let moves: Vec<NumberedLine> = lines.into_iter().filter(|(_, text)| !header::is_header(text)).collect();
    let mut rest = &moves[..];
    while let Some((first, after)) = rest.split_first() {
        let rows = rest.iter().take_while(|(_, text)| text.starts_with('|')).count();
        let done = if rows > 0 {
            let grid: Vec<&str> = rest[..rows].iter().map(|(_, text)| *text).collect();
            game.lay_board(&grid)
        } else {
            game.line(first.1)
        };
        done.map_err(|why| game.report(*first, &why))?;
        rest = if rows > 0 { &rest[rows..] } else { after };
    }
    Ok(())
}

fn clean(script: &str) -> Vec<NumberedLine<'_>> {
    let lines = script.lines().enumerate().map(|(n, line)| {
        let text = line.split_once('#').map_or(line, |(text, _)| text);
        (n + 1, text.trim())
    });
    lines.filter(|(_, text)| !text.is_empty()).collect()
}
