//! Clients that play: they follow a table over a socket, take part in the deal, and act at random.

use crate::common::{Client, Socket};
use chance::{Stream, fair};
use wire::table::{Command, Entry, FromServer, Now, Order, Snapshot, Stage, ToServer, Update};
use wire::{Input, Rotation, Seat, ToAct};

/// A client at a table.
pub struct Player {
    pub socket: Socket,
    pub device: Option<u32>,
    pub version: u64,
    pub now: Now,
    pub seats: Vec<Option<u32>>,
    pub texts: Vec<FromServer>,
    pub digest: Option<fair::Bytes>,
    secret: fair::Bytes,
    revealed: bool,
    random: Stream,
    orders: u32,
    /// Ids of commands are never used twice, not even by who comes back.
    run: u64,
}

/// Sits the guest down and starts.
pub async fn begin(ann: &mut Player, bo: &mut Player) {
    bo.order(Order::Sit { seat: seat(2), name: "Bo".into() }).await;
    bo.hear().await;
    ann.hear().await;
    ann.order(Order::Start {}).await;
}

impl Player {
    pub async fn new(client: &Client, game: &str, seed: u64) -> Player {
        let (socket, you, snapshot) = client.sit_by(game).await;
        let Snapshot { version, now, seats, deal, .. } = snapshot;
        let digest = deal.and_then(|deal| fair::from_hex(&deal.digest));
        let seats = seats.iter().map(|seat| seat.device).collect();
        let secret = fair::digest(&format!("secret {seed}"));
        let (random, texts) = (Stream::new(seed), Vec::new());
        Player {
            socket,
            device: you.device,
            version,
            now,
            seats,
            texts,
            digest,
            secret,
            revealed: false,
            random,
            orders: 0,
            run: seed,
        }
    }

    /// Plays until the game is over.
    pub async fn play(&mut self) {
        while self.now.stage != Stage::Over {
            if let Some(order) = self.wants() {
                self.order(order).await;
            }
            self.hear().await;
        }
    }

    /// What this client would do now.
    pub fn wants(&mut self) -> Option<Order> {
        self.device?;
        match self.now.stage {
            Stage::Committing => {
                let hash = fair::to_hex(&fair::commitment(&self.secret, &self.digest.take()?));
                Some(Order::Commit { hash })
            }
            Stage::Revealing if !self.revealed => {
                self.revealed = true;
                Some(Order::Reveal { secret: fair::to_hex(&self.secret) })
            }
            Stage::Playing => self.action(),
            _ => None,
        }
    }

    fn action(&mut self) -> Option<Order> {
        let Some(ToAct::Seat { seat }) = self.now.to_act else { return None };
        (self.seats[usize::from(u8::from(seat)) - 1] == self.device).then_some(())?;
        Some(Order::Act { seat, actions: vec![any_action(&self.now, &mut self.random)?] })
    }

    /// Sends an order; the answer comes like everything else.
    pub async fn order(&mut self, order: Order) {
        self.orders += 1;
        let id = format!("{}-{}", self.run, self.orders);
        self.socket.say(&ToServer::Do(Command { id, version: self.version, order })).await;
    }

    /// Takes in messages until there is something new to decide.
    pub async fn hear(&mut self) {
        loop {
            let message = self.socket.hear().await;
            self.texts.push(message.clone());
            match message {
                FromServer::Update(update) => return self.update(*update),
                FromServer::Snapshot(snapshot) => {
                    (self.version, self.now) = (snapshot.version, snapshot.now);
                    self.seats = snapshot.seats.iter().map(|seat| seat.device).collect();
                    return;
                }
                FromServer::You(you) => self.device = you.device,
                FromServer::Rejected(why)
                    if !["already", "stale", "not-now"].contains(&why.code.as_str()) =>
                {
                    panic!("refused: {why:?}")
                }
                _ => {}
            }
        }
    }

    fn update(&mut self, update: Update) {
        assert_eq!(update.version, self.version + 1, "no version is left out");
        match &update.entry {
            Entry::Dealing { digest, .. } => self.digest = fair::from_hex(digest),
            Entry::Sat { seat, device, .. } => self.seats[usize::from(u8::from(*seat)) - 1] = Some(*device),
            _ => {}
        }
        (self.version, self.now) = (update.version, update.now);
    }
}

pub fn any_action(now: &Now, random: &mut Stream) -> Option<Input> {
    match random.pick(&now.places) {
        Some((x, y, rotations)) => {
            let quarters = (0..4).find(|quarters| rotations >> quarters & 1 != 0)?;
            let rotation: Rotation = quarters.try_into().ok()?;
            Some(Input::Place { x: *x, y: *y, rotation })
        }
        None => random.pick(&now.actions).copied(),
    }
}

pub fn seat(number: u8) -> Seat {
    number.try_into().unwrap()
}

/// A small table with one seat for its maker and one for a guest.
pub const TABLE: &str = r#"{"setup":{"bag":{"U":4,"V":4,"E":2}},"seats":[{"type":"device","name":"Ann"}]}"#;
