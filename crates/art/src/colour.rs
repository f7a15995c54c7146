//! The players' colours and patterns, which tell them apart with or without seeing colours.

use rules::{MAX_SEATS, Seat};

/// How a player's pieces look.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Livery {
    pub name: &'static str,
    /// The colour of the cloth.
    pub cloth: &'static str,
    /// The colour of the pattern on it.
    pub thread: &'static str,
    pub pattern: Pattern,
}

/// What is woven into the cloth.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    Plain,
    /// Upright stripes.
    Stripes,
    Dots,
    /// Angles, one above the other.
    Chevrons,
    /// Squares in turn.
    Checks,
    /// One large cross.
    Cross,
}

const LIVERIES: [Livery; MAX_SEATS] = [
    Livery { name: "crimson", cloth: "#b5131f", thread: "#ffd9c8", pattern: Pattern::Plain },
    Livery { name: "cobalt", cloth: "#2a52cc", thread: "#dfe8ff", pattern: Pattern::Stripes },
    Livery { name: "amber", cloth: "#fba81a", thread: "#6b3a06", pattern: Pattern::Dots },
    Livery { name: "emerald", cloth: "#27bf86", thread: "#07402c", pattern: Pattern::Chevrons },
    Livery { name: "black", cloth: "#1e1b22", thread: "#d9d4cc", pattern: Pattern::Checks },
    Livery { name: "violet", cloth: "#c3a0ee", thread: "#4a2378", pattern: Pattern::Cross },
];

/// The livery of a seat.
///
/// ```
/// assert_eq!(art::livery(rules::Seat(0)).name, "crimson");
/// ```
pub fn livery(seat: Seat) -> &'static Livery {
    &LIVERIES[seat.index() % MAX_SEATS]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What red, green and blue light become for eyes without red, green or blue cones (Machado and others, 2009).
    const EYES: [[[f32; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ];

    fn light(colour: &str) -> [f32; 3] {
        [1, 3, 5].map(|n| {
            let part = u8::from_str_radix(&colour[n..n + 2], 16).unwrap() as f32 / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn mixed(rows: [[f32; 3]; 3], light: [f32; 3]) -> [f32; 3] {
        rows.map(|row| row.iter().zip(light).map(|(a, b)| a * b).sum::<f32>().clamp(0.0, 1.0))
    }

    /// Coordinates in which equal distances look equally far apart (CIE Lab).
    fn lab(light: [f32; 3]) -> [f32; 3] {
        let [x, y, z] =
            mixed([[0.4339, 0.3762, 0.1899], [0.2127, 0.7152, 0.0722], [0.0178, 0.1095, 0.8728]], light);
        let f = |t: f32| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        [116.0 * f(y) - 16.0, 500.0 * (f(x) - f(y)), 200.0 * (f(y) - f(z))]
    }

    #[test]
    fn colours_are_told_apart_by_all_common_eyes() {
        for (n, eyes) in EYES.into_iter().enumerate() {
            let seen = LIVERIES.map(|livery| lab(mixed(eyes, light(livery.cloth))));
            for (i, a) in seen.iter().enumerate() {
                for (j, b) in seen.iter().enumerate().skip(i + 1) {
                    let far = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt();
                    let names = (LIVERIES[i].name, LIVERIES[j].name);
                    assert!(far > 32.0, "{names:?} are only {far} apart for eyes {n}");
                }
            }
        }
    }
}
