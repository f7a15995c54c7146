//! Tables that are being loaded: everybody who wants one waits for the same loading.

use super::HallError;
use crate::session::Mailbox;
use crate::store::GameId;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// What becomes of loading a table.
pub type Outcome = Result<Mailbox, HallError>;

/// The tables that somebody waits for.
#[derive(Clone, Default)]
pub struct Loading(Arc<Mutex<HashMap<GameId, Arc<Load>>>>);

/// The loading of a table.
struct Load {
    begun: AtomicBool,
    outcome: watch::Sender<Option<Outcome>>,
}

/// Somebody who waits for a table. Clones wait for the same.
#[derive(Clone)]
pub struct Waiting {
    loading: Loading,
    game: GameId,
    load: Arc<Load>,
}

impl Loading {
    /// Somebody wants a table that is not in memory.
    pub fn enter(&self, game: GameId) -> Waiting {
        let new = || Arc::new(Load { begun: AtomicBool::new(false), outcome: watch::Sender::new(None) });
        let load = self.lock().entry(game).or_insert_with(new).clone();
        Waiting { loading: self.clone(), game, load }
    }

    /// Whether anybody waits for a table.
    pub fn has(&self, game: GameId) -> bool {
        self.lock().contains_key(&game)
    }

    fn forget(&self, game: GameId, which: impl FnOnce(&Arc<Load>) -> bool) {
        let mut loading = self.lock();
        if loading.get(&game).is_some_and(which) {
            loading.remove(&game);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Arc<Load>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    /// Loads the table, unless somebody else does, and tells everybody.
    pub fn load(self, load: impl FnOnce() -> Outcome) {
        if self.load.begun.swap(true, Ordering::Relaxed) {
            return;
        }
        let mut end = End { waiting: &self, outcome: Err(HallError::Busy) };
        end.outcome = load();
    }

    /// What has become of it, as soon as that is known.
    pub async fn outcome(&self) -> Outcome {
        let mut outcome = self.load.outcome.subscribe();
        let known = outcome.wait_for(Option::is_some).await;
        known.ok().and_then(|known| known.clone()).unwrap_or(Err(HallError::Busy))
    }
}

/// The end of a loading, however it ends: nobody waits for it in vain.
struct End<'a> {
    waiting: &'a Waiting,
    outcome: Outcome,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        let Waiting { loading, game, load } = self.waiting;
        // First of all, so that whoever is told and comes again begins anew.
        loading.forget(*game, |known| Arc::ptr_eq(known, load));
        load.outcome.send_replace(Some(self.outcome.clone()));
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let is_last = |known: &Arc<Load>| Arc::ptr_eq(known, &self.load) && Arc::strong_count(known) == 2;
        self.loading.forget(self.game, is_last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::LoadError;

    const GAME: GameId = GameId([1; 10]);

    fn failed() -> Outcome {
        Err(LoadError::Unknown(GAME).into())
    }

    #[tokio::test]
    async fn a_table_is_loaded_once_for_all_who_wait_for_it() {
        let loading = Loading::default();
        let all = [(); 5].map(|()| loading.enter(GAME));
        let mut loads = 0;
        for waiting in &all {
            waiting.clone().load(|| {
                loads += 1;
                failed()
            });
        }
        assert_eq!(loads, 1);
        for waiting in &all {
            assert_eq!(waiting.outcome().await.err(), failed().err());
        }
        assert!(!loading.has(GAME), "whoever comes now begins anew");
        loading.enter(GAME).load(|| {
            loads += 1;
            failed()
        });
        assert_eq!(loads, 2);
    }

    #[tokio::test]
    async fn a_loading_that_panics_leaves_nobody_waiting() {
        let loading = Loading::default();
        let (one, other) = (loading.enter(GAME), loading.enter(GAME));
        std::thread::spawn(move || one.load(|| panic!("on purpose"))).join().unwrap_err();
        assert_eq!(other.outcome().await.err(), Some(HallError::Busy));
        assert!(!loading.has(GAME));
    }

    #[test]
    fn whoever_goes_before_it_begins_leaves_no_trace() {
        let loading = Loading::default();
        let (one, other) = (loading.enter(GAME), loading.enter(GAME));
        drop(one);
        assert!(loading.has(GAME));
        drop(other);
        assert!(!loading.has(GAME));
    }
}
