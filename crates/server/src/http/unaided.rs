//! Nobody is helped with a game that runs without hints, by none of the ways on which the server thinks for somebody.

use super::App;
use super::caller::Caller;
use super::code::Code;
use super::failed::Failed;
use crate::running::{BoardShape, FEWEST};
use axum::http::StatusCode;
use rules::Position;

impl App {
    /// Refuses a board that shows such a game.
    pub(super) async fn check_unaided(&self, caller: &Caller, position: &Position) -> Result<(), Failed> {
        let (app, board) = (self.clone(), BoardShape::of(position));
        if board.len() < FEWEST {
            return Ok(());
        }
        self.telling.work(caller.owner(), move || app.check_board(&board)).await?
    }

    /// The same where waiting for the store holds up nobody.
    pub(super) fn check_board(&self, board: &BoardShape) -> Result<(), Failed> {
        let running = self.hall.running();
        while let Some(game) = running.shown_by(board) {
            if self.store.game(game)?.is_some_and(|row| row.index.stage == "playing") {
                return Err(shows_a_game());
            }
            // It was deleted.
            running.forget(game);
        }
        if board.len() < FEWEST || running.is_complete() {
            return Ok(());
        }
        let message =
            "the server has just started and does not know all its games yet; try again in a moment";
        Err(Failed::new(StatusCode::SERVICE_UNAVAILABLE, Code::Busy, message))
    }
}

fn shows_a_game() -> Failed {
    let message = "this shows a game that is being played here without hints; look at it when it is over";
    Failed::new(StatusCode::FORBIDDEN, Code::RunningGame, message)
}
