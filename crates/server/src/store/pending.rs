//! A write that is on its way.

use super::StoreError;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use tokio::sync::oneshot;

/// A write that is on its way: `.await` it, or [`wait`](Pending::wait) for it where nothing is asynchronous. It is
/// ready when the write is durable or has failed. Dropping it does not call the write back.
#[must_use = "only the answer says whether it was stored"]
pub struct Pending<T> {
    answer: oneshot::Receiver<Result<T, StoreError>>,
}

impl<T> Pending<T> {
    /// A write, and where whoever carries it out answers; dropping that answers [`StoreError::Stopped`].
    pub fn new() -> (oneshot::Sender<Result<T, StoreError>>, Pending<T>) {
        let (reply, answer) = oneshot::channel();
        (reply, Pending { answer })
    }

    /// Blocks the thread until the answer is there. Unlike tokio's own way this is allowed on a thread that also runs
    /// tasks, as in a simulation on one thread.
    pub fn wait(self) -> Result<T, StoreError> {
        let waker = Waker::from(Arc::new(Unpark(thread::current())));
        let mut context = Context::from_waker(&waker);
        // Without this a task that has used up its share of the runtime would never see the answer.
        let mut answer = pin!(tokio::task::unconstrained(self));
        loop {
            match answer.as_mut().poll(&mut context) {
                Poll::Ready(result) => return result,
                Poll::Pending => thread::park(),
            }
        }
    }
}

impl<T> Future for Pending<T> {
    type Output = Result<T, StoreError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let answer = Pin::new(&mut self.answer).poll(context);
        answer.map(|answer| answer.unwrap_or(Err(StoreError::Stopped)))
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}
