//! What the server does for each move of random base games but for sockets and the disk: a command is read, decided and
//! taken in, its entry and what lists show are made ready for the log, its update is written. `moves GAMES`; count its
//! instructions with `cargo xtask bench counts`.

use chance::{FastRandom, fair};
use server::personal::{self, Parted};
use server::session::index;
use table::{Step, Table, Who};
use wire::table::{Command, Order, Stage};

const PEOPLE: [i64; 2] = [11, 22];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let games: u32 = std::env::args().nth(1).map_or(Ok(20), |number| number.parse())?;
    let mut random = FastRandom::new(7);
    let mut done = Done::default();
    for game in 0..games {
        play(game, &mut random, &mut done)?;
    }
    println!(
        "{games} games, {} moves, {} bytes of entries, {} of updates",
        done.moves, done.entries, done.updates
    );
    Ok(())
}

#[derive(Default)]
struct Done {
    moves: u64,
    entries: usize,
    updates: usize,
}

fn play(game: u32, random: &mut FastRandom, done: &mut Done) -> Result<(), Box<dyn std::error::Error>> {
    let mut table = begun(game)?;
    let mut actions = Vec::new();
    while table.stage() == Stage::Playing {
        let Some((position, rules::ToAct::Seat(seat))) = table.position().map(|now| (now, now.to_act()))
        else {
            return Err("somebody is to act in a running game".into());
        };
        position.legal_actions(&mut actions);
        let action = actions[random.below(actions.len() as u32) as usize];
        let order = Order::Act { seat: seat.into(), actions: vec![action.into()] };
        let command = Command { id: done.moves.to_string(), version: table.version(), order };
        table = handle(&table, Who::Person(PEOPLE[seat.index()]), &wire::write(&command), done)?;
        done.moves += 1;
    }
    Ok(())
}

/// What happens to a command between two sockets.
fn handle(table: &Table, who: Who, text: &str, done: &mut Done) -> Result<Table, Box<dyn std::error::Error>> {
    let Command { id, order, .. } = wire::read(text)?;
    let Step { logged, next } = table.decide(&order, who, 0)?.with_id(id);
    let Parted { told, entry, .. } = personal::part(logged);
    done.entries += entry.len() + index(&next).summary.len();
    done.updates += next.update(&told).len();
    Ok(next)
}

/// A table at which two people have sat down, with its tiles dealt.
fn begun(game: u32) -> Result<Table, Box<dyn std::error::Error>> {
    let new =
        wire::read(r#"{"setup":{"seats":2},"seats":[{"type":"device","name":"Ann"},{"type":"open"}]}"#)?;
    let secret = |n: u8| fair::digest(&format!("{game} {n}"));
    let mut table = Table::begin(&Table::open(new, PEOPLE[0])?, 0, secret(0)).ok_or("no table")?;
    let order = |table: &mut Table, person: i64, order: &Order| {
        table.decide(order, Who::Person(person), 0).map(|step| *table = step.next)
    };
    let name = "Bo".into();
    order(&mut table, PEOPLE[1], &Order::Sit { seat: rules::Seat(1).into(), name })?;
    order(&mut table, PEOPLE[0], &Order::Start {})?;
    let digest = table.snapshot().deal.map(|deal| deal.digest).ok_or("no deal")?;
    let digest = fair::from_hex(&digest).ok_or("no digest")?;
    for (person, n) in PEOPLE.into_iter().zip(1..) {
        let hash = fair::to_hex(&fair::commitment(&secret(n), &digest));
        order(&mut table, person, &Order::Commit { hash })?;
    }
    for (person, n) in PEOPLE.into_iter().zip(1..) {
        order(&mut table, person, &Order::Reveal { secret: fair::to_hex(&secret(n)) })?;
    }
    while let Some(step) = table.overdue(0) {
        table = step.next;
    }
    Ok(table)
}
