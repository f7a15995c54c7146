//! Who plays against whom.

use crate::player::Value;

/// The seats that still play.
#[derive(Debug)]
pub struct Rivals {
    seats: Vec<usize>,
    /// How much of what is expected of the best opponent, rather than of all of them, counts.
    leader: f64,
}

impl Rivals {
    /// Those of a position.
    pub fn new(seats: u8, retired: impl Fn(usize) -> bool, leader: f64) -> Rivals {
        Rivals { seats: (0..usize::from(seats)).filter(|seat| !retired(*seat)).collect(), leader }
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

    #[test]
    fn a_margin_is_over_those_who_still_play() {
        let value = [10.0, 7.0, 30.0, 4.0, 0.0, 0.0];
        let margin = |retired: &[usize], seat| {
            Rivals::new(4, |seat| retired.contains(&seat), 0.5).margin(&value, seat)
        };
        assert_eq!(margin(&[2, 3], 0), 3.0);
        assert_eq!(margin(&[2], 0), 10.0 - 0.5 * 7.0 - 0.5 * 5.5);
        assert_eq!(margin(&[1, 2, 3], 0), 10.0);
    }

    #[test]
    fn turns_pass_over_those_who_gave_up() {
        let rivals = Rivals::new(4, |seat| seat == 1, 0.5);
        assert_eq!([0, 2, 3].map(|seat| rivals.after(seat)), [2, 3, 0]);
        assert_eq!(rivals.count(), 3);
    }
}
