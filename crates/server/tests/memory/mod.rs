//! A store in memory, for tests: everything that the server asks of a store and nothing else, as simply as it can be said.
//! Several servers may share one.

use server::store::{
    ATTENDED, Aged, Append, BanRow, Damage, GameId, GameRow, GameStore, Hash, Index, Link, Listed, Logged,
    MAX_LINKS, Millis, Notice, PAUSE, Page, Pending, PersonId, Purpose, Reading, Secret, StoreError, Written,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;
use tokio::sync::broadcast;

type Result<T> = std::result::Result<T, StoreError>;

/// Clones share what is kept.
#[derive(Clone)]
pub struct Memory {
    kept: Arc<Mutex<Kept>>,
    written: broadcast::Sender<(GameId, u64)>,
    pub readers: usize,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory { kept: Arc::default(), written: broadcast::Sender::new(1000), readers: 4 }
    }
}

#[derive(Default)]
struct Kept {
    /// By number, in the order in which they were made.
    games: BTreeMap<i64, Game>,
    last_game: i64,
    /// Logs of deleted games.
    gone: usize,
    people: BTreeMap<PersonId, Person>,
    last_person: i64,
    links: BTreeMap<[u8; 32], (Link, BTreeSet<PersonId>)>,
    bans: Vec<BanRow>,
    notice: Option<Notice>,
    alive: Option<Millis>,
    outages: Vec<(Millis, Millis)>,
}

struct Game {
    id: GameId,
    row: GameRow,
    log: Vec<Logged>,
    kept_by: BTreeSet<PersonId>,
}

struct Person {
    hash: Option<Hash>,
    seen: Millis,
}

impl Game {
    fn listed(&self) -> Listed {
        let GameRow { index, version, created, updated, .. } = self.row.clone();
        Listed { game: self.id, index, version, created, updated }
    }

    fn add(&mut self, append: Append) {
        let Append { game: _, version, at, entry, words, index } = append;
        self.log.push(Logged { version, at, entry, words });
        self.row = GameRow { index, version, updated: at, attended: at, ..self.row.clone() };
    }

    fn has(&self, person: PersonId) -> bool {
        self.row.index.people.contains(&person)
    }
}

impl Kept {
    fn number(&self, game: GameId) -> Result<i64> {
        let found = self.games.iter().find(|(_, known)| known.id == game);
        found.map(|(number, _)| *number).ok_or(StoreError::UnknownGame(game))
    }

    fn game(&self, game: GameId) -> Result<&Game> {
        self.number(game).map(|number| &self.games[&number])
    }

    fn game_mut(&mut self, game: GameId) -> Result<&mut Game> {
        let number = self.number(game)?;
        self.games.get_mut(&number).ok_or(StoreError::UnknownGame(game))
    }

    fn check_person(&self, person: PersonId) -> Result<()> {
        if self.people.contains_key(&person) { Ok(()) } else { Err(StoreError::UnknownPerson(person.0)) }
    }

    fn check(&self, append: &Append, last: u64) -> Result<()> {
        append.check_lengths()?;
        append.check_follows(last)?;
        append.index.people.iter().try_for_each(|person| self.check_person(*person))
    }

    fn create(&mut self, secret: Secret, first: Append, more: Vec<Append>) -> Result<()> {
        for (append, last) in std::iter::once(&first).chain(&more).zip(0..) {
            self.check(append, last)?;
        }
        if self.number(first.game).is_ok() {
            return Err(StoreError::GameExists(first.game));
        }
        let (id, created) = (first.game, first.at);
        let row = GameRow {
            index: Index::default(),
            version: 0,
            created,
            updated: created,
            attended: created,
            secret,
        };
        let mut game = Game { id, row, log: Vec::new(), kept_by: BTreeSet::new() };
        std::iter::once(first).chain(more).for_each(|append| game.add(append));
        self.last_game += 1;
        self.games.insert(self.last_game, game);
        Ok(())
    }

    fn append(&mut self, append: Append) -> Result<()> {
        let last = self.game(append.game)?.row.version;
        self.check(&append, last)?;
        self.game_mut(append.game)?.add(append);
        Ok(())
    }

    /// Whether somebody keeps a game who was here since a time.
    fn is_kept(&self, game: &Game, since: Millis) -> bool {
        game.kept_by.iter().any(|person| self.people[person].seen >= since)
    }

