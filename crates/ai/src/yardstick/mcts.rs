//! The yardstick that samples: plain UCT.

use super::{Budget, finish};
use crate::options::{Choice, list_choices};
use crate::player::{Candidate, Info, Limits, Player, Stop, Thought, Value, lead};
use chance::{FastRandom, Stream};
use rules::{Action, Kind, Position, ToAct};

/// How much is explored, in points.
const EXPLORATION: f64 = 3.0;

/// A tree that holds this many choices grows no more and thinks no more: they take 300 MB.
const MOST_CHOICES: usize = 8 << 20;
const _: () = assert!(MOST_CHOICES * size_of::<Choice>() <= 300 << 20);

/// Candidates in a thought.
const CANDIDATES: usize = 10;

/// Plain UCT: in each iteration the tiles come in a random order, the tree grows by a node, and the game is played
/// to its end at random. The reward of each seat is how far it is ahead of the best other. A node is an iteration.
#[derive(Clone, Copy, Debug)]
pub struct Mcts {
    /// How many iterations for a decision.
    pub iterations: u64,
}

impl Default for Mcts {
    fn default() -> Mcts {
        Mcts { iterations: 500 }
    }
}

impl Player for Mcts {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        info: &mut dyn FnMut(Info),
    ) -> Thought {
        let ToAct::Seat(seat) = position.to_act() else { return Thought::idle(position) };
        let mut tree = SearchTree::new(position, limits.seed ^ position.key());
        let budget = Budget::new(limits, stop);
        let mut nodes = 0;
        let is_spent = |nodes, tree: &SearchTree| budget.is_spent(nodes) || tree.held >= MOST_CHOICES;
        while nodes < self.iterations.max(1) && !(nodes > 0 && is_spent(nodes, &tree)) {
            tree.iterate(position);
            nodes += 1;
        }
        let mut candidates = tree.candidates();
        // The line goes on after the most visited choice, where the tree may have nothing to say.
        let mut after = position.clone();
        candidates[0].line.iter().for_each(|action| after.play_unchecked(*action));
        let rest = finish(&mut after, seat, &mut Stream::new(limits.seed ^ position.key()));
        candidates[0].line.extend(rest);
        let best = candidates[0].clone();
        info(Info { nodes, best: best.clone() });
        Thought { best, candidates, nodes }
    }
}

/// A position of the tree, as the draws and choices that lead to it.
#[derive(Default)]
struct Node {
    /// Whose choice it is; nothing if chance draws or the game is over.
    seat: Option<usize>,
    visits: u32,
    /// The sum of what each seat had in the end, and of its rewards.
    points: Value,
    rewards: Value,
    /// The choices, and the nodes they lead to as far as they have been tried, in order.
    choices: Vec<Choice>,
    tried: Vec<usize>,
    /// The nodes after each draw.
    draws: Vec<(Kind, usize)>,
}

struct SearchTree {
    nodes: Vec<Node>,
    /// How many choices all nodes hold.
    held: usize,
    here: Position,
    scratch: Position,
    random: FastRandom,
    stream: Stream,
    actions: Vec<Action>,
    path: Vec<usize>,
}

impl SearchTree {
    fn new(root: &Position, seed: u64) -> SearchTree {
        let mut tree = SearchTree {
            nodes: Vec::new(),
            held: 0,
            here: root.clone(),
            scratch: root.clone(),
            random: FastRandom::new(seed),
            stream: Stream::new(seed),
            actions: Vec::new(),
            path: Vec::new(),
        };
        tree.grow();
        tree
    }

