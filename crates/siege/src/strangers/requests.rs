//! Attacks by asking for too much.

use super::gang::{Asked, Gang};
use super::scene::Place;
use crate::door::Door;
use crate::player::Player;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::task::JoinSet;
use tokio::time::sleep;
use wire::table::Stage;

impl Gang {
    pub(super) fn logs(&self, attackers: &mut JoinSet<()>) {
        let Place { game, cookie } = self.target.scene.large.clone();
        let log = Asked::get(format!("/api/tables/{game}/log"), cookie);
        self.hosts(4)
            .for_each(|host| self.flood(attackers, self.target.attacker(host), 8, vec![log.clone()]));
        self.hosts(4).for_each(|host| self.chat(attackers, self.target.attacker(100 + host), host.into()));
    }

    pub(super) fn lobby(&self, attackers: &mut JoinSet<()>) {
        let list = |stage| Asked::get(format!("/api/tables?stage={stage}&limit=100"), String::new());
        let lists = vec![list("gathering"), list("over"), list("playing")];
        for host in self.hosts(4) {
            let route = self.target.attacker(host);
            self.flood(attackers, route, 6, lists.clone());
            (0..self.of(13)).for_each(|table| self.sit_at_crowded(attackers, route, table as u64));
        }
    }

    pub(super) fn pictures(&self, attackers: &mut JoinSet<()>) {
        let Place { game, cookie } = self.target.scene.picture.clone();
        let picture = Asked::get(format!("/api/tables/{game}/board.png"), cookie);
        self.flood(attackers, self.target.attacker(1), self.of(100), vec![picture]);
    }

    pub(super) fn analyses(&self, attackers: &mut JoinSet<()>) {
        let record = serde_json::json!({ "record": self.target.scene.record }).to_string();
        let asked = vec![Asked::post("/api/records/analysis".into(), String::new(), record)];
        self.hosts(8).for_each(|host| self.flood(attackers, self.target.attacker(host), 12, asked.clone()));
    }

    pub(super) fn requests(&self, attackers: &mut JoinSet<()>) {
        let long = format!("/api/tables?before={}", "a".repeat(60_000));
        let paths = ["/", "/api/tables", "/api/me", "/api/tables/none", "/api/openapi.json", &long];
        let get = paths.iter().map(|path| Asked::get((*path).to_owned(), "b".repeat(43)));
        let posts = ["", "{", "{}", r#"{"setup":{"seats":99}}"#]
            .map(|body| Asked::post("/api/enter".into(), String::new(), body.into()));
        let all: Vec<Asked> = get.chain(posts).collect();
        for host in self.hosts(50) {
            let request = all[usize::from(host) % all.len()].clone();
            self.flood(attackers, self.target.attacker(host), 2, vec![request]);
        }
    }

    pub(super) fn assets(&self, attackers: &mut JoinSet<()>) {
        let assets = self.target.scene.assets.clone();
        let picture = |kind: char| format!("/assets/{assets}/art/classic/{kind}/0.svg");
        let page =
            ["/none", "/i18n/en.json", "/art/outlines.json"].map(|path| format!("/assets/{assets}{path}"));
        let files: Vec<Asked> =
            ('A'..='X').map(picture).chain(page).map(|path| Asked::get(path, String::new())).collect();
        self.flood(attackers, self.target.attacker(1), self.of(200), files);
    }

    pub(super) fn records(&self, attackers: &mut JoinSet<()>) {
        let route = self.target.attacker(1);
        let mut boards = self.target.scene.uniform.clone().into_iter().cycle();
        let record = serde_json::json!({ "record": self.target.scene.uniform_record }).to_string();
        let reading = vec![Asked::post("/api/records".into(), String::new(), record)];
        self.flood(attackers, route, 8, reading);
        self.again(attackers, move |gang| {
            let board = boards.next().unwrap_or_default();
            async move {
                let mut door = Door::open(route).await?;
                let Some((game, cookie)) = gang.open_table(&mut door, &board).await? else {
                    sleep(Duration::from_secs(1)).await;
                    return Ok(());
                };
                let mut player = Player::new(route, &game, cookie, 1, 1)?;
                player.connect().await?;
                while player.stage() != Some(Stage::Playing) {
                    if let Some(order) = player.duty() {
                        player.order(order).await?;
                    }
                    let message = player.hear().await?;
                    player.take(message)?;
                }
                Ok(())
            }
        });
    }

    pub(super) fn cold(&self, attackers: &mut JoinSet<()>) {
        let tables = self.target.scene.cold.iter().chain([&self.target.scene.large]);
        let ask = |place: &Place| Asked::get(format!("/api/tables/{}", place.game), place.cookie.clone());
        let tables: Vec<Asked> = tables.map(ask).collect();
        self.hosts(4).for_each(|host| {
            self.flood(attackers, self.target.attacker(host), self.of(50) + 4, tables.clone())
        });
    }

    pub(super) fn leavers(&self, attackers: &mut JoinSet<()>) {
        let Place { game, cookie } = self.target.scene.large.clone();
        let paths = ["", "/log", "/board.svg", "/record"].map(|end| format!("/api/tables/{game}{end}"));
        for host in self.hosts(4) {
            let route = self.target.attacker(host);
            // Somebody who waits for the answers, so that they can be counted.
            self.flood(attackers, route, 1, vec![Asked::get(paths[0].clone(), cookie.clone())]);
            for path in paths.iter().cycle().take(16) {
                let text = self.text(route, path, &cookie, "");
                self.again(attackers, move |gang| {
                    let text = text.clone();
                    async move {
                        let mut stream = route.connect().await?;
                        stream.write_all(text.as_bytes()).await?;
                        gang.tally(|tally| tally.add("left"));
                        // So that the request has begun.
                        sleep(gang.pause()).await;
                        Ok(())
                    }
                });
            }
        }
    }
}