    fn remove(&mut self, game: GameId) -> bool {
        let Ok(number) = self.number(game) else { return false };
        self.games.remove(&number);
        self.links.retain(|_, (link, _)| link.game != game);
        self.gone += 1;
        true
    }

    /// The latest first.
    fn list(&self, page: Page, is_wanted: impl Fn(&Game) -> bool) -> Vec<Listed> {
        let before = page.before.map_or(i64::MAX, |game| self.number(game).unwrap_or(0));
        let games = self.games.range(..before).rev().map(|(_, game)| game).filter(|game| is_wanted(game));
        games.take(page.limit as usize).map(Game::listed).collect()
    }

    fn strangers(&self, before: Millis) -> Vec<PersonId> {
        let newest = self.people.keys().next_back().copied();
        let has_link = |id: PersonId| {
            let mut links = self.links.values();
            links.any(|(link, guests)| link.purpose == Purpose::Device(id) || guests.contains(&id))
        };
        let old = self.people.iter().filter(|(id, person)| person.seen < before && Some(**id) != newest);
        let ids = old.map(|(id, _)| *id);
        ids.filter(|id| !has_link(*id) && !self.games.values().any(|game| game.has(*id))).collect()
    }

    fn words(&self, person: PersonId) -> impl Iterator<Item = Written> {
        self.games.values().flat_map(move |game| {
            game.log.iter().flat_map(move |logged| {
                let words = logged.words.iter().filter(move |word| word.person == Some(person));
                words.filter_map(move |word| {
                    let (kind, text) = (word.kind.clone(), word.text.clone()?);
                    Some(Written { game: game.id, version: logged.version, at: logged.at, kind, text })
                })
            })
        })
    }
}

impl Memory {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap()
    }

    fn order<T>(&self, work: impl FnOnce(&mut Kept) -> Result<T>) -> Pending<T> {
        let (reply, pending) = Pending::new();
        let _ = reply.send(work(&mut self.kept()));
        pending
    }

    fn tell_written(&self, game: GameId, version: u64) {
        let _ = self.written.send((game, version));
    }
}

impl GameStore for Memory {
    fn create_with(&self, secret: Secret, first: Append, more: Vec<Append>) -> Pending<()> {
        self.order(|kept| kept.create(secret, first, more))
    }

    fn append(&self, append: Append) -> Pending<()> {
        let (game, version) = (append.game, append.version);
        self.order(|kept| kept.append(append).map(|()| self.tell_written(game, version)))
    }

    fn load_piece(&self, game: GameId, after: u64, bytes: usize) -> Result<Vec<Logged>> {
        let mut length = 0;
        let kept = self.kept();
        let rest = kept.game(game)?.log.iter().filter(|logged| logged.version > after);
        let piece = rest.take_while(|logged| {
            let is_wanted = length < bytes;
            length += logged.entry.len() + 1;
            is_wanted
        });
        Ok(piece.cloned().collect())
    }

    fn damage(&self, _: GameId) -> Option<Damage> {
        None
    }

    fn all_damage(&self) -> Vec<Damage> {
        Vec::new()
    }

    fn subscribe(&self) -> Option<broadcast::Receiver<(GameId, u64)>> {
        Some(self.written.subscribe())
    }

    fn game(&self, game: GameId) -> Result<Option<GameRow>> {
        Ok(self.kept().game(game).ok().map(|game| game.row.clone()))
    }

    fn mark(&self, game: GameId, version: u64, index: Index) -> Pending<()> {
        self.order(|kept| {
            let row = &mut kept.game_mut(game)?.row;
            if row.version != version {
                return Err(StoreError::Conflict { game, version, last: row.version });
            }
            row.index = Index { people: row.index.people.clone(), ..index };
            Ok(())
        })
    }

    fn erase(&self, game: GameId, person: PersonId, index: Index) -> Pending<()> {
        self.order(|kept| {
            let game = kept.game_mut(game)?;
            let words = game.log.iter_mut().flat_map(|logged| &mut logged.words);
            words.filter(|word| word.person == Some(person)).for_each(|word| word.text = None);
            game.row.index = Index { people: game.row.index.people.clone(), ..index };
            Ok(())
        })
    }

    fn forget(&self, game: GameId, version: u64, since: Millis) -> Pending<bool> {
        self.order(|kept| {
            let is_free = |game: &Game| game.row.version == version && !kept.is_kept(game, since);
            let is_free = kept.game(game).is_ok_and(is_free);
            Ok(is_free && kept.remove(game))
        })
    }

