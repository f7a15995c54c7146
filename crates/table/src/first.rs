//! First positions. What follows from a setup takes ten times the room of a position and is the same for all games
//! under that setup, so it is made once and shared by them.

use rules::{BadSetup, Position, Setup};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Setups that are remembered, those asked for last.
const REMEMBERED: usize = 32;

static KNOWN: Mutex<VecDeque<Arc<Position>>> = Mutex::new(VecDeque::new());

/// The first position of a game under a setup.
pub(crate) fn position(setup: &Setup) -> Result<Arc<Position>, BadSetup> {
    // Nobody waits for a position of somebody else's: it is made while the others find theirs.
    let position = match take(setup) {
        Some(position) => position,
        None => Arc::new(Position::new(setup)?),
    };
    let mut known = lock();
    known.truncate(REMEMBERED - 1);
    known.push_front(position.clone());
    Ok(position)
}

fn take(setup: &Setup) -> Option<Arc<Position>> {
    let mut known = lock();
    let place = known.iter().position(|position| position.setup() == setup)?;
    known.remove(place)
}

fn lock() -> MutexGuard<'static, VecDeque<Arc<Position>>> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::TileSet;

    #[test]
    fn every_setup_has_its_own_first_position_however_often_it_is_asked_for() {
        let setups: Vec<Setup> = (0..2 * REMEMBERED)
            .map(|n| {
                let copies = 1 + (n / 6) as u8;
                Setup::base(1 + (n % 6) as u8).with_sets([(TileSet::Base, copies)].into())
            })
            .collect();
        for setup in setups.iter().chain(setups.iter().rev()) {
            assert_eq!(*position(setup).unwrap(), Position::new(setup).unwrap());
        }
        assert!(KNOWN.lock().unwrap().len() <= REMEMBERED);
        assert!(position(&Setup::new(0, &[TileSet::Base])).is_err());
    }
}
