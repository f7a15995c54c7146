//! A table of the simulation: how it was asked for, and the clients around it.

use crate::client::{Client, Person, World};
use crate::house::SimServer;
use crate::mirror::Mirror;
use anyhow::Result;
use chance::{Stream, fair};
use server::store::GameId;
use tokio::task::JoinHandle;
use wire::table::{NewTable, Stage};

const SETUPS: [&str; 7] = [
    r#""bag":{"U":6,"V":6,"E":4}"#,
    r#""bag":{"D":3,"E":4,"U":4,"V":4,"W":2}"#,
    r#""sets":["base"]"#,
    r#""sets":["base","river"],"edition":"classic""#,
    r#""sets":["base","traders"]"#,
    r#""sets":["base","dragon"],"edition":"2007""#,
    r#""sets":["winter","river","traders","dragon"]"#,
];

const CLOCKS: [&str; 6] = [
    r#"{"type":"none"}"#,
    r#"{"type":"none"}"#,
    r#"{"type":"none"}"#,
    r#"{"type":"turn","seconds":120}"#,
    r#"{"type":"turn","seconds":20}"#,
    r#"{"type":"game","seconds":300,"increment":3}"#,
];

/// A table and who is around it.
pub struct SimTable {
    pub game: GameId,
    /// Who came to it, its creator first.
    pub people: Vec<Person>,
    /// Everyone who looks at it.
    pub clients: Vec<Client>,
    /// Who wants to go on elsewhere, and whether the table will have it so.
    moving: Vec<(Client, JoinHandle<bool>)>,
    /// Whether the same people were to meet again.
    pub met_again: bool,
    /// How many texts have come to it.
    delivered: u64,
    beats: u64,
}

impl SimTable {
    /// Makes a table for some of these people; the first of them is its creator.
    pub fn open(people: &[Person], first_client: usize, world: &mut World<'_>) -> Result<SimTable> {
        let random = &mut *world.random;
        let (game, secret) = (GameId(bytes(random)), bytes(random));
        let seats = 1 + random.below(4) as u8;
        let table = new_table(&people[0], seats, random);
        world.house.open(game, secret, table, people[0].person)?;
        Ok(SimTable::around(game, secret, people, first_client, random))
    }

    /// A table that was made for these people already.
    pub fn around(
        game: GameId,
        secret: [u8; 32],
        people: &[Person],
        first_client: usize,
        random: &mut Stream,
    ) -> SimTable {
        let clients = clients(people, first_client, game, fair::to_hex(&secret), random);
        SimTable {
            game,
            people: people.to_vec(),
            clients,
            moving: Vec::new(),
            met_again: false,
            delivered: 0,
            beats: 0,
        }
    }

    /// One of the people wants to go on with their seats on another device, as another person to the server; nothing
    /// if all who could have done so already.
    pub fn go_on(&mut self, number: usize, world: &mut World<'_>) {
        let all = || self.clients.iter().chain(self.moving.iter().map(|(client, _)| client));
        let is_here = |person: &Person| all().any(|other| other.person.person == person.elsewhere);
        let others: Vec<Person> =
            self.people.iter().filter(|person| person.plays() && !is_here(person)).cloned().collect();
        let Some(owner) = world.random.pick(&others) else { return };
        let told = world.house.go_on(self.game, owner.elsewhere, owner.person);
        let person = Person { person: owner.elsewhere, ..owner.clone() };
        let sealed = self.clients[0].sealed().to_owned();
        self.moving.push((Client::new(number, person, 'c', self.game, sealed), told));
    }