    fn take_away(&self, game: GameId) -> Pending<bool> {
        self.order(|kept| Ok(kept.remove(game)))
    }

    fn sweep(&self) -> Pending<bool> {
        self.order(|kept| {
            let was_there = kept.gone > 0;
            kept.gone -= usize::from(was_there);
            Ok(was_there)
        })
    }

    fn public_games(&self, stage: &str, since: Option<Millis>, page: Page) -> Result<Vec<Listed>> {
        let is_wanted = |game: &Game| {
            let GameRow { index, attended, .. } = &game.row;
            index.public && index.stage == stage && since.is_none_or(|since| *attended >= since)
        };
        Ok(self.kept().list(page, is_wanted))
    }

    fn games_of(&self, person: PersonId, page: Page) -> Result<Vec<Listed>> {
        Ok(self.kept().list(page, |game| game.has(person)))
    }

    fn due(&self, by: Millis, limit: u32) -> Result<Vec<GameId>> {
        let kept = self.kept();
        let due = kept.games.values().filter_map(|game| Some((game.row.index.due?, game.id)));
        let mut due: Vec<_> = due.filter(|(at, _)| *at <= by).collect();
        due.sort_by_key(|(at, _)| *at);
        Ok(due.into_iter().map(|(_, game)| game).take(limit as usize).collect())
    }

    fn for_the_computer(&self, limit: u32) -> Result<Vec<GameId>> {
        let kept = self.kept();
        let mut games: Vec<_> = kept.games.values().filter(|game| game.row.index.computer).collect();
        games.sort_by_key(|game| game.row.updated);
        Ok(games.into_iter().map(|game| game.id).take(limit as usize).collect())
    }

    fn playing(&self, after: Option<i64>, limit: u32) -> Result<Vec<(i64, GameId)>> {
        let kept = self.kept();
        let games = kept.games.range(after.unwrap_or(0) + 1..);
        let playing = games.filter(|(_, game)| game.row.index.stage == "playing");
        Ok(playing.map(|(number, game)| (*number, game.id)).take(limit as usize).collect())
    }

    fn stages(&self) -> Result<Vec<(String, u64)>> {
        let mut stages = BTreeMap::new();
        for game in self.kept().games.values() {
            *stages.entry(game.row.index.stage.clone()).or_default() += 1;
        }
        Ok(stages.into_iter().collect())
    }

    fn aged(&self, after: i64, before: Millis, since: Millis, limit: usize) -> Result<Vec<Aged>> {
        let kept = self.kept();
        let games = kept.games.range(after + 1..);
        let aged = games.filter(|(_, game)| game.row.updated < before && !kept.is_kept(game, since));
        let aged = aged.map(|(number, game)| Aged {
            number: *number,
            game: game.id,
            version: game.row.version,
            updated: game.row.updated,
            summary: game.row.index.summary.clone(),
        });
        Ok(aged.take(limit).collect())
    }

    fn bytes_of(&self, game: GameId) -> Result<u64> {
        let kept = self.kept();
        let Ok(game) = kept.game(game) else { return Ok(0) };
        let words = game.log.iter().flat_map(|logged| &logged.words).filter_map(|word| word.text.as_ref());
        let texts = game.log.iter().map(|logged| &logged.entry).chain(words);
        Ok(texts.chain([&game.row.index.summary]).map(|text| text.len() as u64).sum())
    }

    fn attend(&self, here: Vec<(PersonId, Option<GameId>)>, now: Millis) -> Pending<()> {
        self.order(|kept| {
            for (person, at) in here {
                for game in kept.games.values_mut() {
                    let is_there = at.is_none_or(|at| game.id == at) && game.has(person);
                    let row = &mut game.row;
                    let is_listed =
                        row.index.public && ["gathering", "playing"].contains(&row.index.stage.as_str());
                    if is_there && is_listed && row.attended < now - ATTENDED {
                        row.attended = now;
                    }
                }
            }
            Ok(())
        })
    }

    fn keep(&self, game: GameId, person: PersonId, most: usize) -> Pending<()> {
        self.order(|kept| {
            kept.number(game)?;
            kept.check_person(person)?;
            let others =
                kept.games.values().filter(|other| other.id != game && other.kept_by.contains(&person));
            if others.count() >= most {
                return Err(StoreError::KeepsTooMany(most));
            }
            kept.game_mut(game)?.kept_by.insert(person);
            Ok(())
        })
    }

