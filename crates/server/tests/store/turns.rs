//! Turns at reading.

use crate::common::{TempStore, options};
use server::store::{Options, Store};
use std::sync::mpsc;
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::task::{spawn, spawn_blocking, yield_now};

#[test]
fn a_read_that_nobody_waits_for_any_more_keeps_its_turn_until_it_ends() {
    let place = TempStore::new();
    let store = place.open_with(&Options { readers: 1, ..options() });
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
