//! The story of a seed: what happens to everyone, in which order.

use crate::client::{Person, World};
use crate::house::SimServer;
use crate::table::{SimTable, bytes};
use crate::trace::Trace;
use crate::{Figures, Run, audit, panics};
use anyhow::{Context, Result, bail, ensure};
use chance::Stream;
use server::store::sqlite::InjectedFault;

/// Tables at the same time.
const TABLES: usize = 4;
/// People in the house.
const PEOPLE: u8 = 10;
/// What makes another number for a person's other device.
const ELSEWHERE: u8 = 128;
/// So often the same people try to meet again; after half of these tries nothing goes wrong any more.
const TRIES: u32 = 20;
/// A table is over after so many beats of its own.
const LONGEST: u64 = 20_000;
/// Once nothing goes wrong any more, everything must be over after so many beats.
const CALM: u64 = 50_000;

/// A house, its people and what happened so far.
pub struct Story {
    house: Option<SimServer>,
    people: Vec<Person>,
    /// Who looks on at every table, and takes no seat.
    onlooker: Person,
    tables: Vec<SimTable>,
    random: Stream,
    trace: Trace,
    figures: Figures,
    clients: usize,
    calm: bool,
}

impl Story {
    /// An empty house and some people.
    pub fn begin(seed: u64) -> Result<Story> {
        let house = SimServer::build(seed)?;
        let person = |number: u8| -> Result<Person> {
            let (person, elsewhere) = (house.person(number)?, house.person(number | ELSEWHERE)?);
            Ok(Person { name: format!("p{number}"), person, elsewhere, secret: [number; 32] })
        };
        let people = (0..PEOPLE).map(person).collect::<Result<_>>()?;
        let onlooker = Person { name: "onlooker".into(), ..person(PEOPLE)? };
        Ok(Story {
            house: Some(house),
            people,
            onlooker,
            tables: Vec::new(),
            random: Stream::new(seed),
            trace: Trace::new(),
            figures: Figures::default(),
            clients: 0,
            calm: false,
        })
    }

    /// How many beats there were.
    pub fn beats(&self) -> u64 {
        self.figures.get("beats")
    }

    /// What it came to.
    pub fn end(self) -> Run {
        Run { trace: self.trace.hash().to_owned(), figures: self.figures }
    }

    /// Tells the story until so many actions are acknowledged, and then until all games have ended.
    pub fn tell(&mut self, actions: u64, panics: u32) -> Result<()> {
        while self.figures.get("actions acknowledged") < actions {
            while self.tables.len() < TABLES {
                self.open_table()?;
            }
            self.beat(panics)?;
            let stuck = self.tables.iter().find(|table| table.beats() > LONGEST);
            ensure!(
                stuck.is_none(),
                "a table does not get on: {}",
                stuck.map(SimTable::state).unwrap_or_default()
            );
        }
        self.calm = true;
        let end = self.beats() + CALM;
        while let Some(table) = self.tables.first() {
            ensure!(self.beats() < end, "a game does not end: {}", table.state());
            self.beat(panics)?;
        }
        self.night(panics)
    }

    fn world(&mut self) -> Result<(World<'_>, &mut Vec<SimTable>)> {
        let Story { house, random, trace, figures, calm, tables, .. } = self;
        let house = house.as_ref().context("a house")?;
        Ok((World { house, random, trace, figures, calm: *calm }, tables))
    }

    fn open_table(&mut self) -> Result<()> {
        let mut people = self.people.clone();
        self.random.shuffle(&mut people);
        people.truncate(2 + self.random.below(3) as usize);
        people.push(self.onlooker.clone());
        let clients = self.clients;
        let (mut world, tables) = self.world()?;
        let table = SimTable::open(&people, clients, &mut world)?;
        let more = table.clients.len();
        tables.push(table);
        self.clients += more;
        Ok(())
    }

    fn beat(&mut self, panics: u32) -> Result<()> {
        self.figures.count("beats");
        let which = self.random.below(self.tables.len() as u32) as usize;
        let (mut world, tables) = self.world()?;
        tables[which].live(&mut world)?;
        world.house.settle();
        self.disk()?;
        self.time()?;
        if !self.calm {
            self.mishaps(which, panics)?;
        }
        ensure!(panics::count() == panics, "a task panicked");
        self.look_after(which)
    }

    fn disk(&mut self) -> Result<()> {
        if self.calm {
            return self.house()?.write(InjectedFault::Written);
        }
        let fault = match self.random.below(400) {
            0 => InjectedFault::Full,
            1 => InjectedFault::Failed,
            2 => InjectedFault::Untold,
            3 => {
                self.figures.count("writes while locked");
                return self.house()?.write_while_locked();
            }
            4..100 => return Ok(()),
            _ => InjectedFault::Written,
        };
        if fault != InjectedFault::Written {
            self.figures.count(&format!("fault: {fault:?}"));
        }
        self.house()?.write(fault)
    }

