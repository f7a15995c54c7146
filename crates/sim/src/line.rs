//! The server's side of a connection to a table.

use crate::pipe::Socket;
use server::fair_queue::Owner;
use server::hall::Hall;
use server::session::{self, Message, Watch};
use server::store::GameId;
use std::sync::Arc;
use std::time::Duration;
use table::{Table, Who};
use tokio::sync::broadcast;
use wire::table::{FromServer, ToServer};

/// How long a client may leave its texts unread.
const PATIENCE: Duration = Duration::from_secs(10);

/// One client's way to its table.
pub struct Connection {
    /// Where the tables are.
    pub hall: Hall,
    pub game: GameId,
    /// Who it is.
    pub who: Who,
    /// Where it speaks and listens.
    pub socket: Socket,
}

impl Connection {
    /// Serves the client until one side lets go; nothing is told about why, as with a broken socket.
    pub async fn serve(mut self) -> Option<()> {
        let ToServer::Hello { version, .. } = wire::read(&self.socket.up.recv().await?).ok()? else {
            return None;
        };
        let mut updates = self.watch(version).await?;
        loop {
            tokio::select! {
                biased;
                update = updates.recv() => match update {
                    Ok(text) => self.tell(text).await?,
                    // It was too slow, or the table was loaded anew.
                    Err(_) => updates = self.watch(None).await?,
                },
                text = self.socket.up.recv() => {
                    let answer = self.ask(wire::read(&text?).ok()?).await?;
                    self.tell(wire::write(&answer).into()).await?;
                }
            }
        }
    }

    async fn watch(&mut self, after: Option<u64>) -> Option<broadcast::Receiver<Arc<str>>> {
        let watch = self
            .hall
            .ask(self.game, Owner::default(), |answer| Message::Watch {
                after,
                from: Owner::default(),
                answer,
            })
            .await;
        let Watch { first, updates } = watch.ok()?;
        for text in first {
            self.tell(text).await?;
        }
        Some(updates)
    }

    async fn ask(&self, what: ToServer) -> Option<FromServer> {
        let who = self.who;
        let answer = match what {
            ToServer::Hello { .. } => return None,
            ToServer::Do(command) => {
                let order = |answer| Message::Do { who, command: command.clone(), answer };
                self.hall.ask(self.game, Owner::default(), order).await
            }
            ToServer::Preview { id, actions, .. } => {
                let preview = |table: &Table| session::preview(table, id, &actions);
                self.hall.look(self.game, Owner::default(), preview).await
            }
        };
        answer.ok()
    }

    async fn tell(&self, text: Arc<str>) -> Option<()> {
        tokio::time::timeout(PATIENCE, self.socket.down.send(text)).await.ok()?.ok()
    }
}
