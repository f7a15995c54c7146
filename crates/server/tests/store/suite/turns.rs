//! Turns at reading.

use super::Place;
use server::store::Store;
use std::sync::mpsc;
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::task::{spawn, spawn_blocking, yield_now};

pub fn a_read_that_nobody_waits_for_any_more_keeps_its_turn_until_it_ends(place: &dyn Place) {
    let store = place.open_for(1);
    let read = async |store: Store, read: Box<dyn FnOnce(&Store) + Send>| store.aside(read).await.unwrap();
    // One thread for the read that does not end, and one that works in the order in which it is asked.
    let runtime = Builder::new_current_thread().max_blocking_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let ((begin, begun), (end, ended)) = (oneshot::channel(), mpsc::channel::<()>());
        let first = move |_: &Store| {
            begin.send(()).unwrap();
            let _ = ended.recv();
        };
        let asked = spawn(read(store.clone(), Box::new(first)));
        begun.await.unwrap();
        asked.abort();
        assert!(asked.await.unwrap_err().is_cancelled());
        let (tell, told) = mpsc::channel();
        let second = spawn(read(store.clone(), Box::new(move |_| tell.send(()).unwrap())));
        yield_now().await;
        spawn_blocking(|| ()).await.unwrap();
        assert!(told.try_recv().is_err(), "there is one reader, and it is taken");
        drop(end);
        second.await.unwrap();
        assert!(told.try_recv().is_ok());
    });
}
