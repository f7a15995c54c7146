//! What takes long is done aside, a few at a time. Each kind of work has a lane of its own, so that nobody waits behind
//! another kind.

use super::failed::Failed;
use axum::http::StatusCode;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(5);

/// One kind of work.
pub struct Lane {
    /// Those who work and those who wait.
    room: Arc<Semaphore>,
    turns: Arc<Semaphore>,
    /// Whether everything else goes first.
    steps_back: bool,
}

impl Lane {
    /// So many at once, while so many wait; all others are sent away at once.
    pub fn new((turns, waiting): (usize, usize)) -> Lane {
        let (room, turns) = (Arc::new(Semaphore::new(turns + waiting)), Arc::new(Semaphore::new(turns)));
        Lane { room, turns, steps_back: false }
    }

    /// The same for work on threads that let everything else go first.
    pub fn behind_all_else(sizes: (usize, usize)) -> Lane {
        Lane { steps_back: true, ..Lane::new(sizes) }
    }

    /// Works something out when it is its turn.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failed> {
        let turn = self.turn().await.ok_or_else(busy)?;
        let steps_back = self.steps_back;
        let (answer, done) = oneshot::channel();
        let thread = std::thread::Builder::new().name("aside".into()).spawn(move || {
            if steps_back {
                crate::thinkers::step_back(crate::thinkers::BACK);
            }
            // Whoever asked may have gone; the turn ends with the work all the same.
            let _ = answer.send(work());
            drop(turn);
        });
        thread.map_err(|_| busy())?;
        done.await.map_err(|_| busy())
    }

    async fn turn(&self) -> Option<(OwnedSemaphorePermit, OwnedSemaphorePermit)> {
        let room = self.room.clone().try_acquire_owned().ok()?;
        let turn = tokio::time::timeout(PATIENCE, self.turns.clone().acquire_owned()).await;
        Some((room, turn.ok()?.ok()?))
    }
}

fn busy() -> Failed {
    let message = "the server has a lot to draw and to try out; come again in a moment";
    Failed::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[tokio::test]
    async fn those_for_whom_there_is_no_room_are_told_so_at_once() {
        let lane = Arc::new(Lane::new((1, 1)));
        let (end, ended) = mpsc::channel::<()>();
        let work = |work: Box<dyn FnOnce() + Send>| {
            let lane = lane.clone();
            tokio::spawn(async move { lane.work(work).await.is_ok() })
        };
        let first = work(Box::new(move || ended.recv().unwrap_or_default()));
        tokio::task::yield_now().await;
        let second = work(Box::new(|| ()));
        tokio::task::yield_now().await;
        assert!(lane.work(|| ()).await.is_err(), "one works, one waits");
        drop(end);
        assert!(first.await.unwrap() && second.await.unwrap());
        assert!(lane.work(|| ()).await.is_ok(), "a turn that has ended is another's");
    }
}
