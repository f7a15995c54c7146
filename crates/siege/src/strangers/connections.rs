//! Attacks by connections that are held.

use super::gang::{Asked, Gang};
use super::scene::Place;
use crate::door::{Door, UPGRADE};
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::sleep;

impl Gang {
    pub(super) fn descriptors(&self, attackers: &mut JoinSet<()>) {
        for host in self.hosts(200) {
            // A request that is begun and never ended.
            self.hold(attackers, self.target.attacker(host), 210, "GET / HTTP/1.1\r\n".into());
        }
        for host in self.hosts(20) {
            self.knock(attackers, host);
        }
    }

    /// Asks over one new connection after the other, so that it is heard how those are turned away.
    fn knock(&self, attackers: &mut JoinSet<()>, host: u8) {
        let route = self.target.attacker(host);
        self.again(attackers, move |gang| async move {
            let mut door = Door::open(route).await?;
            gang.send(&mut door, &Asked::get("/".into(), String::new())).await?;
            sleep(Duration::from_millis(100)).await;
            Ok(())
        });
    }

    pub(super) fn slow_readers(&self, attackers: &mut JoinSet<()>) {
        let Place { game, cookie } = self.target.scene.large.clone();
        for host in self.hosts(20) {
            let route = self.target.attacker(host);
            let text = self.text(route, &format!("/api/tables/{game}/log"), &cookie, "");
            self.hold(attackers, route, 190, text);
        }
    }

    pub(super) fn slow_pictures(&self, attackers: &mut JoinSet<()>) {
        let Place { game, cookie } = self.target.scene.large.clone();
        for host in self.hosts(4) {
            let route = self.target.attacker(host);
            let text = self.text(route, &format!("/api/tables/{game}/board.svg"), &cookie, "");
            self.hold(attackers, route, 190, text);
        }
    }

    pub(super) fn streams(&self, attackers: &mut JoinSet<()>) {
        let route = self.target.attacker(1);
        let Place { cookie, .. } = self.target.scene.busy.clone();
        let text = self.text(route, "/api/stream", &cookie, "");
        self.hold(attackers, route, 220, text);
    }

    pub(super) fn networks(&self, attackers: &mut JoinSet<()>) {
        let Place { game, cookie } = self.target.scene.open[0].clone();
        for network in 0..64 {
            let route = self.target.far(network, 56);
            let text = self.text(route, &format!("/api/tables/{game}/socket"), &cookie, UPGRADE);
            self.hold(attackers, route, self.of(100), text);
        }
    }
}