    /// Adds a node for the position that was come to.
    fn grow(&mut self) -> usize {
        let mut node = Node::default();
        if let ToAct::Seat(seat) = self.here.to_act() {
            node.seat = Some(seat.index());
            list_choices(&self.here, &mut self.scratch, &mut node.choices);
            self.stream.shuffle(&mut node.choices);
            self.held += node.choices.len();
        }
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn iterate(&mut self, root: &Position) {
        self.here.copy_from(root);
        self.path.clear();
        self.path.push(0);
        let mut at = 0;
        while let Some((next, is_new)) = self.descend(at) {
            self.path.push(next);
            at = next;
            if is_new {
                break;
            }
        }
        self.play_out();
        self.learn();
    }

    /// Takes a step down the tree; whether the node is new. Nothing if the game is over.
    fn descend(&mut self, at: usize) -> Option<(usize, bool)> {
        match self.here.to_act() {
            ToAct::Over(_) => None,
            ToAct::Chance => {
                let kind = draw(&mut self.here, &mut self.random)?;
                let known = self.nodes[at].draws.iter().find(|(other, _)| *other == kind);
                if let Some((_, next)) = known {
                    return Some((*next, false));
                }
                let next = self.grow();
                self.nodes[at].draws.push((kind, next));
                Some((next, true))
            }
            ToAct::Seat(_) => {
                let (choice, tried) = self.select(at)?;
                choice.actions().iter().for_each(|action| self.here.play_unchecked(*action));
                if let Some(next) = tried {
                    return Some((next, false));
                }
                let next = self.grow();
                self.nodes[at].tried.push(next);
                Some((next, true))
            }
        }
    }

    /// The choice to follow: one that was never tried, else the one with the highest upper bound.
    fn select(&self, at: usize) -> Option<(Choice, Option<usize>)> {
        let node = &self.nodes[at];
        if let Some(choice) = node.choices.get(node.tried.len()) {
            return Some((*choice, None));
        }
        let seat = node.seat?;
        let log = f64::from(node.visits.max(1)).ln();
        let bound = |next: &usize| {
            let child = &self.nodes[*next];
            let visits = f64::from(child.visits.max(1));
            child.rewards[seat] / visits + EXPLORATION * (log / visits).sqrt()
        };
        let best =
            (0..node.tried.len()).max_by(|a, b| bound(&node.tried[*a]).total_cmp(&bound(&node.tried[*b])))?;
        Some((node.choices[best], Some(node.tried[best])))
    }

    fn play_out(&mut self) {
        loop {
            match self.here.to_act() {
                ToAct::Over(_) => return,
                ToAct::Chance => {
                    if draw(&mut self.here, &mut self.random).is_none() {
                        return;
                    }
                }
                ToAct::Seat(_) => {
                    self.here.legal_actions(&mut self.actions);
                    let n = self.random.below(self.actions.len() as u32) as usize;
                    self.here.play_unchecked(self.actions[n]);
                }
            }
        }
    }

    fn learn(&mut self) {
        let points = self.here.projected().map(f64::from);
        let seats = usize::from(self.here.setup().seats);
        let mut rewards = Value::default();
        (0..seats).for_each(|seat| rewards[seat] = lead(&points[..seats], seat));
        for at in &self.path {
            let node = &mut self.nodes[*at];
            node.visits += 1;
            node.points.iter_mut().zip(points).for_each(|(sum, more)| *sum += more);
            node.rewards.iter_mut().zip(rewards).for_each(|(sum, more)| *sum += more);
        }
    }

    /// The choices at the root, the most visited first; at least one.
    fn candidates(&self) -> Vec<Candidate> {
        let root = &self.nodes[0];
        let mut order: Vec<usize> = (0..root.tried.len()).collect();
        let seat = root.seat.unwrap_or(0);
        let key = |n: &usize| (self.nodes[root.tried[*n]].visits, self.nodes[root.tried[*n]].rewards[seat]);
        order.sort_by(|a, b| key(b).partial_cmp(&key(a)).unwrap_or(std::cmp::Ordering::Equal));
        order.truncate(CANDIDATES);
        let candidate = |n: usize| {
            let node = &self.nodes[root.tried[n]];
            let value = node.points.map(|points| points / f64::from(node.visits.max(1)));
            Candidate { line: root.choices[n].actions().to_vec(), value }
        };
        order.into_iter().map(candidate).collect()
    }
}

/// Draws a tile at random.
fn draw(position: &mut Position, random: &mut FastRandom) -> Option<Kind> {
    let kind = position.nth_in_bag(random.below(position.bag_size().into()) as u16)?;
    position.draw(kind, &mut ()).ok()?;
    Some(kind)
}
