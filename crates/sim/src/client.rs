//! One device of a person at a table, or somebody who looks on, with everything it was told and all its checks.

use crate::conduct;
use crate::figures::Figures;
use crate::house::SimServer;
use crate::mirror::Mirror;
use crate::pipe::Pipe;
use crate::trace::Trace;
use anyhow::{Context, Result, bail, ensure};
use chance::Stream;
use server::store::GameId;
use std::collections::BTreeMap;
use std::fmt;
use table::Who;
use wire::table::{Command, FromServer, Order, PROTOCOL, Stage, ToServer};

/// So many commands that were done, and so many that were refused, a table remembers.
const REMEMBERED: u64 = 64;

/// What the ids of previews begin with.
const PREVIEW: &str = "preview ";

/// Who somebody is.
#[derive(Clone)]
pub struct Person {
    /// What their seats' names begin with.
    pub name: String,
    /// Who they are to the server.
    pub person: i64,
    /// Who they are on another device, once that goes on with their seats.
    pub elsewhere: i64,
    /// What they put into a deal.
    pub secret: [u8; 32],
}

impl Person {
    /// Whether they take seats; who does not only looks on.
    pub fn plays(&self) -> bool {
        self.name.starts_with('p')
    }
}

/// What a client and the world around it share.
pub struct World<'a> {
    pub house: &'a SimServer,
    /// Where all chance comes from.
    pub random: &'a mut Stream,
    /// What was delivered.
    pub trace: &'a mut Trace,
    /// What happened how often.
    pub figures: &'a mut Figures,
    /// Nothing goes wrong any more.
    pub calm: bool,
}

pub struct Client {
    pub(crate) number: usize,
    pub(crate) person: Person,
    pub(crate) device: char,
    game: GameId,
    /// What nobody may see before the end.
    sealed: String,
    pipe: Option<Pipe>,
    connections: u32,
    pub(crate) mirror: Option<Mirror>,
    /// An older state, as a device keeps it that was asleep.
    saved: Option<Mirror>,
    newest: u64,
    commands: Vec<Sent>,
    answers: BTreeMap<String, FromServer>,
    pub(crate) preview: Option<(String, wire::Input)>,
    slow: bool,
}

/// A command, and when it was sent first.
#[derive(Clone)]
struct Sent {
    command: Command,
    connection: u32,
    delivered: u64,
    /// A copy came so late that the table may have forgotten its refusal.
    late: bool,
}

impl Client {
    /// A client that is not connected yet.
    pub fn new(number: usize, person: Person, device: char, game: GameId, sealed: String) -> Client {
        Client {
            number,
            person,
            device,
            game,
            sealed,
            pipe: None,
            connections: 0,
            mirror: None,
            saved: None,
            newest: 0,
            commands: Vec::new(),
            answers: BTreeMap::new(),
            preview: None,
            slow: false,
        }
    }

    /// What nobody may see before the end.
    pub fn sealed(&self) -> &str {
        &self.sealed
    }

    /// Whether it has a connection.
    pub fn is_connected(&self) -> bool {
        self.pipe.is_some()
    }

    /// Loses its connection and everything on its way.
    pub fn drop_connection(&mut self) {
        self.pipe = None;
        self.preview = None;
    }

    /// One beat of its life.
    pub fn live(&mut self, delivered: &mut u64, world: &mut World<'_>) -> Result<()> {
        if self.pipe.is_none() {
            if world.calm || world.random.below(3) == 0 {
                self.connect(world);
            }
        } else if !world.calm && world.random.below(250) == 0 {
            world.figures.count("connections lost");
            self.drop_connection();
        }
        self.change_pace(world);
        if !self.slow {
            self.read(*delivered, world)?;
        }
        if world.calm || world.random.below(2) == 0 {
            self.want(*delivered, world);
        }
        self.deliver(delivered, world);
        Ok(())
    }

    fn change_pace(&mut self, world: &mut World<'_>) {
        let turn = if self.slow { 150 } else { 1500 };
        if world.calm {
            self.slow = false;
        } else if world.random.below(turn) == 0 {
            self.slow = !self.slow;
        }
    }

    fn connect(&mut self, world: &mut World<'_>) {
        let mut pipe = world.house.connect(self.game, Who::Person(self.person.person));
        self.connections += 1;
        if !world.calm && self.saved.is_some() && world.random.below(10) == 0 {
            world.figures.count("returns of an old state");
            self.mirror.clone_from(&self.saved);
        }
        let version = self.mirror.as_ref().map(Mirror::version);
        world.figures.count(if version.is_some() { "returns by version" } else { "first connections" });
        pipe.send(String::new(), wire::write(&ToServer::Hello { protocol: PROTOCOL, version }));
        for sent in self.commands.iter().filter(|sent| !self.answers.contains_key(&sent.command.id)) {
            pipe.send(sent.command.id.clone(), wire::write(&ToServer::Do(sent.command.clone())));
            world.figures.count("commands sent again after a return");
        }
        self.pipe = Some(pipe);
    }