    fn let_go(&self, game: GameId, person: PersonId) -> Pending<()> {
        self.order(|kept| {
            kept.game_mut(game)?.kept_by.remove(&person);
            Ok(())
        })
    }

    fn kept(&self, game: GameId, person: Option<PersonId>, since: Millis) -> Result<(bool, bool)> {
        let kept = self.kept();
        let Ok(game) = kept.game(game) else { return Ok((false, false)) };
        Ok((kept.is_kept(game, since), person.is_some_and(|person| game.kept_by.contains(&person))))
    }

    fn kept_by(&self, person: PersonId) -> Result<Vec<Listed>> {
        let all = Page { limit: u32::MAX, before: None };
        Ok(self.kept().list(all, |game| game.kept_by.contains(&person)))
    }

    fn add_person(&self, hash: Hash, now: Millis) -> Pending<PersonId> {
        self.order(|kept| {
            if kept.people.values().any(|person| person.hash == Some(hash)) {
                return Err(StoreError::SecretExists);
            }
            kept.last_person += 1;
            let id = PersonId(kept.last_person);
            kept.people.insert(id, Person { hash: Some(hash), seen: now });
            Ok(id)
        })
    }

    fn saw(&self, person: PersonId, now: Millis) -> Pending<()> {
        self.order(|kept| {
            kept.people.get_mut(&person).into_iter().for_each(|person| person.seen = now);
            Ok(())
        })
    }

    fn person(&self, hash: &Hash) -> Result<Option<(PersonId, Millis)>> {
        let kept = self.kept();
        let found = kept.people.iter().find(|(_, person)| person.hash == Some(*hash));
        Ok(found.map(|(id, person)| (*id, person.seen)))
    }

    fn has_person(&self, person: PersonId) -> Result<bool> {
        Ok(self.kept().people.contains_key(&person))
    }

    fn secrets_of(&self, person: PersonId) -> Result<usize> {
        Ok(self.kept().people.get(&person).into_iter().flat_map(|person| person.hash).count())
    }

    fn words_of(&self, person: PersonId) -> Result<Vec<Written>> {
        Ok(self.kept().words(person).collect())
    }

    fn games_with_words_of(&self, person: PersonId) -> Result<Vec<GameId>> {
        let mut games: Vec<_> = self.kept().words(person).map(|written| written.game).collect();
        games.dedup();
        Ok(games)
    }

    fn forget_person(&self, person: PersonId) -> Pending<()> {
        self.order(|kept| {
            kept.check_person(person)?;
            kept.people.get_mut(&person).into_iter().for_each(|person| person.hash = None);
            kept.games.values_mut().for_each(|game| game.kept_by.retain(|keeper| *keeper != person));
            kept.links.retain(|_, (link, _)| link.purpose != Purpose::Device(person));
            kept.links.values_mut().for_each(|(_, guests)| guests.retain(|guest| *guest != person));
            Ok(())
        })
    }

    fn strangers(&self, before: Millis) -> Result<u64> {
        Ok(self.kept().strangers(before).len() as u64)
    }

    fn forget_strangers(&self, before: Millis) -> Pending<usize> {
        self.order(|kept| {
            let strangers = kept.strangers(before);
            for person in &strangers {
                kept.people.remove(person);
                kept.games.values_mut().for_each(|game| game.kept_by.retain(|keeper| keeper != person));
            }
            Ok(strangers.len())
        })
    }

    fn add_link(&self, hash: Hash, link: Link) -> Pending<()> {
        self.order(|kept| {
            let is_alike = |other: &Link| other.game == link.game && other.purpose == link.purpose;
            if kept.links.values().filter(|(other, _)| is_alike(other)).count() >= MAX_LINKS {
                return Err(StoreError::TooManyLinks(MAX_LINKS));
            }
            kept.number(link.game)?;
            if let Purpose::Device(person) = link.purpose {
                kept.check_person(person)?;
            }
            if kept.links.contains_key(&hash.0) {
                return Err(StoreError::SecretExists);
            }
            kept.links.insert(hash.0, (link, BTreeSet::new()));
            Ok(())
        })
    }

    fn link(&self, hash: &Hash) -> Result<Option<Link>> {
        Ok(self.kept().links.get(&hash.0).map(|(link, _)| *link))
    }

