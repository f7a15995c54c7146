//! What goes when its time has come.

use super::Place;
use crate::common::{SECRET, begin, entry, game, hash, last};
use server::store::{Append, Index, Link, Page, PersonId, Purpose, Store, StoreError};

const ALL: Page = Page { limit: 100, before: None };
/// Whoever keeps a game keeps it for ever.
const ALWAYS: i64 = i64::MIN;

fn put(store: &Store, number: u64, index: Index) {
    store.create(SECRET, Append { index, ..entry(game(number), 1) }).wait().unwrap();
}

fn with(person: PersonId) -> Index {
    Index { people: vec![person], stage: "over".into(), ..Index::default() }
}

pub fn a_game_is_gone_at_once_and_its_log_little_by_little(place: &dyn Place) {
    let store = place.open();
    let ann = store.add_person(hash(1), 0).wait().unwrap();
    begin(&store, game(1), 450);
    begin(&store, game(2), 3);
    put(&store, 3, with(ann));
    let link = Link { game: game(3), purpose: Purpose::Sit, made: 8 };
    store.add_link(hash(9), link).wait().unwrap();
    store.welcome(hash(9), ann).wait().unwrap();
    assert!(store.bytes_of(game(3)).unwrap() > 0);
    assert_eq!(store.forget(game(3), 2, ALWAYS).wait(), Ok(false), "it is not as far as that");
    assert_eq!(store.forget(game(3), 1, ALWAYS).wait(), Ok(true));
    assert_eq!(store.forget(game(3), 1, ALWAYS).wait(), Ok(false));
    assert_eq!((store.game(game(3)), store.bytes_of(game(3))), (Ok(None), Ok(0)));
    assert_eq!(store.link(&hash(9)), Ok(None));
    assert!(store.games_of(ann, ALL).unwrap().is_empty());
    assert_eq!(store.stages(), Ok(vec![("running".into(), 2)]));
    assert_eq!((store.sweep().wait(), store.sweep().wait()), (Ok(true), Ok(false)));
    assert_eq!(store.forget(game(1), 450, ALWAYS).wait(), Ok(true));
    assert_eq!(store.load(game(1), 0), Ok(Vec::new()));
    drop(store);
    let store = place.open();
    assert_eq!(store.sweep().wait(), Ok(true), "also after a crash");
    while store.sweep().wait().unwrap() {}
    assert_eq!(last(&store, game(2)), 3);
}

pub fn a_game_that_is_taken_away_is_gone_whoever_keeps_it(place: &dyn Place) {
    let store = place.open();
    let ann = store.add_person(hash(1), 0).wait().unwrap();
    (1..=2).for_each(|number| put(&store, number, with(ann)));
    store.keep(game(1), ann, 1).wait().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    assert_eq!(runtime.block_on(store.delete(game(1))), Ok(true));
    assert_eq!(runtime.block_on(store.delete(game(1))), Ok(false));
    assert_eq!((store.game(game(1)), store.sweep().wait()), (Ok(None), Ok(false)));
    assert_eq!(store.games_of(ann, ALL).unwrap().len(), 1);
    begin(&store, game(1), 2);
    assert_eq!(last(&store, game(1)), 2, "its name may be given again");
}

pub fn what_somebody_keeps_stays(place: &dyn Place) {
    let store = place.open();
    let [ann, bob] = [1, 2].map(|number| store.add_person(hash(number), 0).wait().unwrap());
    (1..=3).for_each(|number| put(&store, number, with(ann)));
    store.keep(game(1), ann, 2).wait().unwrap();
    store.keep(game(1), bob, 2).wait().unwrap();
    store.keep(game(2), ann, 2).wait().unwrap();
    store.keep(game(2), ann, 2).wait().unwrap();
    assert_eq!(store.keep(game(3), ann, 2).wait(), Err(StoreError::KeepsTooMany(2)));
    assert_eq!(store.keep(game(9), ann, 2).wait(), Err(StoreError::UnknownGame(game(9))));
    let kept: Vec<_> = store.kept_by(ann).unwrap().iter().map(|kept| kept.game).collect();
    assert_eq!(kept, [game(2), game(1)]);
    assert_eq!(store.forget(game(1), 1, ALWAYS).wait(), Ok(false));
    store.let_go(game(1), ann).wait().unwrap();
    assert_eq!(
        (store.kept(game(1), Some(ann), ALWAYS), store.kept(game(1), None, ALWAYS)),
        (Ok((true, false)), Ok((true, false)))
    );
    assert_eq!(store.forget(game(1), 1, ALWAYS).wait(), Ok(false), "somebody else keeps it");
    let aged = |after, limit| -> Vec<_> {
        store
            .aged(after, i64::MAX, ALWAYS, limit)
            .unwrap()
            .into_iter()
            .map(|aged| (aged.game, aged.version))
            .collect()
    };
    assert_eq!(aged(0, 10), [(game(3), 1)]);
    store.let_go(game(1), bob).wait().unwrap();
    assert_eq!(aged(0, 1), [(game(1), 1)]);
    assert_eq!(aged(1, 10), [(game(3), 1)]);
    assert!(store.aged(0, 1001, ALWAYS, 10).unwrap().is_empty(), "they all changed at 1001");
    assert_eq!(store.forget(game(1), 1, ALWAYS).wait(), Ok(true));
}

