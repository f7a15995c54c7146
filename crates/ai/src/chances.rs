//! From points to the chance of winning.

use crate::player::Value;
use rules::{MAX_SEATS, Position, Seat};

/// How far points stray until the end, for each tile left, as a variance. Games between equal players end about 20
/// points apart either way.
const VARIANCE: f64 = 6.0;

/// How likely each seat wins, if `value` is expected and `tiles` are left. Shared wins count in parts; seats that
/// have given up do not win.
pub fn winning(position: &Position, value: &Value, tiles: u32) -> Value {
    let seats = usize::from(position.setup().seats);
    let playing = |seat: &usize| !position.is_retired(Seat(*seat as u8));
    let spread = (VARIANCE * f64::from(tiles)).sqrt();
    let mut chances = [0.0; MAX_SEATS];
    for seat in (0..seats).filter(playing) {
        let others = (0..seats).filter(playing).filter(|other| *other != seat);
        chances[seat] = others.map(|other| ahead(value[seat] - value[other], spread)).product();
    }
    let sum: f64 = chances.iter().sum();
    chances.map(|chance| if sum > 0.0 { chance / sum } else { 0.0 })
}

/// How likely a lead lasts.
fn ahead(lead: f64, spread: f64) -> f64 {
    match spread > 0.0 {
        // A logistic curve with the deviation of a normal one.
        true => 1.0 / (1.0 + (-1.702 * lead / spread).exp()),
        false if lead == 0.0 => 0.5,
        false => f64::from(u8::from(lead > 0.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Setup;

    #[test]
    fn chances_add_up_and_grow_with_the_lead() {
        let position = Position::new(&Setup::base(3)).unwrap();
        let chances = |value: [f64; 3], tiles| {
            let mut all = [0.0; MAX_SEATS];
            all[..3].copy_from_slice(&value);
            winning(&position, &all, tiles)
        };
        let level = chances([10.0; 3], 30);
        assert!(level[..3].iter().all(|chance| (chance - 1.0 / 3.0).abs() < 1e-9));
        let [early, late, end] = [60, 5, 0].map(|tiles| chances([20.0, 10.0, 0.0], tiles));
        assert!(early[0] > 0.4 && early[0] < late[0] && end == [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert!((late.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert_eq!(chances([7.0, 7.0, 2.0], 0)[..3], [0.5, 0.5, 0.0]);
    }
}
