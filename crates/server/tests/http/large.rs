//! Games that are as long as a request may be.

use chance::Stream;
use rules::notation::Recorder;
use rules::{Input, Position, Setup, TileSet, ToAct};

/// A table whose game starts from a large position, some 40 KB of JSON.
pub fn table() -> String {
    let (position, _) = played(700);
    let mut setup = wire::Setup::from(position.setup());
    setup.start = Some(wire::View::from(&position.view()));
    let setup = wire::write(&setup);
    format!(r#"{{"setup":{setup},"seats":[{{"type":"device","name":"Ann"}}]}}"#)
}

/// The record of a long game.
pub fn record() -> String {
    played(700).1
}

/// Some tiles laid at random.
fn played(tiles: usize) -> (Position, String) {
    let mut setup = Setup::new(2, &[TileSet::Base]);
    setup.sets = setup.sets.with(TileSet::Base, 10);
    let mut position = Position::new(&setup).unwrap();
    let (mut recorder, mut random) = (Recorder::new(&position), Stream::new(1));
    let (mut events, mut drawn) = (Vec::new(), 0);
    loop {
        let input = match position.to_act() {
            ToAct::Chance if drawn == tiles => break,
            ToAct::Chance => {
                drawn += 1;
                let kinds: Vec<_> = position.bag().map(|(kind, _)| kind).collect();
                Input::Draw(*random.pick(&kinds).unwrap())
            }
            ToAct::Seat(_) => {
                let mut legal = Vec::new();
                position.legal_actions(&mut legal);
                Input::Act(*random.pick(&legal).unwrap())
            }
            ToAct::Over(_) => break,
        };
        events.clear();
        position.apply(input, &mut events).unwrap();
        recorder.record(input, &events);
    }
    (position, recorder.game().to_string())
}
