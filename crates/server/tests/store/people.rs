//! People, links, tokens and the sign of life.

use crate::common::{TempStore, begin, game, hash};
use server::store::{Link, PersonId, Purpose, StoreError};

#[test]
fn a_person_is_known_by_each_of_their_secrets() {
    let place = TempStore::new();
    let store = place.open();
    let ann = store.add_person(hash(1), 0).wait().unwrap();
    let bob = store.add_person(hash(2), 0).wait().unwrap();
    assert_ne!(ann, bob);
    store.add_secret(ann, hash(3)).wait().unwrap();
    assert_eq!(store.add_person(hash(3), 0).wait(), Err(StoreError::SecretExists));
    assert_eq!(store.add_secret(bob, hash(1)).wait(), Err(StoreError::SecretExists));
    assert_eq!(store.add_secret(PersonId(99), hash(4)).wait(), Err(StoreError::UnknownPerson(99)));
    drop(store);
    let store = place.open();
    let known = [1, 2, 3, 4].map(|number| store.person(&hash(number)).unwrap());
    assert_eq!(known, [Some((ann, 0)), Some((bob, 0)), Some((ann, 0)), None]);
    store.saw(ann, 5).wait().unwrap();
    assert_eq!(store.person(&hash(3)).unwrap(), Some((ann, 5)));
}

#[test]
fn links_lead_where_they_should_until_they_are_revoked() {
    let place = TempStore::new();
    let store = place.open();
    begin(&store, game(1), 1);
    begin(&store, game(2), 1);
    let ann = store.add_person(hash(1), 0).wait().unwrap();
    let purposes =
        [Purpose::Sit, Purpose::Watch, Purpose::Watch, Purpose::Device(ann), Purpose::Watch, Purpose::Sit];
    let link = |purpose| Link { game: game(1), purpose, made: 77 };
    for (number, purpose) in (10..).zip(purposes) {
        store.add_link(hash(number), link(purpose)).wait().unwrap();
        assert_eq!(store.link(&hash(number)).unwrap(), Some(link(purpose)));
    }
    store.add_link(hash(20), Link { game: game(2), ..link(Purpose::Sit) }).wait().unwrap();
    let there =
        || (10..=20).filter(|number| store.link(&hash(*number)).unwrap().is_some()).collect::<Vec<_>>();

    assert_eq!(store.revoke_links(game(1), Some(Purpose::Sit)).wait(), Ok(2));
    assert_eq!(there(), [11, 12, 13, 14, 20]);
    assert_eq!(store.revoke_links(game(1), Some(Purpose::Device(PersonId(55)))).wait(), Ok(0));
    assert_eq!(store.take_link(hash(13)).wait(), Ok(Some(link(Purpose::Device(ann)))));
    assert_eq!(store.take_link(hash(13)).wait(), Ok(None));
    assert_eq!(there(), [11, 12, 14, 20]);
    assert_eq!(store.revoke_links(game(1), None).wait(), Ok(3));
    assert_eq!(there(), [20]);
}

#[test]
fn links_to_nowhere_are_refused() {
    let place = TempStore::new();
    let store = place.open();
    let watch = Link { game: game(1), purpose: Purpose::Watch, made: 0 };
    assert_eq!(store.add_link(hash(1), watch).wait(), Err(StoreError::UnknownGame(game(1))));
    assert_eq!(store.revoke_links(game(1), None).wait(), Err(StoreError::UnknownGame(game(1))));
    begin(&store, game(1), 1);
    let device = Link { purpose: Purpose::Device(PersonId(3)), ..watch };
    assert_eq!(store.add_link(hash(1), device).wait(), Err(StoreError::UnknownPerson(3)));
    store.add_link(hash(1), watch).wait().unwrap();
    assert_eq!(store.add_link(hash(1), watch).wait(), Err(StoreError::SecretExists));
}

#[test]
fn the_last_sign_of_life_is_kept() {
    let place = TempStore::new();
    let store = place.open();
    assert_eq!(store.last_alive(), Ok(None));
    for now in [5, 9, 7] {
        store.write_alive(now).wait().unwrap();
    }
    drop(store);
    assert_eq!(place.open().last_alive(), Ok(Some(7)));
}

#[test]
fn secrets_and_hashes_are_not_shown_by_debug() {
    let place = TempStore::new();
    let store = place.open();
    begin(&store, game(1), 1);
    let row = store.game(game(1)).unwrap().unwrap();
    assert!(format!("{row:?}").contains("Secret(..)"));
    assert_eq!(format!("{:?}", hash(1)), "Hash(..)");
}
