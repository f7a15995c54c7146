//! A setup as people and programs write it.

use crate::{Bad, View};
use rules::{Edition, Figure, Kind, Knobs, Parts, TileSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A game as asked for; everything has a default (two seats, the base game, modern rules).
///
/// Knobs change the edition's, parts change what the sets bring.
///
/// ```
/// let setup: wire::Setup = wire::read(r#"{"seats":3,"sets":["base","river"],"knobs":{"tiny":"half"}}"#).unwrap();
/// let setup = rules::Setup::try_from(setup).unwrap();
/// assert_eq!(setup.sets, rules::Setup::new(3, &[rules::TileSet::Base, rules::TileSet::River]).sets);
/// ```
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(
    description = "A game as asked for; everything has a default (two seats, the base game, modern rules).\n\
                   Knobs change the edition's, parts change what the sets bring."
)]
pub struct Setup {
    /// How many seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sets: Option<Sets>,
    /// The edition profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// Knobs that differ from the edition's.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub knobs: BTreeMap<String, String>,
    /// Parts that are not as the sets (or the tiles of an own bag) bring them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub parts: BTreeMap<String, bool>,
    /// How many of each figure a seat has, where it is not as many as in the box: up to 15 of each, 128 pieces in all.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub supply: BTreeMap<String, u8>,
    /// An own bag instead of sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bag: Option<BTreeMap<String, u16>>,
    /// An open draw order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arranged: Option<Vec<String>>,
    /// A position to start from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<View>,
}

/// Sets by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "sets are a list such as [\"base\",\"river\"] or counts such as {\"base\":1,\"river\":2}, each up to 255"
)]
pub enum Sets {
    /// A list; a set named twice is there twice.
    List(Vec<String>),
    /// How many copies of each.
    Counts(BTreeMap<String, u8>),
}

impl Sets {
    fn copies(&self) -> Result<rules::Sets, Bad> {
        let mut sets = rules::Sets::NONE;
        let mut add = |name: &String, count: u8| -> Result<(), Bad> {
            let set = TileSet::from_name(name).ok_or_else(|| Bad::Set(name.clone()))?;
            let have = sets.copies(set);
            let all = have.checked_add(count).ok_or(Bad::Copies(usize::from(have) + usize::from(count)))?;
            sets = sets.with(set, all);
            Ok(())
        };
        match self {
            Sets::List(names) => names.iter().try_for_each(|name| add(name, 1))?,
            Sets::Counts(counts) => counts.iter().try_for_each(|(name, count)| add(name, *count))?,
        }
        Ok(sets)
    }
}

impl Setup {
    /// The same for lists: an own bag and an open draw order are there but empty, and there is no start position.
    pub fn outline(&self) -> Setup {
        let mut outline = Setup {
            bag: self.bag.as_ref().map(|_| BTreeMap::new()),
            arranged: self.arranged.as_ref().map(|_| Vec::new()),
            sets: self.sets.clone(),
            edition: self.edition.clone(),
            knobs: self.knobs.clone(),
            parts: self.parts.clone(),
            supply: self.supply.clone(),
            seats: self.seats,
            start: None,
        };
        if let Some(Sets::List(names)) = &mut outline.sets {
            names.sort();
            names.dedup();
        }
        outline
    }
}

impl TryFrom<Setup> for rules::Setup {
    type Error = Bad;
    fn try_from(setup: Setup) -> Result<rules::Setup, Bad> {
        let bag = setup.bag.map(read_bag).transpose()?;
        let sets = match &setup.sets {
            Some(sets) => sets.copies()?,
            None if bag.is_some() => rules::Sets::NONE,
            None => rules::Setup::base(2).sets,
        };
        let mut made = rules::Setup::new(setup.seats.unwrap_or(2), &[]).with_sets(sets);
        made.parts = Parts::brought(sets, bag.as_deref());
        made.bag = bag;
        for (name, on) in setup.parts {
            if !made.parts.set(&name, on) {
                return Err(Bad::Part(name));
            }
        }
        made.knobs = read_knobs(setup.edition, &setup.knobs)?;
        made.supply = read_supply(&setup.supply)?;
        let named = |name: String| Kind::named(&name).ok_or(Bad::Tile(name));
        let order = |names: Vec<String>| names.into_iter().map(named).collect::<Result<_, Bad>>();
        made.arranged = setup.arranged.map(order).transpose()?;
        made.start = setup.start.map(|view| view.try_into().map(Box::new)).transpose()?;
        Ok(made)
    }
}

