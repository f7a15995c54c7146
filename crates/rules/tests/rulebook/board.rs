//! Boards drawn as text: read as the turns that lay them, and written for reports.

use crate::names::{Players, Told, arrow, figure_name, kind_name, read_turned, spot_name};
use rules::{Cell, Kind, Rotation, View};

/// A cell of a drawn board: `r2:Ev+city` is red's second turn, E upside down, a follower in its city.
pub struct DrawnTurn {
    /// `r2`, or `r2'` for the second tile of a double turn.
    pub label: String,
    pub kind: Kind,
    pub rotation: Rotation,
    /// Column and row counted from the top left.
    at: (i16, i16),
    /// The figure step as a line would have it.
    pub figure: String,
}

impl DrawnTurn {
    pub fn colour(&self) -> char {
        self.label.chars().next().unwrap_or(' ')
    }

    /// Which of the player's turns, and whether it is the second tile of it.
    pub fn round(&self) -> Told<(u32, bool)> {
        let digits = self.label[1..].trim_end_matches('\'');
        let round =
            digits.parse().map_err(|_| format!("`{}` should be a colour and a number", self.label))?;
        Ok((round, self.label.ends_with('\'')))
    }
}

/// The turns of a drawn board, by rows; the start tile, which is nobody's turn, is left out.
pub fn read_grid(rows: &[&str]) -> Told<Vec<DrawnTurn>> {
    let mut turns = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, word) in row.trim_matches('|').split_whitespace().enumerate() {
            if let Some((label, tile)) = word.split_once(':') {
                turns.push(read_turn(label, tile, (x as i16, y as i16))?);
            }
        }
    }
    Ok(turns)
}

/// A drawn board's turns with their cells: the one tile without a label is the start tile.
pub fn read_board(rows: &[&str]) -> Told<Vec<(DrawnTurn, Cell)>> {
    let start = |row: &&str| {
        let mut words = row.trim_matches('|').split_whitespace();
        words.position(|word| word != "." && !word.contains(':'))
    };
    let found = rows.iter().enumerate().find_map(|(y, row)| Some((start(row)?, y)));
    let (x, y) = found.ok_or("a board shows the start tile (D or r01)")?;
    let cell = |turn: &DrawnTurn| Cell::new(turn.at.0 - x as i16, y as i16 - turn.at.1);
    Ok(read_grid(rows)?
        .into_iter()
        .map(|turn| (cell(&turn), turn))
        .map(|(cell, turn)| (turn, cell))
        .collect())
}

fn read_turn(label: &str, text: &str, at: (i16, i16)) -> Told<DrawnTurn> {
    let (tile, figure) = text.split_once('+').unwrap_or((text, "pass"));
    let (kind, rotation) = read_turned(tile)?;
    Ok(DrawnTurn { label: label.to_owned(), kind, rotation, at, figure: figure.replace('/', " ") })
}

/// The tiles as a grid, then the figures.
pub fn picture(view: &View, players: &Players) -> String {
    let xs = || view.tiles.iter().map(|laid| laid.cell.x);
    let ys = || view.tiles.iter().map(|laid| laid.cell.y);
    let (Some(left), Some(right), Some(low), Some(high)) = (xs().min(), xs().max(), ys().min(), ys().max())
    else {
        return String::new();
    };
    let mut text = format!("  x from {left} to {right}, y from {high} down to {low}\n");
    for y in (low..=high).rev() {
        let cells = (left..=right).map(|x| format!("{:6}", tile_at(view, Cell::new(x, y))));
        text += &format!("  {}\n", cells.collect::<String>().trim_end());
    }
    for piece in &view.pieces {
        let (who, what) = (players.name(piece.seat), figure_name(piece.figure));
        text += &format!("  {who} {what} on {}\n", spot_name(view, piece.spot()));
    }
    text
}

fn tile_at(view: &View, cell: Cell) -> String {
    let laid = view.tiles.iter().find(|laid| laid.cell == cell);
    laid.map_or_else(|| ".".to_owned(), |laid| format!("{}{}", kind_name(laid.kind), arrow(laid.rotation)))
}