    fn links_of(&self, person: PersonId) -> Result<Vec<Link>> {
        let kept = self.kept();
        let theirs = kept
            .links
            .values()
            .filter(|(link, guests)| link.purpose == Purpose::Device(person) || guests.contains(&person));
        let mut links: Vec<Link> = theirs.map(|(link, _)| *link).collect();
        links.sort_by_key(|link| link.made);
        Ok(links)
    }

    fn welcome(&self, hash: Hash, person: PersonId) -> Pending<()> {
        self.order(|kept| {
            kept.check_person(person)?;
            kept.links.get_mut(&hash.0).into_iter().for_each(|(_, guests)| guests.extend([person]));
            Ok(())
        })
    }

    fn is_guest(&self, hash: &Hash, person: PersonId) -> Result<bool> {
        Ok(self.kept().links.get(&hash.0).is_some_and(|(_, guests)| guests.contains(&person)))
    }

    fn welcomes(&self, game: GameId, person: PersonId) -> Result<Vec<Purpose>> {
        let kept = self.kept();
        let links =
            kept.links.values().filter(|(link, guests)| link.game == game && guests.contains(&person));
        Ok(links.map(|(link, _)| link.purpose).collect())
    }

    fn take_link(&self, hash: Hash) -> Pending<Option<Link>> {
        self.order(|kept| Ok(kept.links.remove(&hash.0).map(|(link, _)| link)))
    }

    fn revoke_links(&self, game: GameId, purpose: Option<Purpose>) -> Pending<usize> {
        self.order(|kept| {
            kept.number(game)?;
            let before = kept.links.len();
            let is_meant =
                |link: &Link| link.game == game && purpose.is_none_or(|purpose| link.purpose == purpose);
            kept.links.retain(|_, (link, _)| !is_meant(link));
            Ok(before - kept.links.len())
        })
    }

    fn forget_device_links(&self, before: Millis) -> Pending<usize> {
        self.order(|kept| {
            let many = kept.links.len();
            let is_old = |link: &Link| matches!(link.purpose, Purpose::Device(_)) && link.made < before;
            kept.links.retain(|_, (link, _)| !is_old(link));
            Ok(many - kept.links.len())
        })
    }

    fn put_ban(&self, ban: BanRow) -> Pending<()> {
        self.order(|kept| {
            kept.bans
                .retain(|other| other.whom != ban.whom && other.until.is_none_or(|until| until > ban.made));
            kept.bans.push(ban);
            kept.bans.sort_by_key(|ban| (ban.made, ban.whom.clone()));
            Ok(())
        })
    }

    fn remove_ban(&self, whom: String) -> Pending<()> {
        self.order(|kept| {
            kept.bans.retain(|ban| ban.whom != whom);
            Ok(())
        })
    }

    fn bans(&self) -> Result<Vec<BanRow>> {
        Ok(self.kept().bans.clone())
    }

    fn tell(&self, notice: Option<Notice>) -> Pending<()> {
        self.order(|kept| {
            kept.notice = notice;
            Ok(())
        })
    }

    fn told(&self) -> Result<Option<Notice>> {
        Ok(self.kept().notice.clone())
    }

    fn write_alive(&self, now: Millis) -> Pending<()> {
        self.order(|kept| {
            kept.alive = Some(now);
            Ok(())
        })
    }

    fn resume(&self, now: Millis) -> Pending<()> {
        self.order(|kept| {
            kept.outages.extend(kept.alive.filter(|last| now - last > PAUSE).map(|last| (last, now)));
            kept.alive = Some(now);
            Ok(())
        })
    }

    fn last_alive(&self) -> Result<Option<Millis>> {
        Ok(self.kept().alive)
    }

    fn outage_since(&self, time: Millis) -> Result<Millis> {
        let kept = self.kept();
        let after = kept.outages.iter().filter(|(_, ended)| *ended > time);
        Ok(after.map(|(began, ended)| ended - (*began).max(time)).sum())
    }

    fn reading(&self) -> Reading {
        Reading::Aside(self.readers)
    }

    fn writes_waiting(&self) -> (usize, Option<Instant>) {
        (0, None)
    }

    fn used_bytes(&self) -> Result<u64> {
        Ok(0)
    }

    fn fill(&self, now: Millis, _: bool) -> Pending<()> {
        self.write_alive(now)
    }

    fn purge(&self) -> Result<bool> {
        Ok(true)
    }
}
