//! The oracle counts the game trees of the `.perft` files as well, nodes and points.

#[path = "../../rules/tests/perft/files.rs"]
mod files;

use files::{Entry, entries};
use oracle::Oracle;
use rules::perft::Count;
use rules::{Event, Input, Kind, Phase, Reason, Score};

/// The oracle is slow: no deeper than this many nodes.
const NODES: u64 = 6000;

#[test]
fn the_oracle_counts_the_same_trees() {
    for Entry { place, root, draws, all, distinct } in entries() {
        assert!(all.iter().zip(&distinct).all(|(all, distinct)| distinct.nodes <= all.nodes), "{place}");
        let counts = &all[..all.iter().take_while(|count| count.nodes <= NODES).count()];
        let mut setup = root.setup().clone();
        setup.start = Some(Box::new(root.view()));
        let mut found = vec![Count::default(); counts.len()];
        descend(&Oracle::new(&setup), &draws, &mut found);
        assert_eq!(found, counts, "{place}");
    }
}

/// Draws a tile and goes through all choices with it.
fn descend(oracle: &Oracle, draws: &[Kind], counts: &mut [Count]) {
    let (mut oracle, mut draws) = (oracle.clone(), draws.to_vec());
    while !counts.is_empty()
        && let Phase::Draw { .. } = oracle.phase()
    {
        let bag = oracle.bag();
        let Some(at) = draws.iter().position(|kind| bag.get(*kind) > 0) else { return };
        oracle.apply(Input::Draw(draws.remove(at)));
    }
    let points = oracle.view().scores.into_iter().map(u64::from).sum();
    choose(&oracle, &draws, points, counts);
}

/// Goes through all choices; `points` are those on the tracks, final scoring left out.
fn choose(oracle: &Oracle, draws: &[Kind], points: u64, counts: &mut [Count]) {
    if counts.is_empty() {
        return;
    }
    for action in oracle.legal() {
        let mut after = oracle.clone();
        let points = points + in_play(&after.apply(Input::Act(action)));
        match after.phase() {
            Phase::Draw { .. } | Phase::Over(_) => {
                counts[0].nodes += 1;
                counts[0].points += points;
                descend(&after, draws, &mut counts[1..]);
            }
            Phase::Place | Phase::Figure | Phase::Dragon { .. } | Phase::Extra => {
                choose(&after, draws, points, counts);
            }
        }
    }
}

fn score_of(event: &Event) -> Option<&Score> {
    if let Event::Scored(score) = event { Some(score) } else { None }
}

/// The points given before final scoring begins.
fn in_play(events: &[Event]) -> u64 {
    let scores = events.iter().filter_map(score_of);
    let goes_on = |reason: &Reason| {
        let turn = matches!(reason, Reason::FairyTurn { .. } | Reason::FairyBonus { .. });
        turn || matches!(reason, Reason::Feature { complete: true, .. })
    };
    scores.take_while(|score| goes_on(&score.reason)).flat_map(|score| score.points).map(u64::from).sum()
}
