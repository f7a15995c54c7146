//! The host's words and the sign of life.

use super::Place;
use server::store::{BanRow, Notice, PAUSE};

pub fn the_last_sign_of_life_is_kept(place: &dyn Place) {
    let store = place.open();
    assert_eq!(store.last_alive(), Ok(None));
    for now in [5, 9, 7] {
        store.write_alive(now).wait().unwrap();
    }
    drop(store);
    assert_eq!(place.open().last_alive(), Ok(Some(7)));
}

pub fn the_time_without_a_sign_of_life_is_an_outage(place: &dyn Place) {
    let store = place.open();
    store.resume(100).wait().unwrap();
    assert_eq!(store.outage_since(0), Ok(0), "the first start follows no outage");
    store.resume(100 + PAUSE).wait().unwrap();
    assert_eq!(store.outage_since(0), Ok(0), "a pause is none either");
    store.write_alive(10_000).wait().unwrap();
    drop(store);
    let store = place.open();
    store.resume(15_000).wait().unwrap();
    store.write_alive(20_000).wait().unwrap();
    store.resume(30_000).wait().unwrap();
    let since = [0, 12_000, 15_000, 26_000, 30_000].map(|time| store.outage_since(time).unwrap());
    assert_eq!(since, [15_000, 13_000, 10_000, 4_000, 0]);
    assert_eq!(store.last_alive(), Ok(Some(30_000)));
}

pub fn whom_the_host_shuts_out_is_kept_until_it_ends(place: &dyn Place) {
    let store = place.open();
    let ban = |whom: &str, made, until| BanRow { whom: whom.into(), reason: "shouting".into(), made, until };
    let (ann, bob) = (ban("ann", 5, None), ban("bob", 3, Some(20)));
    for ban in [&ann, &bob] {
        store.put_ban(ban.clone()).wait().unwrap();
    }
    drop(store);
    let store = place.open();
    assert_eq!(store.bans(), Ok(vec![bob.clone(), ann]));
    let again = ban("ann", 6, Some(9));
    store.put_ban(again.clone()).wait().unwrap();
    assert_eq!(store.bans(), Ok(vec![bob, again.clone()]), "there is one of each");
    let late = ban("cid", 20, None);
    store.put_ban(late.clone()).wait().unwrap();
    assert_eq!(store.bans(), Ok(vec![late]), "those that have ended are forgotten");
    store.remove_ban("cid".into()).wait().unwrap();
    assert_eq!(store.bans(), Ok(vec![]));
}

pub fn everybody_is_told_one_thing(place: &dyn Place) {
    let store = place.open();
    assert_eq!(store.told(), Ok(None));
    for text in ["soon", "now"] {
        store.tell(Some(Notice { text: text.into(), until: 9 })).wait().unwrap();
    }
    drop(store);
    let store = place.open();
    assert_eq!(store.told(), Ok(Some(Notice { text: "now".into(), until: 9 })));
    store.tell(None).wait().unwrap();
    assert_eq!(store.told(), Ok(None));
}

pub fn whether_there_is_room_can_be_asked_at_any_time(place: &dyn Place) {
    let store = place.open();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(store.try_room(7)).unwrap();
    assert_eq!((store.last_alive(), store.purge()), (Ok(Some(7)), Ok(true)));
}