    fn deliver(&mut self, delivered: &mut u64, world: &mut World<'_>) {
        for _ in 0..world.random.below(3) + u32::from(world.calm) {
            let Some(pipe) = &mut self.pipe else { return };
            let Some(id) = pipe.deliver(world.calm, world.random, self.number, world.trace) else { return };
            *delivered += 1;
            if let Some(sent) = self.commands.iter_mut().find(|sent| sent.command.id == id) {
                sent.late |= sent.connection != self.connections || *delivered - sent.delivered >= REMEMBERED;
            }
        }
    }

    fn read(&mut self, delivered: u64, world: &mut World<'_>) -> Result<()> {
        let most = if world.calm { 100 } else { world.random.below(12) };
        for _ in 0..most {
            let Some(pipe) = &mut self.pipe else { return Ok(()) };
            match pipe.receive() {
                Ok(None) => return Ok(()),
                Ok(Some(text)) => {
                    world.trace.note(self.number, '<', &text);
                    self.hear(&text, delivered, world)
                        .with_context(|| format!("client {} is told {text}", self.number))?;
                }
                Err(_) => {
                    world.figures.count("connections cut by the server");
                    self.drop_connection();
                }
            }
        }
        Ok(())
    }

    fn hear(&mut self, text: &str, delivered: u64, world: &mut World<'_>) -> Result<()> {
        match wire::read(text)? {
            FromServer::Snapshot(snapshot) => {
                world.figures.count("snapshots");
                ensure!(snapshot.version >= self.newest, "version {} was there already", self.newest);
                self.mirror = Some(Mirror::new(*snapshot)?);
            }
            FromServer::Update(update) => {
                world.figures.count("updates");
                let mirror = self.mirror.as_mut().context("an update before a snapshot")?;
                if !mirror.apply(*update)? {
                    world.figures.count("snapshots asked for");
                    self.mirror = None;
                    self.drop_connection();
                }
            }
            FromServer::Previewed { id, actions, .. } => self.follow_preview(&id, &actions, delivered, world),
            answer @ FromServer::Done { .. } => self.answered(answer, delivered, world)?,
            FromServer::Rejected(rejection) if rejection.id.starts_with(PREVIEW) => self.preview = None,
            answer @ FromServer::Rejected(_) => self.answered(answer, delivered, world)?,
            FromServer::You(_) | FromServer::Notice(_) => {}
            FromServer::Closing {} => bail!("nobody has closed the server"),
        }
        self.look_back(world);
        let over = self.mirror.as_ref().is_some_and(|mirror| mirror.stage() == Stage::Over);
        ensure!(over || !text.contains(&self.sealed), "the server's secret before the end");
        Ok(())
    }

    fn look_back(&mut self, world: &mut World<'_>) {
        let Some(mirror) = &self.mirror else { return };
        self.newest = self.newest.max(mirror.version());
        if world.random.below(200) == 0 {
            self.saved = Some(mirror.clone());
        }
    }

    /// A repeated id gets its first answer.
    fn answered(&mut self, answer: FromServer, delivered: u64, world: &mut World<'_>) -> Result<()> {
        let id = match &answer {
            FromServer::Done { id, .. } => id.clone(),
            FromServer::Rejected(rejection) => rejection.id.clone(),
            _ => bail!("no answer to a command"),
        };
        let sent = self.commands.iter().find(|sent| sent.command.id == id).context("nobody asked")?;
        match self.answers.get(&id) {
            None => note_first(&sent.command.order, &answer, world.figures),
            Some(first) if *first == answer => world.figures.count("first answers given again"),
            Some(FromServer::Rejected(_)) if sent.late => world.figures.count("forgotten refusals"),
            Some(first) if is_for_the_moment(first) => {
                world.figures.count("tried again and answered otherwise")
            }
            Some(first) if is_too_old(first, &answer) => {
                world.figures.count("repeated too late to be answered");
                return Ok(());
            }
            Some(first) => {
                bail!("the first answer was {first:?}, {} commands ago", delivered - sent.delivered)
            }
        }
        self.answers.insert(id, answer);
        Ok(())
    }

