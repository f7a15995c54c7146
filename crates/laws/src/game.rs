//! Laws of a single game, checked after every input.

use crate::Choices;
use rules::{
    Action, Cell, Event, FairyPlace, Figure, Illegal, Input, Kind, Piece, Position, Reason, Rotation, Score,
    Seat, Setup, Side, Spot, ToAct, View,
};

/// Plays the game that the bytes choose and checks every law after every input.
pub fn obey(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let setup = choices.setup();
    let start = Position::new(&setup).expect("the choices make playable setups");
    let mut position = start.clone();
    let mut folded = position.view();
    let mut unchecked = position.clone();
    let mut inputs = Vec::new();
    while let Some(input) = choose(&mut choices, &position) {
        let mut events = Vec::new();
        accepts_exactly_what_is_legal(&mut choices, &position);
        foresees_what_is_joined(&position, input);
        position.apply(input, &mut events).unwrap_or_else(|why| panic!("{input:?} is refused: {why}"));
        events.iter().for_each(|event| folded.apply(event));
        let view = position.view();
        assert_eq!(folded, view, "the fold of the events is the view, after {input:?}");
        conserves_tiles(&setup, &view, &start.view());
        conserves_figures(&setup, &view);
        tells_a_search_what_people_see(&position, &view);
        follow(&mut unchecked, input);
        assert_eq!(unchecked, position, "unchecked play is the same, after {input:?}");
        assert_eq!(unchecked.key(), position.key());
        projects_the_end(&position);
        inputs.push(input);
        if choices.once_in(8) {
            comes_back_from_its_view(&setup, &position);
        }
    }
    comes_back_from_its_view(&setup, &position);
    let mut again = start;
    inputs.iter().for_each(|input| again.apply(*input, &mut ()).expect("a replay is legal"));
    assert_eq!(again, position, "a replay gives the same position");
}

/// The next input: mostly an action or a draw, rarely a retirement or the end by agreement. None when the game is
/// over or nothing is left to choose by: short input is a short game, so that a fuzzer tries many.
pub(crate) fn choose(choices: &mut Choices<'_>, position: &Position) -> Option<Input> {
    if choices.is_exhausted() || matches!(position.to_act(), ToAct::Over(_)) {
        return None;
    }
    if choices.once_in(250) {
        let seats = usize::from(position.setup().seats);
        let seat = Seat(choices.below(seats) as u8);
        let retired = position.standing().retired[seat.index()];
        return Some(if retired || choices.once_in(4) { Input::EndNow } else { Input::Retire(seat) });
    }
    if position.to_act() == ToAct::Chance {
        let bag: Vec<(Kind, u16)> = position.bag().collect();
        assert!(!bag.is_empty(), "a draw is awaited only if there is a tile");
        return Some(Input::Draw(bag[choices.below(bag.len())].0));
    }
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    assert!(!actions.is_empty(), "a seat to act can do something");
    let daring: Vec<Action> = actions.iter().copied().filter(|action| *action != Action::Pass).collect();
    let dares = !daring.is_empty() && !choices.once_in(4);
    let from = if dares { &daring } else { &actions };
    Some(Input::Act(from[choices.below(from.len())]))
}

