//! Names that could be taken for one another: what looks the same to people is the same here, by the skeletons of
//! Unicode (UTS 39).

use crate::Chair;
use std::sync::LazyLock;
use unicode_security::skeleton;

/// What pages call the computer's players, in all languages.
const COMPUTERS: [&str; 36] = [
    "Careful computer",
    "Careless computer",
    "Strong computer",
    "Quick computer",
    "Far-sighted computer",
    "Trying computer",
    "Simple computer",
    "Apprentice",
    "Journeyman",
    "Mason",
    "Master",
    "Grand Master",
    "Uważny komputer",
    "Beztroski komputer",
    "Silny komputer",
    "Szybki komputer",
    "Dalekowzroczny komputer",
    "Próbujący komputer",
    "Prosty komputer",
    "Uczeń",
    "Czeladnik",
    "Murarz",
    "Mistrz",
    "Arcymistrz",
    "Calculatorul atent",
    "Calculatorul nepăsător",
    "Calculator puternic",
    "Calculator rapid",
    "Calculator prevăzător",
    "Calculator care încearcă",
    "Calculator simplu",
    "Ucenic",
    "Calfă",
    "Zidar",
    "Meșter",
    "Mare meșter",
];

/// What pages call a person without a name, before the number of the seat.
const NAMELESS: [&str; 3] = ["Player", "Gracz", "Jucătorul"];

/// What two names have in common that look the same, in capitals or not, with spaces or without.
fn looks(name: &str) -> [String; 2] {
    let letters: String = name.chars().filter(|letter| !letter.is_whitespace()).collect();
    let small: String = skeleton(&letters).flat_map(char::to_lowercase).collect();
    [small, skeleton(&letters.to_lowercase()).collect()]
}

/// Whether one name could be taken for the other.
pub(crate) fn are_alike(one: &str, other: &str) -> bool {
    have_in_common(&looks(one), &looks(other))
}

fn have_in_common(one: &[String; 2], other: &[String; 2]) -> bool {
    one.iter().zip(other).any(|(one, other)| one == other)
}

/// Whether a name could be taken for one of the computer's.
pub(crate) fn is_computers(name: &str) -> bool {
    static LOOKS: LazyLock<Vec<[String; 2]>> =
        LazyLock::new(|| COMPUTERS.iter().map(|name| looks(name)).collect());
    let own = looks(name);
    LOOKS.iter().any(|computer| have_in_common(&own, computer))
}

/// Whether a name could be taken for what a seat is called; `number` is counted from 1.
pub(crate) fn is_seats(name: &str, seat: &str, number: usize) -> bool {
    match seat {
        "" => NAMELESS.iter().any(|word| are_alike(name, &format!("{word} {number}"))),
        seat => are_alike(name, seat),
    }
}

/// Whether a name could be taken for that of another chair than this one.
pub(crate) fn is_taken(name: &str, own: usize, chairs: &[Chair]) -> bool {
    let others = chairs.iter().zip(1..).filter(|(_, number)| *number != own + 1);
    others
        .filter_map(|(chair, number)| Some((chair.name.as_deref()?, number)))
        .any(|(seat, number)| is_seats(name, seat, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_the_same_are_the_same() {
        for (one, other) in [
            ("Ann", "ann"),
            ("Ann", "A nn"),
            ("Paul", "Pau1"),
            ("PAUL", "pauI"),
            ("Anna", "\u{410}nn\u{430}"),
            ("Tom", "Torn"),
            ("Łucja", "ŁUCJA"),
            ("Zoe", "Ζoе"),
        ] {
            assert!(are_alike(one, other) && are_alike(other, one), "{one} {other}");
        }
        for (one, other) in
            [("Ann", "Anna"), ("Zoe", "Zoë"), ("Ann", "Bo"), ("Thief 2", "Thief 3"), ("さくら", "さく")]
        {
            assert!(!are_alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn nobody_is_called_like_the_computer_or_like_a_seat_without_a_name() {
        assert!(is_computers("grand master") && is_computers("Mаster") && is_computers("MEȘTER"));
        assert!(!is_computers("Masterson") && !is_computers("Ann"));
        assert!(is_seats("player 1", "", 1) && is_seats("Gracz l", "", 1) && !is_seats("Player 2", "", 1));
    }

    #[test]
    fn the_names_are_those_that_pages_show() {
        let (mut shown, mut nameless) = (Vec::new(), Vec::new());
        for text in [
            include_str!("../../../web/i18n/en.json"),
            include_str!("../../../web/i18n/pl.json"),
            include_str!("../../../web/i18n/ro.json"),
        ] {
            for line in text.lines() {
                let Some((key, value)) = line.trim().trim_end_matches(',').split_once("\": \"") else {
                    continue;
                };
                let (key, value) = (key.trim_start_matches('"'), value.trim_end_matches('"'));
                if key.starts_with("player.") && !key.ends_with(".how") {
                    shown.push(value);
                }
                if key == "seat.number" {
                    nameless.push(value.trim_end_matches(" {n}"));
                }
            }
        }
        assert_eq!(shown, COMPUTERS);
        assert_eq!(nameless, NAMELESS);
    }
}
