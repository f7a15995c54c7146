//! `bastide perft`: the game tree counted.

use crate::numbers::whole;
use crate::say;
use crate::setup_args::{SetupArgs, tiles};
use anyhow::{Result, ensure};
use rules::perft::{Count, Rotations, Tree};
use rules::{Action, Kind, Position, ToAct};
use std::io::{BufWriter, Write};

/// Count the game tree for a fixed order of draws.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Depth counts tiles laid. A node is one complete sequence of choices for a tile, the figure, dragon steps and the answer to the offer of a second tile included. Points are the sum of all score tracks at the nodes, without final scoring. The next draw is the first listed tile that is in the bag and has not been drawn; where there is none, the count ends, which is said (in JSON by ran_out: the depth that has no draw).

Examples:
  bastide perft --draws EJDRNHAVUW --depth 3
  bastide perft --draws EJD --depth 2 --divide
  bastide perft --sets base,river --draws river-03,river-07 --depth 2 --distinct")]
pub struct Args {
    /// The draws: EJDRNH, or with commas for longer names: U,river-03 [default: the arranged order]
    #[arg(long, value_name = "TILES", conflicts_with = "arranged")]
    draws: Option<String>,
    /// How many tiles deep
    #[arg(long, default_value_t = 3, value_parser = whole::<u16>(1..=100))]
    depth: u16,
    /// Also the last count for each choice with the first tile
    #[arg(long)]
    divide: bool,
    /// Count equal rotations of a symmetric tile once
    #[arg(long)]
    distinct: bool,
    /// The result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: SetupArgs,
}

/// The choices with the first tile, and the count below each.
type Branches = Vec<(Vec<Action>, Count)>;

impl Args {
    /// Counts and prints.
    pub fn run(self) -> Result<()> {
        let root = self.game.position()?;
        let draws = self.draws(&root)?;
        let rotations = if self.distinct { Rotations::Distinct } else { Rotations::All };
        let tree = Tree { root: &root, draws: &draws, depth: self.depth.into(), rotations };
        let mut counts = tree.count();
        counts.truncate(counts.iter().take_while(|count| count.nodes > 0).count());
        ensure!(!counts.is_empty(), none_fits(&root, &draws));
        let ran_out = (counts.len() < usize::from(self.depth)).then(|| counts.len() + 1);
        let divide = self.divide.then(|| Tree { depth: counts.len(), ..tree }.divide());
        let mut out = BufWriter::new(std::io::stdout().lock());
        if self.json {
            let divide = divide.map(|branches| branches.into_iter().map(branch).collect());
            let depths = counts.into_iter().map(count).collect();
            writeln!(out, "{}", wire::write(&wire::Perft { depths, divide, ran_out }))?;
        } else {
            let divide = divide.map(|branches| (first_tile(&root, &draws), branches));
            print(&mut out, &counts, divide)?;
            if let Some(depth) = ran_out {
                writeln!(out, "The draws ran out: there is none for depth {depth}.")?;
            }
        }
        out.flush()?;
        Ok(())
    }

    /// The draws that were named, or the arranged ones.
    fn draws(&self, root: &Position) -> Result<Vec<Kind>> {
        let draws = match (&self.draws, &root.setup().arranged) {
            (Some(text), _) => tiles(text)?,
            (None, Some(order)) => order.to_vec(),
            (None, None) => Vec::new(),
        };
        ensure!(!draws.is_empty(), "name the tiles in the order they are drawn, such as --draws EJDRNH");
        Ok(draws)
    }
}

/// Why not even one tile was laid.
fn none_fits(root: &Position, draws: &[Kind]) -> String {
    let mut bag: Vec<&str> = root.bag().map(|(kind, _)| kind.name()).collect();
    bag.sort_unstable();
    let bag = bag.join(", ");
    let draws = draws.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ");
    match bag.is_empty() {
        true => "nothing can be drawn here: the bag is empty".to_owned(),
        false => {
            format!("none of the draws {draws} leads to a tile on the table here; now can be drawn {bag}")
        }
    }
}

fn print(out: &mut impl Write, counts: &[Count], divide: Option<(Position, Branches)>) -> Result<()> {
    if let Some((start, branches)) = divide {
        writeln!(out, "{:>14} {:>14}  first choices", "nodes", "points")?;
        for (line, count) in branches {
            writeln!(out, "{:>14} {:>14}  {}", count.nodes, count.points, say::line(&start, &line))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{:>5} {:>14} {:>14}", "depth", "nodes", "points")?;
    for (depth, count) in (1..).zip(counts) {
        writeln!(out, "{depth:>5} {:>14} {:>14}", count.nodes, count.points)?;
    }
    Ok(())
}

fn count(count: Count) -> wire::PerftCount {
    wire::PerftCount { nodes: count.nodes, points: count.points }
}

fn branch((line, count): (Vec<Action>, Count)) -> wire::PerftBranch {
    let line = line.into_iter().map(wire::Input::from).collect();
    wire::PerftBranch { line, nodes: count.nodes, points: count.points }
}

/// The position in which the first tile is in hand.
fn first_tile(root: &Position, draws: &[Kind]) -> Position {
    let (mut position, mut draws) = (root.clone(), draws.to_vec());
    while position.to_act() == ToAct::Chance {
        let next = draws.iter().position(|kind| position.bag().any(|(have, _)| have == *kind));
        let Some(at) = next else { break };
        if position.draw(draws.remove(at), &mut ()).is_err() {
            break;
        }
    }
    position
}