/// A preview shows the features as they are once the tile lies.
fn foresees_what_is_joined(position: &Position, input: Input) {
    let (Input::Act(place @ Action::Place { cell, rotation }), Some(kind)) = (input, position.hand()) else {
        return;
    };
    let preview = position.preview(kind, cell, rotation);
    let mut after = position.clone();
    after.play_unchecked(place);
    for segment in 0..kind.tile().segments.len() as u8 {
        let seen = preview.feature_of(segment).expect("the tile has this segment");
        let there = after.summary(Spot::new(cell, segment)).expect("the tile lies");
        let told = |summary: &rules::FeatureSummary| {
            (
                summary.kind,
                summary.count,
                summary.open,
                (0..6).map(|seat| summary.followers(Seat(seat))).collect::<Vec<_>>(),
            )
        };
        assert_eq!(
            told(&seen.summary),
            told(&there),
            "segment {segment} of {kind:?} at {cell} turned {rotation}"
        );
        let now = |part| after.summary_of(part).map(|summary| summary.id);
        assert!(preview.parts_of(&seen).all(|part| now(part) == Some(there.id)));
        let all = preview.parts().filter(|part| now(*part) == Some(there.id)).count();
        assert_eq!(preview.parts_of(&seen).count(), all);
        assert_eq!(now(preview.feature_of(segment).expect("as before").summary.id), Some(there.id));
    }
    assert!(preview.feature_of(kind.tile().segments.len() as u8).is_none());
    let is_claimed =
        |part: &rules::FeatureId| position.summary_of(*part).is_some_and(|summary| summary.is_claimed());
    assert!(preview.claimed_parts().eq(preview.parts().filter(is_claimed)));
}

/// What a search asks of a position, without allocating, is what its view shows.
fn tells_a_search_what_people_see(position: &Position, view: &View) {
    assert_eq!(position.dragon(), view.dragon);
    assert!(position.visited().eq(view.visited.iter().copied()));
    assert_eq!(position.fairy(), view.fairy);
    let tallies = [&view.left, &view.held, &view.aside];
    assert!(position.to_come().eq(tallies.into_iter().flat_map(rules::Tally::iter)));
    for seat in (0..view.seats).map(Seat) {
        assert_eq!(position.is_retired(seat), view.retired[seat.index()]);
        let followers = Figure::ALL.into_iter().filter(|figure| figure.ability().follower);
        let left: u8 = followers.map(|figure| view.supply[seat.index()][figure as usize]).sum();
        assert_eq!(position.followers_in_supply(seat), left);
    }
    let mut pieces: Vec<Piece> = position.pieces_with_features().map(|(piece, _)| piece).collect();
    pieces.sort_unstable();
    assert_eq!(pieces, view.pieces);
    assert!(position.pieces_with_features().all(|(piece, on)| position.summary(piece.spot()) == Some(on)));
    let on_tile = position.setup().knobs.fairy == FairyPlace::OnTile;
    let is_beside = |piece: &Piece| {
        piece.figure.ability().follower
            && view.fairy.is_some_and(|fairy| {
                let spot = piece.spot();
                fairy.cell == spot.cell && (on_tile || fairy.segment == Some(spot.segment))
            })
    };
    let mut beside: Vec<Piece> = position.followers_beside_fairy().collect();
    beside.sort_unstable();
    assert_eq!(beside, view.pieces.iter().copied().filter(is_beside).collect::<Vec<_>>());
}

/// The projected scores are what ending now gives, and so are the tokens of goods.
fn projects_the_end(position: &Position) {
    let (mut ended, mut events) = (position.clone(), Vec::new());
    if ended.apply(Input::EndNow, &mut events).is_ok() {
        let goods = position.goods_if_ended();
        for event in events {
            if let Event::Scored(Score { reason: Reason::Goods { good, tokens }, .. }) = event {
                assert_eq!(goods.map(|goods| goods[good as usize]), tokens, "tokens of {good:?}");
            }
        }
        assert_eq!(
            position.projected()[..ended.scores().len()],
            *ended.scores(),
            "projected scores in {:?}",
            position.phase()
        );
    }
}

fn follow(unchecked: &mut Position, input: Input) {
    match input {
        Input::Act(action) => unchecked.play_unchecked(action),
        other => unchecked.apply(other, &mut ()).expect("accepted before"),
    }
}

fn conserves_tiles(setup: &Setup, view: &View, start: &View) {
    let count = |view: &View| {
        let pools = view.left.total() + view.held.total() + view.aside.total() + view.removed.total();
        pools + view.tiles.len() as u32 + u32::from(view.hand.is_some())
    };
    assert_eq!(count(view), count(start), "no tile is lost or made: {setup:?}");
}

