//! Attacks by connections that are held.

use super::gang::{Asked, Gang};
use super::scene::Place;
use crate::door::{Door, UPGRADE};
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::sleep;

impl Gang {
    pub(super) fn descriptors(&self, crew: &mut JoinSet<()>) {
        for host in self.hosts(200) {
            // A request that is begun and never ended.
            self.hold(crew, self.target.attacker(host), 210, "GET / HTTP/1.1\r\n".into());
        }
        for host in self.hosts(20) {
            self.knock(crew, host);
        }
    }

    /// Asks over one new connection after the other, so that it is heard how those are turned away.
    fn knock(&self, crew: &mut JoinSet<()>, host: u8) {
        let route = self.target.attacker(host);
        self.again(crew, move |gang| async move {
            let mut door = Door::open(route).await?;
            gang.send(&mut door, &Asked::get("/".into(), String::new())).await?;
            sleep(Duration::from_millis(100)).await;
            Ok(())
        });
    }

    pub(super) fn slow_readers(&self, crew: &mut JoinSet<()>) {
        let Place { game, cookie } = self.target.scene.large.clone();
        for host in self.hosts(20) {
            let route = self.target.attacker(host);
            let text = self.text(route, &format!("/api/tables/{game}/log"), &cookie, "");
            self.hold(crew, route, 190, text);
        }
    }

    pub(super) fn slow_pictures(&self, crew: &mut JoinSet<()>) {
        let Place { game, cookie } = self.target.scene.large.clone();
        for host in self.hosts(4) {
            let route = self.target.attacker(host);
            let text = self.text(route, &format!("/api/tables/{game}/board.svg"), &cookie, "");
            self.hold(crew, route, 190, text);
        }
    }

    pub(super) fn streams(&self, crew: &mut JoinSet<()>) {
        let route = self.target.attacker(1);
        let Place { cookie, .. } = self.target.scene.busy.clone();
        let text = self.text(route, "/api/stream", &cookie, "");
        self.hold(crew, route, 220, text);
    }

    pub(super) fn networks(&self, crew: &mut JoinSet<()>) {
        let Place { game, cookie } = self.target.scene.open[0].clone();
        for network in 0..64 {
            let route = self.target.far(network, 56);
            let text = self.text(route, &format!("/api/tables/{game}/socket"), &cookie, UPGRADE);
            self.hold(crew, route, self.of(100), text);
        }
    }
}
