//! Who takes the computer's seats.

use ai::{Level, Player};
use anyhow::{Result, bail};

/// The player of a person who does not ask for one.
pub const DEFAULT: &str = "greedy";

/// What a record calls a player of ours.
pub const COMPUTER: &str = "computer";

/// A player that thinks.
pub type Thinking = Box<dyn Player + Send>;

/// The player with this name.
pub fn player(name: &str) -> Result<Thinking> {
    Ok(ai::player(name)?)
}

/// The names for so many seats: one for all of them, or one for each.
pub fn names(given: &[String], seats: usize, default: &str) -> Result<Vec<String>> {
    let names = match given {
        [] => vec![default.to_owned(); seats],
        [one] => vec![one.clone(); seats],
        several if several.len() == seats => several.to_vec(),
        several => {
            bail!("{} players were named for {seats} seats; name one for all, or one for each", several.len())
        }
    };
    // A name is wrong also where no seat is left for it.
    for name in given {
        player(name)?;
    }
    Ok(names)
}

/// The help for a flag that names the players of all seats.
pub fn help(default: &str) -> String {
    let all = ai::PLAYERS.join(", ");
    format!("Who plays, one for all seats or one for each: {all} [default: {default}]")
}

/// What people call a player: `level 3, Mason`; others have a name only.
pub fn title(name: &str) -> String {
    match Level::named(name) {
        Some(level) => format!("{}, {}", level.name.replace('-', " "), level.title),
        None => name.to_owned(),
    }
}

/// What a record calls a seat for which the computer plays: `Blue (computer, level-5)`.
pub fn recorded(seat: &str, player: &str) -> String {
    format!("{seat} ({COMPUTER}, {player})")
}

/// Who plays for the computer in a seat that a record calls so; `COMPUTER` if it does not say who.
pub fn of_record(name: &str) -> Option<&str> {
    let (_, computer) = name.strip_suffix(')')?.rsplit_once(" (")?;
    let player = computer.strip_prefix(COMPUTER)?;
    if player.is_empty() { Some(COMPUTER) } else { player.strip_prefix(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_computer_is_found_again_in_a_record() {
        assert_eq!(of_record(&recorded("Blue", "level-5")), Some("level-5"));
        assert_eq!(of_record("Blue (computer)"), Some(COMPUTER));
        assert_eq!(["Blue", "Eve (computers)", "(computer, x"].map(of_record), [None; 3]);
        assert_eq!(title("level-5"), "level 5, Grand Master");
    }
}