    /// Whoever the table knows on another device is there; whoever it does not know is not, or there would be two
    /// people of one name.
    fn arrive(&mut self, house: &SimServer) {
        let (told, moving): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.moving).into_iter().partition(|(_, told)| told.is_finished());
        self.moving = moving;
        let there = told.into_iter().filter_map(|(client, told)| house.told(told).then_some(client));
        self.clients.extend(there);
    }

    /// One beat in the life of everyone around it, in any order.
    pub fn live(&mut self, world: &mut World<'_>) -> Result<()> {
        self.beats += 1;
        self.arrive(world.house);
        let mut order: Vec<usize> = (0..self.clients.len()).collect();
        world.random.shuffle(&mut order);
        order.into_iter().try_for_each(|n| self.clients[n].live(&mut self.delivered, world))
    }

    /// How many beats it has seen.
    pub fn beats(&self) -> u64 {
        self.beats
    }

    /// What everyone knows of it and waits for, for people who look for a mistake.
    pub fn state(&self) -> String {
        self.clients.iter().map(|client| format!("\n{client:?}")).collect()
    }

    /// Everyone loses their connection.
    pub fn desert(&mut self) {
        self.clients.iter_mut().for_each(Client::drop_connection);
    }

    /// Whether everyone knows that nothing is going to happen here any more.
    pub fn is_finished(&self) -> bool {
        self.clients.iter().all(|client| {
            let mirror = client.mirror.as_ref();
            mirror.is_some_and(|mirror| match mirror.stage() {
                Stage::Closed => true,
                Stage::Over => mirror.known().deal.as_ref().is_some_and(|deal| deal.unsealed.is_some()),
                _ => false,
            })
        })
    }

    /// What each client has seen.
    pub fn versions(&self) -> Vec<Option<u64>> {
        let version = |client: &Client| client.mirror.as_ref().map(Mirror::version);
        self.clients.iter().map(version).collect()
    }

    /// Whether the game was played and is over.
    pub fn is_over(&self) -> bool {
        let mirror = self.clients.first().and_then(|client| client.mirror.as_ref());
        mirror.is_some_and(|mirror| mirror.stage() == Stage::Over)
    }

    /// Whether all clients are connected, answered, and have nothing on its way.
    pub fn is_at_rest(&self) -> bool {
        self.clients.iter().all(Client::is_at_rest)
    }
}

pub(crate) fn bytes<const N: usize>(random: &mut Stream) -> [u8; N] {
    std::array::from_fn(|_| random.below(256) as u8)
}

/// The title names the creator.
fn new_table(creator: &Person, seats: u8, random: &mut Stream) -> NewTable {
    let pick = |texts: &[&'static str], random: &mut Stream| random.pick(texts).copied().unwrap_or_default();
    let setup = pick(&SETUPS, random);
    let clock = pick(&CLOCKS, random);
    let out_of_time = pick(&["retire", "computer"], random);
    let plans: Vec<String> = (0..seats).map(|seat| plan(creator, seat, random)).collect();
    let (name, plans, take_backs) = (&creator.name, plans.join(","), random.below(8) != 0);
    let absence = if clock.contains("none") { r#""absence":60,"# } else { "" };
    let text = format!(
        r#"{{{absence}"setup":{{"seats":{seats},{setup}}},"seats":[{plans}],"clock":{clock},
        "out_of_time":"{out_of_time}","take_backs":{take_backs},"title":"{name}","public":{}}}"#,
        !take_backs
    );
    wire::read(&text).expect("a table as people ask for it")
}

fn plan(creator: &Person, seat: u8, random: &mut Stream) -> String {
    match (seat, random.below(8)) {
        (0, 0..7) | (_, 0) => format!(r#"{{"type":"device","name":"{}.{seat}"}}"#, creator.name),
        (1.., 1) => r#"{"type":"computer","player":"random"}"#.into(),
        _ => r#"{"type":"open"}"#.into(),
    }
}

/// Each with one or two devices.
fn clients(
    people: &[Person],
    first: usize,
    game: GameId,
    sealed: String,
    random: &mut Stream,
) -> Vec<Client> {
    let mut devices: Vec<(Person, char)> = Vec::new();
    for person in people {
        devices.push((person.clone(), 'a'));
        if random.below(3) == 0 {
            devices.push((person.clone(), 'b'));
        }
    }
    let client = |((person, device), n)| Client::new(first + n, person, device, game, sealed.clone());
    devices.into_iter().zip(0..).map(client).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Figures;
    use crate::trace::Trace;
    use server::store::sqlite::InjectedFault;

    #[test]
    fn who_is_refused_another_device_has_none_there() {
        let house = SimServer::build(1).unwrap();
        let person = |number: u8| Person {
            name: format!("p{number}"),
            person: house.person(number).unwrap(),
            elsewhere: house.person(number | 128).unwrap(),
            secret: [number; 32],
        };
        let people = [person(0), person(1)];
        let (mut random, mut trace, mut figures) = (Stream::new(1), Trace::new(), Figures::default());
        let mut world = World {
            house: &house,
            random: &mut random,
            trace: &mut trace,
            figures: &mut figures,
            calm: true,
        };
        let mut table = SimTable::open(&people, 0, &mut world).unwrap();
        for number in 10..12 {
            table.go_on(number, &mut world);
        }
        for _ in 0..3 {
            house.write(InjectedFault::Written).unwrap();
        }
        table.arrive(&house);
        let elsewhere: Vec<&str> = table
            .clients
            .iter()
            .filter(|client| client.device == 'c')
            .map(|client| &*client.person.name)
            .collect();
        assert_eq!(elsewhere, ["p0"], "who made the table goes on, who has not come to it yet does not");
    }
}
