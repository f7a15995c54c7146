//! Who plays against whom.

use crate::player::Value;
use rules::{Position, Seat};

/// The seats that still play.
#[derive(Debug)]
pub struct Rivals {
    seats: Vec<usize>,
    /// How much of what is expected of the best opponent, rather than of all of them, counts.
    leader: f64,
}

impl Rivals {
    /// Those of a position.
    pub fn new(position: &Position, leader: f64) -> Rivals {
        let seats = position.seats().filter(|seat| !position.is_retired(*seat));
        Rivals { seats: seats.map(Seat::index).collect(), leader }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.seats.len()
    }

    /// How far a seat is ahead of the others.
    pub fn margin(&self, value: &Value, seat: usize) -> f64 {
        let others = || self.seats.iter().filter(|other| **other != seat).map(|other| value[*other]);
        let Some(best) = others().reduce(f64::max) else { return value[seat] };
        let mean = others().sum::<f64>() / (self.seats.len() - 1).max(1) as f64;
        value[seat] - self.leader * best - (1.0 - self.leader) * mean
    }

    /// The seat that comes after another.
    pub fn after(&self, seat: usize) -> usize {
        let next = self.seats.iter().find(|other| **other > seat).or(self.seats.first());
        next.copied().unwrap_or(seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Input, Setup};

    /// Those of four seats who have not given up.
    fn rivals(retired: &[u8]) -> Rivals {
        let mut position = Position::new(&Setup::base(4)).unwrap();
        for seat in retired {
            position.apply(Input::Retire(Seat(*seat)), &mut ()).unwrap();
        }
        Rivals::new(&position, 0.5)
    }

    #[test]
    fn a_margin_is_over_those_who_still_play() {
        let value = [10.0, 7.0, 30.0, 4.0, 0.0, 0.0];
        let margin = |retired: &[u8], seat| rivals(retired).margin(&value, seat);
        assert_eq!(margin(&[2, 3], 0), 3.0);
        assert_eq!(margin(&[2], 0), 10.0 - 0.5 * 7.0 - 0.5 * 5.5);
        assert_eq!(margin(&[1, 2, 3], 0), 10.0);
    }

    #[test]
    fn turns_pass_over_those_who_gave_up() {
        let rivals = rivals(&[1]);
        assert_eq!([0, 2, 3].map(|seat| rivals.after(seat)), [2, 3, 0]);
        assert_eq!(rivals.count(), 3);
    }
}
