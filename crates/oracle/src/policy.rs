//! What the random players of a comparison do.

use crate::Oracle;
use chance::Stream;
use rules::{Action, Event, Figure, Input, Kind, Phase, Seat};

/// How one game is played, so that every rule comes up often.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Prefers the rarer of the figure step's choices.
    eager: bool,
    /// Prefers placements that bring something about.
    compact: bool,
    /// In a million inputs, how many are retirements.
    retirements: u32,
    /// In a million inputs, how many are agreements to end.
    agreements: u32,
}

const MILLION: u32 = 1_000_000;

impl Policy {
    /// A random way to play.
    pub fn random(stream: &mut Stream) -> Policy {
        Policy {
            eager: stream.below(3) > 0,
            compact: stream.below(2) == 0,
            retirements: [0, 0, 0, 0, 3_000, 30_000][stream.below(6) as usize],
            agreements: [0, 0, 0, 0, 1_000, 10_000][stream.below(6) as usize],
        }
    }

    /// The next input of a game that is not over.
    pub fn choose(&self, oracle: &Oracle, stream: &mut Stream) -> Input {
        if stream.below(MILLION) < self.agreements {
            return Input::EndNow;
        }
        if stream.below(MILLION) < self.retirements {
            return Input::Retire(some_seat(oracle, stream));
        }
        let phase = oracle.phase();
        if let Phase::Draw { .. } = phase {
            return Input::Draw(some_tile(oracle, stream));
        }
        let legal: Vec<Action> = oracle.legal().into_iter().collect();
        Input::Act(if phase == Phase::Place && self.compact {
            snug_place(oracle, &legal, stream)
        } else if phase == Phase::Figure && self.eager {
            rare_action(&legal, stream)
        } else {
            some(&legal, stream)
        })
    }
}

fn some<T: Copy>(items: &[T], stream: &mut Stream) -> T {
    *stream.pick(items).expect("there is always something to choose from")
}

fn some_seat(oracle: &Oracle, stream: &mut Stream) -> Seat {
    let view = oracle.view();
    let playing: Vec<Seat> = (0..view.seats).map(Seat).filter(|seat| !view.retired[seat.index()]).collect();
    // The seat whose turn it is, half the time: the others' retirements change little.
    if stream.below(2) == 0 && playing.contains(&view.turn) { view.turn } else { some(&playing, stream) }
}

fn some_tile(oracle: &Oracle, stream: &mut Stream) -> Kind {
    let bag: Vec<Kind> =
        oracle.bag().iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, count.into())).collect();
    some(&bag, stream)
}

/// Of a few random placements, the most promising.
fn snug_place(oracle: &Oracle, legal: &[Action], stream: &mut Stream) -> Action {
    let tries: Vec<Action> = (0..6).map(|_| some(legal, stream)).collect();
    tries.into_iter().max_by_key(|action| promise(oracle, *action)).expect("six were tried")
}

/// How much a placement brings about: neighbours, second tiles, evictions, finished features.
fn promise(oracle: &Oracle, action: Action) -> usize {
    let Action::Place { cell, .. } = action else { return 0 };
    let board = oracle.board();
    let neighbours = cell.around().into_iter().filter(|near| board.has(*near)).count();
    let mut after = oracle.clone();
    let events = after.apply(Input::Act(action));
    let extra = events.iter().any(|event| matches!(event, Event::ExtraEarned { .. }));
    let features = after.board().spots_at(cell).into_iter().filter_map(|spot| after.feature(spot));
    let finished = features.filter(|feature| feature.is_complete() && !feature.followers.is_empty()).count();
    neighbours + 4 * usize::from(extra) + 3 * usize::from(!after.evictions().is_empty()) + finished
}

/// First a sort of action, then one of that sort; passing only now and then.
fn rare_action(legal: &[Action], stream: &mut Stream) -> Action {
    let sort = |action: &Action| match action {
        Action::Deploy { figure: Figure::Follower, .. } => 1,
        Action::Deploy { figure: Figure::Builder, .. } => 2,
        Action::Deploy { figure: Figure::Pig, .. } => 3,
        Action::Evict { .. } => 4,
        Action::MoveFairy { .. } => 5,
        Action::Place { .. } | Action::MoveDragon { .. } | Action::TakeExtra | Action::Pass => 0,
    };
    let mut sorts: Vec<u8> = legal.iter().map(sort).collect();
    sorts.sort_unstable();
    sorts.dedup();
    // Passing and moving the fairy are nearly always possible: the better of two choices.
    let chosen = [some(&sorts, stream), some(&sorts, stream)];
    let chosen = chosen.into_iter().find(|sort| ![0, 5].contains(sort)).unwrap_or(chosen[0]);
    let of_sort: Vec<Action> = legal.iter().copied().filter(|action| sort(action) == chosen).collect();
    some(&of_sort, stream)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_setup;
    use rules::{MAX_SEATS, View};

    fn all_tiles(view: &View) -> u32 {
        let pools = [&view.left, &view.held, &view.aside, &view.removed];
        let outside: u32 = pools.iter().map(|pool| pool.total()).sum();
        outside + view.tiles.len() as u32 + u32::from(view.hand.is_some())
    }

    fn all_figures(view: &View) -> [u32; MAX_SEATS] {
        let mut count = view.supply.map(|supply| supply.iter().map(|n| u32::from(*n)).sum());
        view.pieces.iter().for_each(|piece| count[piece.seat.index()] += 1);
        count
    }

    #[test]
    fn random_games_keep_their_tiles_and_figures() {
        for seed in 0..60 {
            let mut stream = Stream::new(seed);
            let mut oracle = Oracle::new(&random_setup(&mut stream));
            let policy = Policy::random(&mut stream);
            let (tiles, figures) = (all_tiles(&oracle.view), all_figures(&oracle.view));
            while !matches!(oracle.phase(), Phase::Over(_)) {
                let input = policy.choose(&oracle, &mut stream);
                oracle.apply(input);
                assert_eq!(all_tiles(&oracle.view), tiles, "game {seed} after {input:?}");
                assert_eq!(all_figures(&oracle.view), figures, "game {seed} after {input:?}");
            }
        }
    }
}