fn conserves_figures(setup: &Setup, view: &View) {
    for seat in 0..setup.seats {
        for figure in Figure::ALL {
            let out = view.pieces.iter().filter(|piece| (piece.seat, piece.figure) == (Seat(seat), figure));
            let all = out.count() as u8 + view.supply[usize::from(seat)][figure as usize];
            assert_eq!(all, setup.allotment(figure), "{figure:?} of seat {seat}");
        }
    }
}

/// What is listed is accepted, what is not is refused and changes nothing.
fn accepts_exactly_what_is_legal(choices: &mut Choices<'_>, position: &Position) {
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    let mut tried = position.clone();
    for _ in 0..3 {
        let action = any_action(choices, position);
        let verdict = tried.play(action, &mut ());
        assert_eq!(verdict.is_ok(), legal.contains(&action), "{action:?}: {verdict:?}");
        if verdict.is_ok() {
            tried.copy_from(position);
        } else {
            assert_eq!(&tried, position, "a refused action changes nothing");
        }
    }
    let mut distinct = Vec::new();
    position.distinct_actions(&mut distinct);
    assert!(distinct.iter().all(|action| legal.contains(action)));
    assert_eq!(distinct.is_empty(), legal.is_empty());
}

/// Any action at all, likely or not, near the tiles.
fn any_action(choices: &mut Choices<'_>, position: &Position) -> Action {
    let tiles: Vec<Cell> = position.tiles().map(|laid| laid.cell).collect();
    let near = tiles[choices.below(tiles.len())];
    let cell = if choices.once_in(2) { near } else { near.step(Side::nth(choices.byte())) };
    let spot = Spot::new(cell, choices.below(9) as u8);
    match choices.below(7) {
        0 => Action::Place { cell, rotation: Rotation::new(choices.byte()) },
        1 | 2 => Action::Deploy { figure: Figure::ALL[choices.below(3)], spot },
        3 => Action::Evict { spot },
        4 => Action::MoveFairy { cell, segment: choices.once_in(2).then_some(spot.segment) },
        5 => Action::MoveDragon { side: Side::nth(choices.byte()) },
        _ => [Action::Pass, Action::TakeExtra][choices.below(2)],
    }
}

/// A position made from its view is the same position.
fn comes_back_from_its_view(setup: &Setup, position: &Position) {
    let setup = setup.clone().with_start(position.view());
    let back = Position::new(&setup).unwrap_or_else(|why| panic!("{why}\n{:?}", position.view()));
    assert_eq!(&back, position);
    let (mut here, mut there) = (Vec::new(), Vec::new());
    position.legal_actions(&mut here);
    back.legal_actions(&mut there);
    here.sort();
    there.sort();
    assert_eq!(here, there, "and the same can be done in it");
    assert_eq!(back.projected(), position.projected());
}

/// No action, however absurd, panics in any phase, and none but legal ones is taken.
pub fn any_action_is_safe(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let setup = choices.setup();
    let mut position = Position::new(&setup).expect("the choices make playable setups");
    while !choices.is_exhausted() {
        let cell = Cell::new(i16::from_le_bytes([choices.byte(), choices.byte()]), i16::from(choices.byte()));
        let wild =
            Action::Deploy { figure: Figure::ALL[choices.below(3)], spot: Spot::new(cell, choices.byte()) };
        let mut events: Vec<Event> = Vec::new();
        let _: Result<(), Illegal> = position.play(wild, &mut events);
        let far = Action::Place { cell, rotation: Rotation::new(choices.byte()) };
        let _: Result<(), Illegal> = position.play(far, &mut events);
        let _: Result<(), Illegal> =
            position.apply(Input::Retire(Seat(6 + choices.byte() % 250)), &mut events);
        let kind = Kind::from_index(choices.below(99)).expect("there are 99 kinds");
        let _: Result<(), Illegal> = position.draw(kind, &mut events);
        let action = any_action(&mut choices, &position);
        let _: Result<(), Illegal> = position.play(action, &mut events);
        let Some(input) = choose(&mut choices, &position) else { return };
        position.apply(input, &mut events).expect("legal");
    }
}
