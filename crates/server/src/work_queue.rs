//! What takes long is done aside, a few at a time. Each kind of work has a queue of its own, so that nobody waits behind
//! another kind, and in a queue networks and people take turns.

use crate::fair_queue::{FairQueue, Owner};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(5);

/// There is more to do than can be done in a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueueFull;

/// One kind of work.
pub struct WorkQueue {
    queue: Arc<Mutex<QueueState>>,
    /// How many requests may wait.
    room: usize,
    /// Whether everything else goes first.
    steps_back: bool,
}

struct QueueState {
    /// How many more may work at the same time.
    free: usize,
    waiting: FairQueue<Waiter>,
}

/// Somebody who waits.
struct Waiter {
    turn: oneshot::Sender<WorkPermit>,
    since: Instant,
}

/// The right to work. It is the next one's when it is dropped.
struct WorkPermit(Arc<Mutex<QueueState>>);

impl WorkQueue {
    /// So many at once, while so many wait; of the others, those whose network has the most waiting are sent away.
    pub fn new((free, room): (usize, usize)) -> WorkQueue {
        let queue = Arc::new(Mutex::new(QueueState { free, waiting: FairQueue::default() }));
        WorkQueue { queue, room, steps_back: false }
    }

    /// The same for work on threads that let everything else go first.
    pub fn behind_all_else(sizes: (usize, usize)) -> WorkQueue {
        WorkQueue { steps_back: true, ..WorkQueue::new(sizes) }
    }

    /// Works something out when it is its owner's turn.
    pub async fn work<T: Send + 'static>(
        &self,
        owner: Owner,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, QueueFull> {
        let turn = self.turn(owner).await.ok_or(QueueFull)?;
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
        thread.map_err(|_| QueueFull)?;
        done.await.map_err(|_| QueueFull)
    }

    /// Since when the first of those who wait has waited.
    pub fn oldest(&self) -> Option<Instant> {
        lock(&self.queue).waiting.iter().map(|waiter| waiter.since).min()
    }

    /// How many wait.
    pub fn waiting(&self) -> usize {
        lock(&self.queue).waiting.len()
    }

    async fn turn(&self, owner: Owner) -> Option<WorkPermit> {
        let turn = self.queue_up(owner)?;
        // Whoever gave up, or had to make room, has no turn.
        tokio::time::timeout(PATIENCE, turn).await.ok()?.ok()
    }

    fn queue_up(&self, owner: Owner) -> Option<oneshot::Receiver<WorkPermit>> {
        let (sender, turn) = oneshot::channel();
        let mut queue = lock(&self.queue);
        if queue.free > 0 {
            queue.free -= 1;
            drop(queue);
            // The receiver is at hand.
            let _ = sender.send(WorkPermit(self.queue.clone()));
            return Some(turn);
        }
        queue.waiting.retain(|waiter| !waiter.turn.is_closed());
        if queue.waiting.len() >= self.room {
            drop(queue.waiting.make_room(owner)?);
        }
        queue.waiting.push(owner, Waiter { turn: sender, since: Instant::now() });
        Some(turn)
    }
}

impl Drop for WorkPermit {
    fn drop(&mut self) {
        let next = {
            let mut queue = lock(&self.0);
            let next = queue.waiting.pop();
            if next.is_none() {
                queue.free += 1;
            }
            next
        };
        if let Some(next) = next {
            // If the next one has gone, their turn is dropped and passed on.
            let _ = next.item.turn.send(WorkPermit(self.0.clone()));
        }
    }
}

fn lock(queue: &Mutex<QueueState>) -> MutexGuard<'_, QueueState> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn owner(n: u8) -> Owner {
        Owner::new([10, 0, 0, n].into(), None)
    }

    /// Work that lasts until it is told to end.
    fn held(queue: &Arc<WorkQueue>) -> (mpsc::Sender<()>, tokio::task::JoinHandle<bool>) {
        let (end, ended) = mpsc::channel::<()>();
        let queue = queue.clone();
        let work =
            async move { queue.work(owner(0), move || ended.recv().unwrap_or_default()).await.is_ok() };
        (end, tokio::spawn(work))
    }

    fn asked(queue: &Arc<WorkQueue>, n: u8) -> tokio::task::JoinHandle<bool> {
        let queue = queue.clone();
        tokio::spawn(async move { queue.work(owner(n), || ()).await.is_ok() })
    }

    #[tokio::test]
    async fn those_for_whom_there_is_no_room_are_told_so_at_once() {
        let queue = Arc::new(WorkQueue::new((1, 1)));
        let (end, first) = held(&queue);
        tokio::task::yield_now().await;
        let second = asked(&queue, 1);
        tokio::task::yield_now().await;
        assert!(queue.work(owner(1), || ()).await.is_err(), "one works, one waits");
        drop(end);
        assert!(first.await.unwrap() && second.await.unwrap());
        assert!(queue.work(owner(1), || ()).await.is_ok(), "a turn that has ended is another's");
    }

    #[tokio::test]
    async fn whoever_floods_a_lane_makes_room_for_the_others() {
        let queue = Arc::new(WorkQueue::new((1, 3)));
        let (end, _first) = held(&queue);
        tokio::task::yield_now().await;
        let flood = [1, 1, 1].map(|n| asked(&queue, n));
        tokio::task::yield_now().await;
        let other = asked(&queue, 2);
        tokio::task::yield_now().await;
        drop(end);
        assert!(other.await.unwrap(), "another network finds room");
        let mut served = 0;
        for one in flood {
            served += usize::from(one.await.unwrap());
        }
        assert_eq!(served, 2, "the newest of the flood had to go");
    }

    #[tokio::test]
    async fn a_turn_of_somebody_who_has_gone_is_passed_on() {
        let queue = Arc::new(WorkQueue::new((1, 3)));
        let (end, _first) = held(&queue);
        tokio::task::yield_now().await;
        let gone = asked(&queue, 1);
        tokio::task::yield_now().await;
        let last = asked(&queue, 2);
        tokio::task::yield_now().await;
        gone.abort();
        drop(end);
        assert!(last.await.unwrap());
    }
}