fn read_supply(said: &BTreeMap<String, u8>) -> Result<[Option<u8>; Figure::ALL.len()], Bad> {
    let mut supply = [None; Figure::ALL.len()];
    for (name, count) in said {
        let figure = Figure::from_name(name).ok_or_else(|| Bad::Figure(name.clone()))?;
        supply[figure as usize] = Some(*count);
    }
    Ok(supply)
}

fn read_bag(bag: BTreeMap<String, u16>) -> Result<Vec<(Kind, u16)>, Bad> {
    let kind = |(name, count): (String, u16)| Ok((Kind::named(&name).ok_or(Bad::Tile(name))?, count));
    let mut bag = bag.into_iter().map(kind).collect::<Result<Vec<_>, Bad>>()?;
    bag.sort_unstable();
    Ok(bag)
}

fn read_knobs(edition: Option<String>, changed: &BTreeMap<String, String>) -> Result<Knobs, Bad> {
    let edition = match edition {
        Some(name) => Edition::from_name(&name).ok_or(Bad::Edition(name))?,
        None => Edition::Modern,
    };
    let mut knobs = edition.knobs();
    changed.iter().try_for_each(|(name, value)| knobs.set(name, value))?;
    Ok(knobs)
}

impl From<&rules::Setup> for Setup {
    fn from(setup: &rules::Setup) -> Setup {
        let (edition, knobs) = nearest_edition(&setup.knobs);
        let counts = setup.sets.iter().map(|(set, count)| (set.name().to_owned(), count)).collect();
        let brought = Parts::brought(setup.sets, setup.bag.as_deref());
        let differs = |name: &&&str| setup.parts.get(name) != brought.get(name);
        let part = |name: &&str| Some(((*name).to_owned(), setup.parts.get(name)?));
        let said = |(figure, count): (Figure, Option<u8>)| Some((figure.name().to_owned(), count?));
        let bag = |bag: &Vec<(Kind, u16)>| {
            let tally: rules::Tally = bag.iter().copied().collect();
            tally.iter().map(|(kind, count)| (kind.name().to_owned(), count)).collect()
        };
        Setup {
            seats: Some(setup.seats),
            sets: setup.bag.is_none().then_some(Sets::Counts(counts)),
            edition: Some(edition.name().to_owned()),
            knobs,
            parts: Parts::NAMES.iter().filter(differs).filter_map(part).collect(),
            supply: Figure::ALL.into_iter().zip(setup.supply).filter_map(said).collect(),
            bag: setup.bag.as_ref().map(bag),
            arranged: setup
                .arranged
                .as_ref()
                .map(|kinds| kinds.iter().map(|kind| kind.name().to_owned()).collect()),
            start: setup.start.as_deref().map(View::from),
        }
    }
}

/// The edition that the fewest knobs differ from, today's rules first, and those knobs.
fn nearest_edition(knobs: &Knobs) -> (Edition, BTreeMap<String, String>) {
    let changed = |edition: Edition| -> BTreeMap<String, String> {
        let base = edition.knobs();
        let differs = |name: &&&str| knobs.get(name) != base.get(name);
        let pair = |name: &&str| Some(((*name).to_owned(), knobs.get(name)?.to_owned()));
        Knobs::NAMES.iter().filter(differs).filter_map(pair).collect()
    };
    let editions = Edition::ALL.into_iter().rev().map(|edition| (edition, changed(edition)));
    editions.min_by_key(|(_, changed)| changed.len()).unwrap_or((Edition::Modern, changed(Edition::Modern)))
}
