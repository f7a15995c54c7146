//! Records and positions of real games: every set, part, knob and number of seats.

use chance::{Deck, Stream};
use rules::notation::{Game, Recorder, games, parse_position, write_position};
use rules::{Action, Event, Input, Kind, Knobs, Parts, Phase, Position, Seat, Setup, TileSet, ToAct};

/// A setup of which anything may be asked.
fn any_setup(stream: &mut Stream) -> Setup {
    let mut setup = Setup::new(1 + stream.below(6) as u8, &[]);
    if stream.below(5) == 0 {
        let kinds: Vec<Kind> = (0..150).filter_map(Kind::from_index).collect();
        let once = |kind: &Kind| kind.tile().set != TileSet::River;
        let bag = (0..1 + stream.below(30)).filter_map(|_| stream.pick(&kinds).copied().filter(once));
        setup.bag = Some(bag.map(|kind| (kind, 1)).chain(Kind::named("V").map(|v| (v, 2))).collect());
    } else {
        setup.sets = std::array::from_fn(|n| u8::from(n == 0 || stream.below(2) == 0));
        setup.sets[0] += u8::from(stream.below(10) == 0);
    }
    setup.parts = Parts::of_sets(if setup.bag.is_some() { [1; 5] } else { setup.sets });
    for part in Parts::NAMES {
        if stream.below(8) == 0 {
            setup.parts.set(part, false);
        }
    }
    for knob in Knobs::NAMES {
        let values = Knobs::values(knob).unwrap();
        if stream.below(3) == 0 {
            setup.knobs.set(knob, stream.pick(&values).unwrap()).unwrap();
        }
    }
    setup
}

/// The next input of a random game: mostly what the rules ask for, now and then a retirement.
fn any_input(position: &Position, deck: &Deck, stream: &mut Stream, wild: bool) -> Option<Input> {
    if wild && stream.below(150) == 0 {
        let seat = Seat(stream.below(u32::from(position.setup().seats)) as u8);
        if !position.view().retired[seat.index()] && position.phase() != over(position) {
            return Some(Input::Retire(seat));
        }
    }
    if wild && stream.below(1500) == 0 && position.phase() != over(position) {
        return Some(Input::EndNow);
    }
    match position.to_act() {
        ToAct::Over(_) => None,
        ToAct::Chance => deck.next(position).map(Input::Draw),
        ToAct::Seat(_) => {
            let mut actions = Vec::new();
            position.legal_actions(&mut actions);
            // Figures that stay make richer boards than figures that pass.
            let worthwhile = |action: &Action| *action != Action::Pass || stream.below(4) == 0;
            let mut rich = actions.clone();
            let mut keep = worthwhile;
            rich.retain(|action| keep(action));
            stream.pick(if rich.is_empty() { &actions } else { &rich }).copied().map(Input::Act)
        }
    }
}

fn over(position: &Position) -> Phase {
    match position.phase() {
        phase @ Phase::Over(_) => phase,
        _ => Phase::Over(rules::Ending::Agreed),
    }
}

/// Plays a random game; `see` is shown every input with what came of it.
fn play(
    mut position: Position,
    stream: &mut Stream,
    mut see: impl FnMut(&Position, Input, &[Event]),
) -> Position {
    let mut deck = Deck::from_number(stream.bits(), &position);
    let wild = stream.below(3) == 0;
    let mut events = Vec::new();
    while let Some(input) = any_input(&position, &deck, stream, wild) {
        events.clear();
        position.apply(input, &mut events).unwrap();
        events.iter().for_each(|event| deck.observe(event));
        see(&position, input, &events);
    }
    position
}

fn recorded(position: Position, stream: &mut Stream) -> (Game, Position) {
    let mut recorder = Recorder::new(&position);
    let end = play(position, stream, |_, input, events| recorder.record(input, events));
    (recorder.finish(), end)
}

#[test]
fn a_record_read_back_is_the_same_game() {
    for seed in 0..120 {
        let mut stream = Stream::new(seed);
        let setup = any_setup(&mut stream);
        let (game, end) = recorded(Position::new(&setup).unwrap(), &mut stream);
        let text = game.to_string();
        let read = Game::parse(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(read, game, "seed {seed}\n{text}");
        assert_eq!(read.to_string(), text);
        let outcome = read.check().unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(outcome, game.outcome);
        assert_eq!(read.replay(|_, _, _| {}).unwrap(), end);
        assert_eq!(game.check(), Ok(outcome));
    }
}

#[test]
fn the_facts_alone_show_every_position() {
    for seed in 1000..1060 {
        let mut stream = Stream::new(seed);
        let setup = any_setup(&mut stream);
        let (game, _) = recorded(Position::new(&setup).unwrap(), &mut stream);
        let mut views = Vec::new();
        game.replay(|position, _, _| views.push(position.view())).unwrap();
        let mut shown = Vec::new();
        game.watch(|view, _| shown.push(view.clone())).unwrap();
        assert_eq!(views.len(), shown.len());
        for (n, (view, shown)) in views.iter().zip(&shown).enumerate() {
            assert_eq!(view, shown, "seed {seed}, step {n}\n{game}");
        }
    }
}

#[test]
fn every_reachable_position_reads_back() {
    for seed in 2000..2040 {
        let mut stream = Stream::new(seed);
        let setup = any_setup(&mut stream);
        play(Position::new(&setup).unwrap(), &mut stream, |position, _, _| {
            let line = write_position(position);
            let read = parse_position(&line).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{line}"));
            assert_eq!(read, *position, "seed {seed}\n{line}");
            assert_eq!(read.view(), position.view(), "seed {seed}\n{line}");
            assert_eq!(read.key(), position.key());
            assert_eq!(write_position(&read), line);
        });
    }
}

#[test]
fn a_game_can_go_on_from_any_position_and_be_recorded() {
    for seed in 3000..3060 {
        let mut stream = Stream::new(seed);
        let setup = any_setup(&mut stream);
        let mut positions = Vec::new();
        play(Position::new(&setup).unwrap(), &mut stream, |position, _, _| positions.push(position.clone()));
        let middle = stream.pick(&positions).unwrap();
        let (game, end) = recorded(middle.clone(), &mut stream);
        let text = game.to_string();
        let read = Game::parse(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(read, game, "seed {seed}\n{text}");
        read.check().unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(read.replay(|_, _, _| {}).unwrap(), end);
        let shown = read.watch(|_, _| {}).unwrap();
        assert_eq!(shown, end.view());
    }
}

#[test]
fn every_beginning_of_a_game_is_a_record() {
    let mut stream = Stream::new(5);
    let setup = Setup::new(3, &TileSet::ALL);
    let position = Position::new(&setup).unwrap();
    let mut recorder = Recorder::new(&position);
    let mut texts = vec![recorder.game().to_string()];
    play(position, &mut stream, |_, input, events| {
        recorder.record(input, events);
        texts.push(recorder.game().to_string());
    });
    for text in &texts {
        let game = Game::parse(text).unwrap();
        assert_eq!(game.to_string(), *text);
        game.check().unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
    let all: Vec<Game> = games(&texts.join("\n")).map(Result::unwrap).collect();
    assert_eq!(all.len(), texts.len());
}

#[test]
#[ignore]
fn show() {
    for seed in [7, 11] {
        let mut stream = Stream::new(seed);
        let setup = if seed == 7 { Setup::new(3, &TileSet::ALL) } else { Setup::base(2) };
        let (game, _) = recorded(Position::new(&setup).unwrap(), &mut stream);
        println!("{game}");
    }
}
