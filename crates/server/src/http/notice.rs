//! What the host tells everybody.

use super::answer::ok;
use super::{App, Signal};
use crate::store::{Notice, StoreError};
use axum::extract::State;
use axum::response::Response;
use std::sync::PoisonError;
use wire::table::{NoticeShown, Noticed};

/// `GET /api/notice`
pub async fn ask(State(app): State<App>) -> Response {
    ok(wire::write(&app.noticed()))
}

impl App {
    /// What everybody is told at the moment.
    pub fn notice(&self) -> Option<Notice> {
        let notice = self.notice.read().unwrap_or_else(PoisonError::into_inner).clone();
        notice.filter(|notice| self.time.now() < notice.until)
    }

    /// Tells everybody something, or nothing any more.
    pub async fn tell(&self, notice: Option<Notice>) -> Result<(), StoreError> {
        self.store.tell(notice.clone()).await?;
        *self.notice.write().unwrap_or_else(PoisonError::into_inner) = notice;
        self.signal(Signal::Notice);
        Ok(())
    }

    /// The same as pages get it.
    pub(super) fn noticed(&self) -> Noticed {
        let now = self.time.now();
        let shown = |notice: Notice| NoticeShown { text: notice.text, millis: notice.until - now };
        Noticed { notice: self.notice().map(shown) }
    }
}