    fn follow_preview(&mut self, id: &str, next: &[wire::Input], delivered: u64, world: &mut World<'_>) {
        world.figures.count("previews");
        let Some((_, place)) = self.preview.take_if(|(asked, _)| asked == id) else { return };
        let order = conduct::follow(self, place, next, world.random);
        if let Some(order) = order {
            self.send(order, delivered, world);
        }
    }

    fn want(&mut self, delivered: u64, world: &mut World<'_>) {
        let busy = self.commands.last().is_some_and(|sent| !self.answers.contains_key(&sent.command.id));
        if self.pipe.is_none() || busy && (world.calm || world.random.below(10) != 0) {
            return;
        }
        if !world.calm && world.random.below(60) == 0 {
            return self.repeat(world);
        }
        match conduct::wish(self, world.calm, world.random) {
            Some(conduct::Wish::Do(order)) => self.send(order, delivered, world),
            Some(conduct::Wish::Preview(place)) => self.ask_preview(place),
            None => {}
        }
    }

    /// Sends again what was done already, however long ago.
    fn repeat(&mut self, world: &mut World<'_>) {
        let done = |sent: &&Sent| matches!(self.answers.get(&sent.command.id), Some(FromServer::Done { .. }));
        let done: Vec<Command> = self.commands.iter().filter(done).map(|sent| sent.command.clone()).collect();
        if let (Some(pipe), Some(command)) = (&mut self.pipe, world.random.pick(&done)) {
            world.figures.count("commands repeated");
            pipe.send(command.id.clone(), wire::write(&ToServer::Do(command.clone())));
        }
    }

    fn send(&mut self, order: Order, delivered: u64, world: &mut World<'_>) {
        let (Some(pipe), Some(mirror)) = (&mut self.pipe, &self.mirror) else { return };
        let stale = if !world.calm && world.random.below(40) == 0 { world.random.below(5) } else { 0 };
        let version = mirror.version().saturating_sub(stale.into());
        let command = Command { id: format!("{}{}", self.device, self.commands.len()), version, order };
        pipe.send(command.id.clone(), wire::write(&ToServer::Do(command.clone())));
        self.commands.push(Sent { command, connection: self.connections, delivered, late: false });
    }

    fn ask_preview(&mut self, place: wire::Input) {
        let (Some(pipe), Some(mirror)) = (&mut self.pipe, &self.mirror) else { return };
        let id = format!("{PREVIEW}{}", self.commands.len());
        self.preview = Some((id.clone(), place));
        let ask = ToServer::Preview { id: id.clone(), version: mirror.version(), actions: vec![place] };
        pipe.send(id, wire::write(&ask));
    }

    /// Whether nothing of it is on its way and everything was answered.
    pub fn is_at_rest(&self) -> bool {
        let answered = |sent: &Sent| self.answers.contains_key(&sent.command.id);
        self.pipe.as_ref().is_some_and(Pipe::is_quiet) && self.commands.iter().all(answered)
    }

    /// Its commands with their answers, and whether a table may have forgotten that it refused.
    pub fn answers(&self) -> impl Iterator<Item = (&Command, &FromServer, bool)> {
        let answer = |sent: &'_ Sent| self.answers.get(&sent.command.id);
        self.commands.iter().filter_map(move |sent| Some((&sent.command, answer(sent)?, sent.late)))
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Person { name, .. } = &self.person;
        let known = self.mirror.as_ref().map(Mirror::known);
        let last = self.commands.last().map(|sent| (&sent.command, self.answers.get(&sent.command.id)));
        let link = if self.is_connected() { "connected" } else { "not connected" };
        write!(to, "client {} of {name}, {link}: knows {known:?}; has sent {last:?}", self.number)
    }
}

/// Whether a command was refused for lack of room on the disk only, so that a copy of it may be done.
pub(crate) fn is_for_the_moment(answer: &FromServer) -> bool {
    matches!(answer, FromServer::Rejected(rejection) if rejection.code == "store")
}

/// Whether a command that was done is called stale when it comes again, after as many others as a table remembers.
fn is_too_old(first: &FromServer, again: &FromServer) -> bool {
    match (first, again) {
        (FromServer::Done { version, .. }, FromServer::Rejected(rejection)) => {
            rejection.code == "stale" && rejection.version >= version + REMEMBERED
        }
        _ => false,
    }
}

fn note_first(order: &Order, answer: &FromServer, figures: &mut Figures) {
    match answer {
        FromServer::Rejected(rejection) => figures.count(&format!("refused: {}", rejection.code)),
        _ if matches!(order, Order::Act { .. }) => figures.count("actions acknowledged"),
        _ => figures.count("other commands acknowledged"),
    }
}
