//! People, what they are called and have said, and links.

use super::Place;
use crate::common::{begin, entry, game, hash, word};
use server::store::{Append, Index, Link, MAX_LINKS, PersonId, Purpose, StoreError, Word};

pub fn a_person_is_known_by_their_secret_and_no_other(place: &dyn Place) {
    let store = place.open();
    let ann = store.add_person(hash(1), 0).wait().unwrap();
    let bob = store.add_person(hash(2), 0).wait().unwrap();
    assert_ne!(ann, bob);
    assert_eq!(store.add_person(hash(1), 0).wait(), Err(StoreError::SecretExists));
    drop(store);
    let store = place.open();
    let known = [1, 2, 4].map(|number| store.person(&hash(number)).unwrap());
    assert_eq!(known, [Some((ann, 0)), Some((bob, 0)), None]);
    store.saw(ann, 5).wait().unwrap();
    assert_eq!(store.person(&hash(1)).unwrap(), Some((ann, 5)));
    assert_eq!((store.secrets_of(ann), store.secrets_of(PersonId(99))), (Ok(1), Ok(0)));
}

pub fn of_a_person_who_is_forgotten_only_the_number_stays(place: &dyn Place) {
    let store = place.open();
    begin(&store, game(1), 1);
    let [ann, bob] = [1, 2].map(|number| store.add_person(hash(number), 0).wait().unwrap());
    let link = |purpose| Link { game: game(1), purpose, made: 7 };
    store.add_link(hash(10), link(Purpose::Watch)).wait().unwrap();
    store.add_link(hash(11), link(Purpose::Device(ann))).wait().unwrap();
    for person in [ann, bob] {
        store.welcome(hash(10), person).wait().unwrap();
        store.keep(game(1), person, 1).wait().unwrap();
    }
    store.forget_person(ann).wait().unwrap();
    assert_eq!(
        (store.person(&hash(1)), store.has_person(ann), store.secrets_of(ann)),
        (Ok(None), Ok(true), Ok(0))
    );
    assert_eq!((store.links_of(ann), store.kept_by(ann)), (Ok(vec![]), Ok(vec![])));
    assert_eq!(store.link(&hash(11)), Ok(None));
    assert_eq!((store.is_guest(&hash(10), bob), store.kept_by(bob).unwrap().len()), (Ok(true), 1));
    assert_eq!(store.forget_person(PersonId(99)).wait(), Err(StoreError::UnknownPerson(99)));
}

pub fn guests_may_do_what_their_links_are_good_for(place: &dyn Place) {
    let store = place.open();
    (1..=2).for_each(|number| begin(&store, game(number), 1));
    let [ann, bob] = [1, 2].map(|number| store.add_person(hash(number), 0).wait().unwrap());
    let link = |number, purpose, made| Link { game: game(number), purpose, made };
    let links = [link(1, Purpose::Sit, 3), link(1, Purpose::Watch, 2), link(2, Purpose::Watch, 1)];
    for (number, link) in (10..).zip(links) {
        store.add_link(hash(number), link).wait().unwrap();
    }
    // Twice is as good as once, and a link that is gone leads nowhere.
    for number in [10, 10, 12, 77] {
        store.welcome(hash(number), ann).wait().unwrap();
    }
    assert_eq!(store.welcome(hash(10), PersonId(99)).wait(), Err(StoreError::UnknownPerson(99)));
    assert_eq!(store.welcomes(game(1), ann), Ok(vec![Purpose::Sit]));
    assert_eq!(
        (store.welcomes(game(2), ann), store.welcomes(game(1), bob)),
        (Ok(vec![Purpose::Watch]), Ok(vec![]))
    );
    assert_eq!((store.is_guest(&hash(10), ann), store.is_guest(&hash(11), ann)), (Ok(true), Ok(false)));
    assert_eq!(store.links_of(ann), Ok(vec![links[2], links[0]]));
    assert_eq!(store.revoke_links(game(1), None).wait(), Ok(2));
    assert_eq!((store.welcomes(game(1), ann), store.is_guest(&hash(10), ann)), (Ok(vec![]), Ok(false)));
}

pub fn a_table_has_so_many_links_of_a_kind(place: &dyn Place) {
    let store = place.open();
    begin(&store, game(1), 1);
    let add = |number, purpose| store.add_link(hash(number), Link { game: game(1), purpose, made: 0 }).wait();
    (0..MAX_LINKS as u8).for_each(|number| add(number, Purpose::Sit).unwrap());
    assert_eq!(add(200, Purpose::Sit), Err(StoreError::TooManyLinks(MAX_LINKS)));
    assert_eq!(add(201, Purpose::Watch), Ok(()));
}

pub fn links_lead_where_they_should_until_they_are_revoked(place: &dyn Place) {
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

pub fn links_to_nowhere_are_refused(place: &dyn Place) {
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

pub fn what_a_person_said_is_erased_and_the_log_stays(place: &dyn Place) {
    let store = place.open();
    let [ann, bob] = [1, 2].map(|number| store.add_person(hash(number), 0).wait().unwrap());
    for number in 0..3 {
        begin(&store, game(number), 1);
        let words = vec![word(0, ann), word(3, bob)];
        store.append(Append { words, ..entry(game(number), 2) }).wait().unwrap();
    }
    let said: Vec<_> =
        store.words_of(ann).unwrap().into_iter().map(|word| (word.game, word.version)).collect();
    assert_eq!(said, [(game(0), 2), (game(1), 2), (game(2), 2)]);
    let index = Index { stage: "over".into(), ..Index::default() };
    store.erase(game(1), ann, index.clone()).wait().unwrap();
    assert_eq!(store.games_with_words_of(ann), Ok(vec![game(0), game(2)]));
    assert_eq!(store.words_of(bob).unwrap().len(), 3);
    let log = store.load(game(1), 0).unwrap();
    assert_eq!(log[1].words, [Word { text: None, ..word(0, ann) }, word(3, bob)]);
    assert_eq!(store.game(game(1)).unwrap().unwrap().index, index);
    store.append(entry(game(1), 3)).wait().unwrap();
    assert_eq!(store.erase(game(9), ann, Index::default()).wait(), Err(StoreError::UnknownGame(game(9))));
}

pub fn secrets_and_hashes_are_not_shown_by_debug(place: &dyn Place) {
    let store = place.open();
    begin(&store, game(1), 1);
    let row = store.game(game(1)).unwrap().unwrap();
    assert!(format!("{row:?}").contains("Secret(..)"));
    assert_eq!(format!("{:?}", hash(1)), "Hash(..)");
}
