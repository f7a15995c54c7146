//! Who takes the computer's seats.

use ai::Player;
use anyhow::{Context, Result, bail};

/// The player of a person who does not ask for one.
pub const DEFAULT: &str = "greedy";

/// A player that thinks.
pub type Thinking = Box<dyn Player + Send>;

/// The player with this name.
pub fn player(name: &str) -> Result<Thinking> {
    ai::player(name).with_context(|| unknown(name))
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

/// Why there is no such player.
pub fn unknown(name: &str) -> String {
    match ai::numbers(name) {
        Some(numbers) => format!("there is no player `{name}`; {numbers}"),
        None => format!("there is no player `{name}`; the players are {}", ai::PLAYERS.join(", ")),
    }
}