pub fn what_is_kept_by_people_who_do_not_come_any_more_goes_in_its_time(place: &dyn Place) {
    let store = place.open();
    let [ann, bob] = [1, 2].map(|number| store.add_person(hash(number), 100).wait().unwrap());
    put(&store, 1, with(ann));
    store.keep(game(1), ann, 1).wait().unwrap();
    store.keep(game(1), bob, 1).wait().unwrap();
    store.saw(bob, 500).wait().unwrap();
    let aged = |since| store.aged(0, i64::MAX, since, 10).unwrap().len();
    assert_eq!((aged(100), aged(500), aged(501)), (0, 0, 1));
    let kept = |since| store.kept(game(1), Some(ann), since);
    assert_eq!((kept(500), kept(501)), (Ok((true, true)), Ok((false, true))));
    assert_eq!(store.forget(game(1), 1, 500).wait(), Ok(false));
    assert_eq!(store.forget(game(1), 1, 501).wait(), Ok(true));
    assert!(store.kept_by(bob).unwrap().is_empty());
}

pub fn people_are_forgotten_who_have_nothing_and_do_not_come(place: &dyn Place) {
    let store = place.open();
    let people: Vec<PersonId> =
        (1..=7).map(|number| store.add_person(hash(number), 100).wait().unwrap()).collect();
    let [plays, keeps, guest, device, new, gone, _last] = people[..] else { panic!() };
    put(&store, 1, with(plays));
    store.keep(game(1), keeps, 1).wait().unwrap();
    for (number, purpose) in [(21, Purpose::Watch), (22, Purpose::Device(device))] {
        store.add_link(hash(number), Link { game: game(1), purpose, made: 50 }).wait().unwrap();
    }
    store.welcome(hash(21), guest).wait().unwrap();
    store.saw(new, 1000).wait().unwrap();
    assert_eq!((store.strangers(100), store.strangers(101)), (Ok(0), Ok(2)));
    assert_eq!(store.forget_device_links(50).wait(), Ok(0));
    assert_eq!(store.forget_device_links(51).wait(), Ok(1));
    assert_eq!(store.forget_strangers(101).wait(), Ok(3), "the one who waited for a device, too");
    assert_eq!(store.forget_strangers(101).wait(), Ok(0));
    let known = (1..=7).map(|number| store.person(&hash(number)).unwrap().is_some());
    assert_eq!(known.collect::<Vec<_>>(), [true, false, true, false, true, false, true]);
    assert_eq!(store.has_person(gone), Ok(false));
    assert_eq!(store.add_person(hash(8), 0).wait(), Ok(PersonId(8)), "no number is given twice");
}

pub fn public_games_are_listed_while_they_are_attended(place: &dyn Place) {
    let store = place.open();
    let [ann, bob] = [1, 2].map(|number| store.add_person(hash(number), 0).wait().unwrap());
    let stage = |person, public| Index { stage: "gathering".into(), public, ..with(person) };
    put(&store, 1, stage(ann, true));
    put(&store, 2, stage(ann, true));
    put(&store, 3, stage(ann, false));
    let listed = |since| {
        store
            .public_games("gathering", Some(since), ALL)
            .unwrap()
            .iter()
            .map(|listed| listed.game)
            .collect::<Vec<_>>()
    };
    assert_eq!((listed(1001), listed(1002)), (vec![game(2), game(1)], vec![]));
    store.attend(vec![(bob, Some(game(1))), (ann, Some(game(3)))], 100_000).wait().unwrap();
    assert!(listed(1002).is_empty(), "whoever does not belong there attends nothing");
    store.attend(vec![(ann, Some(game(1)))], 100_000).wait().unwrap();
    assert_eq!(listed(100_000), [game(1)]);
    store.attend(vec![(ann, None)], 110_000).wait().unwrap();
    assert_eq!(listed(100_001), [game(2)], "what was noted a moment ago is not noted anew");
}
