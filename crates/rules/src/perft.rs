//! Counting the game tree for a fixed order of draws: two engines that agree on these numbers agree on the
//! rules.
//!
//! Depth counts tiles laid; a second tile is its own depth. A node is one complete sequence of choices for one
//! tile, dragon steps and the answer to the offer of a second tile included. Points are what stands on the
//! score tracks at the nodes, final scoring left out.

use crate::action::Action;
use crate::event::{Event, Phase, ToAct, final_scoring_start};
use crate::position::Position;
use crate::setup::MAX_TILES;
use crate::tile::Kind;

/// The nodes at one depth.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Count {
    /// How many.
    pub nodes: u64,
    /// The points of all seats at all of them.
    pub points: u64,
}

/// Which rotations are nodes of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rotations {
    /// All that are legal.
    All,
    /// One of several that look the same.
    Distinct,
}

/// A tree to be counted.
#[derive(Clone, Copy, Debug)]
pub struct Tree<'a> {
    /// Where it starts.
    pub root: &'a Position,
    /// The draws: whenever a tile is to be drawn, the first of these that is in the bag and not used yet.
    /// Where there is none, the tree ends.
    pub draws: &'a [Kind],
    /// How many tiles deep.
    pub depth: usize,
    /// How rotations are counted.
    pub rotations: Rotations,
}

impl Tree<'_> {
    /// The nodes at each depth, the first depth first.
    pub fn count(&self) -> Vec<Count> {
        let mut counts = vec![Count::default(); self.depth.min(MAX_TILES)];
        if let Some((position, draws)) = next_tile(self.root, self.draws) {
            self.walk(&position, &draws, &mut Vec::new(), &mut counts, &mut |_, _, _| {});
        }
        counts
    }

    /// For every choice with the first tile, the nodes at the last depth below it.
    pub fn divide(&self) -> Vec<(Vec<Action>, Count)> {
        let mut branches = Vec::new();
        if self.depth == 0 {
            return branches;
        }
        let first = Tree { depth: 1, ..*self };
        if let Some((position, draws)) = next_tile(self.root, self.draws) {
            let mut one = [Count::default()];
            first.walk(&position, &draws, &mut Vec::new(), &mut one, &mut |line, after, count| {
                let below = Tree { root: after, draws: &draws, depth: self.depth - 1, ..*self }.count();
                branches.push((line.to_vec(), below.last().copied().unwrap_or(count)));
            });
        }
        branches
    }

    /// Goes through all choices for the tile in hand, and on to the next tiles.
    fn walk(
        &self,
        position: &Position,
        draws: &[Kind],
        line: &mut Vec<Action>,
        counts: &mut [Count],
        node: &mut dyn FnMut(&[Action], &Position, Count),
    ) {
        let mut actions = Vec::new();
        match self.rotations {
            Rotations::All => position.legal_actions(&mut actions),
            Rotations::Distinct => position.distinct_actions(&mut actions),
        }
        let mut after = position.clone();
        for action in actions {
            after.copy_from(position);
            after.play_unchecked(action);
            line.push(action);
            match after.to_act() {
                ToAct::Seat(_) => self.walk(&after, draws, line, counts, node),
                _ => {
                    let count = Count { nodes: 1, points: track(position, action, &after) };
                    self.arrive(&after, draws, counts, count);
                    node(line, &after, count);
                }
            }
            line.pop();
        }
    }

    /// Counts a node and goes on below it.
    fn arrive(&self, position: &Position, draws: &[Kind], counts: &mut [Count], count: Count) {
        let Some((here, deeper)) = counts.split_first_mut() else { return };
        here.nodes += count.nodes;
        here.points += count.points;
        if !deeper.is_empty()
            && let Some((position, draws)) = next_tile(position, draws)
        {
            self.walk(&position, &draws, &mut Vec::new(), deeper, &mut |_, _, _| {});
        }
    }
}

/// Draws until a tile is in hand; `None` if there is no draw left for one. Where choices are under way
/// already, they are those of the first tile.
fn next_tile(position: &Position, draws: &[Kind]) -> Option<(Position, Vec<Kind>)> {
    let (mut position, mut draws) = (position.clone(), draws.to_vec());
    while let Phase::Draw { .. } = position.phase() {
        let at = draws.iter().position(|kind| position.bag().any(|(have, _)| have == *kind))?;
        position.draw(draws.remove(at), &mut ()).ok()?;
    }
    matches!(position.to_act(), ToAct::Seat(_)).then_some((position, draws))
}

/// The points on all tracks after an action. If it ended the game, its events tell what came before final
/// scoring.
fn track(before: &Position, action: Action, after: &Position) -> u64 {
    let sum = |position: &Position| position.scores().iter().map(|points| u64::from(*points)).sum::<u64>();
    if !matches!(after.to_act(), ToAct::Over(_)) {
        return sum(after);
    }
    let mut events = Vec::new();
    let mut again = before.clone();
    if again.play(action, &mut events).is_err() {
        return sum(after);
    }
    sum(before) + in_play(&events)
}

/// The points given before final scoring began.
fn in_play(events: &[Event]) -> u64 {
    let before = &events[..final_scoring_start(events)];
    let points = |event: &Event| if let Event::Scored(score) = event { Some(score.points) } else { None };
    before.iter().filter_map(points).flatten().map(u64::from).sum()
}
