//! Whole games through JSON and back.

use rules::{Input, Position, Setup, TileSet, ToAct};

/// A cheap choice that is not always the first.
fn some(step: usize, of: usize) -> usize {
    (step * step + 7 * step) % of
}

/// Plays a game, showing each position with its input and events.
fn play(setup: &Setup, mut see: impl FnMut(&Position, Input, &[rules::Event])) {
    let mut position = Position::new(setup).unwrap();
    let mut actions = Vec::new();
    for step in 1.. {
        let input = match position.to_act() {
            ToAct::Over(_) => return,
            ToAct::Chance => {
                let bag: Vec<_> = position.bag().map(|(kind, _)| kind).collect();
                Input::Draw(bag[some(step, bag.len())])
            }
            ToAct::Seat(_) => {
                position.legal_actions(&mut actions);
                Input::Act(actions[some(step, actions.len())])
            }
        };
        let mut events = Vec::new();
        position.apply(input, &mut events).unwrap();
        see(&position, input, &events);
    }
}

fn setups() -> Vec<Setup> {
    let mut setups: Vec<Setup> = (1..=6).map(|seats| Setup::new(seats, &TileSet::ALL)).collect();
    let mut odd = Setup::new(3, &TileSet::ALL);
    for (name, value) in
        [("fairy", "on-tile"), ("extra-tile", "may"), ("field", "per-city"), ("unfit", "return")]
    {
        odd.knobs.set(name, value).unwrap();
    }
    setups.push(odd);
    setups
}

#[test]
fn inputs_events_views_and_standings_survive() {
    for setup in setups() {
        play(&setup, |position, input, events| {
            let text = wire::write(&wire::Input::from(input));
            assert_eq!(Input::from(wire::read::<wire::Input>(&text).unwrap()), input);
            for event in events {
                let text = wire::write(&wire::Event::new(event, setup.seats));
                assert_eq!(
                    &rules::Event::try_from(wire::read::<wire::Event>(&text).unwrap()).unwrap(),
                    event
                );
            }
            let view = position.view();
            let text = wire::write(&wire::View::from(&view));
            assert_eq!(rules::View::try_from(wire::read::<wire::View>(&text).unwrap()).unwrap(), view);
            let standing = position.standing();
            let text = wire::write(&wire::Standing::from(&standing));
            let back = rules::Standing::try_from(wire::read::<wire::Standing>(&text).unwrap()).unwrap();
            assert_eq!(back, standing);
        });
    }
}

#[test]
fn a_game_goes_on_from_a_view_in_a_setup() {
    let setup = Setup::new(3, &TileSet::ALL);
    let mut tried = 0;
    play(&setup, |position, _, _| {
        tried += 1;
        if tried % 40 != 0 {
            return;
        }
        let start = setup.clone().with_start(position.view());
        let text = wire::write(&wire::Setup::from(&start));
        let back: Setup = wire::read::<wire::Setup>(&text).unwrap().try_into().unwrap();
        assert_eq!(back, start);
        assert_eq!(Position::new(&back).unwrap().key(), position.key());
    });
    assert!(tried > 200);
}

#[test]
fn features_and_fits_can_be_written_at_any_time() {
    play(&Setup::new(2, &TileSet::ALL), |position, _, _| {
        for feature in position.features() {
            let feature = wire::Feature::new(position, &feature);
            assert!(!feature.spots.is_empty());
            assert_eq!(wire::read::<wire::Feature>(&wire::write(&feature)).unwrap(), feature);
        }
        for cell in position.open_cells() {
            let fits = wire::CellFits::new(position, cell);
            assert_eq!(wire::read::<wire::CellFits>(&wire::write(&fits)).unwrap(), fits);
        }
    });
}