    fn time(&mut self) -> Result<()> {
        let wait = match self.random.below(2000) {
            0 if !self.calm => 31_000,
            1..6 if !self.calm => 5_000 + self.random.below(10_000),
            6..500 => self.random.below(300),
            _ => return Ok(()),
        };
        self.house()?.pass(wait);
        Ok(())
    }

    fn mishaps(&mut self, which: usize, panics: u32) -> Result<()> {
        match self.random.below(20_000) {
            0 => self.night(panics),
            1..6 => self.crash(),
            6..16 => {
                self.figures.count("tables deserted");
                self.tables[which].desert();
                self.house()?.pass(70_000);
                Ok(())
            }
            16..60 => self.audit(which, false),
            60..100 => {
                let number = self.clients;
                let (mut world, tables) = self.world()?;
                tables[which].go_on(number, &mut world);
                self.clients += 1;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The server dies; what the disk had not begun to write is lost.
    fn crash(&mut self) -> Result<()> {
        self.figures.count("crashes");
        self.tables.iter_mut().for_each(SimTable::desert);
        let house = self.house.take().context("a house")?;
        let outage = if self.random.below(2) == 0 { self.random.below(100_000) } else { 0 };
        self.house = Some(house.crash(outage)?);
        Ok(())
    }

    /// Everyone leaves, and time goes on until no table is in memory any more.
    fn night(&mut self, panics: u32) -> Result<()> {
        self.figures.count("nights");
        self.tables.iter_mut().for_each(SimTable::desert);
        let house = self.house()?;
        for _ in 0..200 {
            house.write(InjectedFault::Written)?;
            house.pass(20_000);
            ensure!(panics::count() == panics, "a task panicked");
            if house.tables() == 0 {
                return Ok(());
            }
        }
        bail!("{} tables stay in memory though nobody needs them", house.tables())
    }

    /// A table where all is over is looked at once more when everyone is at rest, and goes.
    fn look_after(&mut self, which: usize) -> Result<()> {
        let table = &self.tables[which];
        if !table.is_finished() || !table.is_at_rest() {
            return Ok(());
        }
        let house = self.house()?;
        // What is still on its way comes home first.
        house.write(InjectedFault::Written)?;
        let (mut world, tables) = self.world()?;
        world.calm = true;
        // Whoever read slowly has more to read than fits into a pipe at once.
        let mut quiet = 0;
        while quiet < 3 {
            let before = tables[which].versions();
            tables[which].live(&mut world)?;
            world.house.settle();
            world.house.write(InjectedFault::Written)?;
            quiet = if tables[which].versions() == before { quiet + 1 } else { 0 };
        }
        if !self.tables[which].is_at_rest() {
            return Ok(());
        }
        self.audit(which, true)?;
        let over = self.tables[which].is_over() && !self.tables[which].met_again;
        if over && !self.calm && self.random.below(2) == 0 {
            return self.meet_again(which);
        }
        let table = self.tables.swap_remove(which);
        let store = self.house.as_ref().context("a house")?.store();
        audit::count_entries(store, table.game, &mut self.figures)
    }

    /// The same people meet again, whatever the disk does meanwhile: the new table is whole, or it is not there.
    fn meet_again(&mut self, which: usize) -> Result<()> {
        let table = &mut self.tables[which];
        table.met_again = true;
        let (game, people) = (table.game, table.people.clone());
        let mut tries = 0..TRIES;
        while audit::rematch(self.house()?.store(), game)?.is_none() {
            let attempt = tries.next().context("the same people do not come to meet again")?;
            let secret = bytes(&mut self.random);
            self.house()?.rematch(game, secret, people[0].person);
            for _ in 0..6 {
                if attempt < TRIES / 2 {
                    self.disk()?
                } else {
                    self.house()?.write(InjectedFault::Written)?
                }
            }
            if attempt < TRIES / 2 && self.random.below(4) == 0 {
                self.crash()?;
            }
        }
        let (again, secret) = audit::rematch(self.house()?.store(), game)?.context("a rematch")?;
        let table = SimTable::around(again, secret, &people, self.clients, &mut self.random);
        self.clients += table.clients.len();
        self.tables.push(table);
        Ok(())
    }

    fn house(&self) -> Result<&SimServer> {
        self.house.as_ref().context("a house")
    }

    fn audit(&mut self, which: usize, at_rest: bool) -> Result<()> {
        let store = self.house.as_ref().context("a house")?.store();
        audit::audit(store, &self.tables[which], at_rest, &mut self.figures)
    }
}
