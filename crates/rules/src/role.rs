//! What a figure is called where it stands.

use crate::figure::Figure;
use crate::tile::FeatureKind;
use std::fmt;

/// A figure by what it stands on: a follower in a city is a knight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Role {
    /// A follower on a road.
    Thief,
    /// A follower in a city.
    Knight,
    /// A follower in a monastery.
    Monk,
    /// A follower in a field.
    Farmer,
    /// The builder.
    Builder,
    /// The pig.
    Pig,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 6] =
        [Role::Thief, Role::Knight, Role::Monk, Role::Farmer, Role::Builder, Role::Pig];

    /// What a figure is on a feature. Every pair is listed, so that a new figure or feature has to be named here.
    ///
    /// ```
    /// use rules::{FeatureKind, Figure, Role};
    ///
    /// assert_eq!(Role::of(Figure::Follower, FeatureKind::City).name(), "knight");
    /// ```
    pub const fn of(figure: Figure, kind: FeatureKind) -> Role {
        use FeatureKind::{City, Field, Monastery, Road};
        match (figure, kind) {
            (Figure::Follower, City) => Role::Knight,
            (Figure::Follower, Road) => Role::Thief,
            (Figure::Follower, Monastery) => Role::Monk,
            (Figure::Follower, Field) => Role::Farmer,
            (Figure::Builder, City | Road | Monastery | Field) => Role::Builder,
            (Figure::Pig, City | Road | Monastery | Field) => Role::Pig,
        }
    }

    /// Its name in records and addresses.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Thief => "thief",
            Role::Knight => "knight",
            Role::Monk => "monk",
            Role::Farmer => "farmer",
            Role::Builder => "builder",
            Role::Pig => "pig",
        }
    }

    /// The role with this name.
    pub fn from_name(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }

    /// The letter it has on boards of text.
    pub const fn letter(self) -> char {
        match self {
            Role::Thief => 'T',
            Role::Knight => 'K',
            Role::Monk => 'M',
            Role::Farmer => 'F',
            Role::Builder => 'B',
            Role::Pig => 'P',
        }
    }

    /// The figure that has it.
    pub const fn figure(self) -> Figure {
        match self {
            Role::Thief | Role::Knight | Role::Monk | Role::Farmer => Figure::Follower,
            Role::Builder => Figure::Builder,
            Role::Pig => Figure::Pig,
        }
    }

    /// Whether it is had on features of this kind.
    pub fn stands_on(self, kind: FeatureKind) -> bool {
        self.figure().ability().stands_on.contains(&kind) && Role::of(self.figure(), kind) == self
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_has_a_role_wherever_it_may_stand_and_every_role_a_place_to_stand() {
        for figure in Figure::ALL {
            for kind in figure.ability().stands_on {
                let role = Role::of(figure, *kind);
                assert!(Role::ALL.contains(&role) && role.stands_on(*kind), "{role}");
                assert_eq!(role.figure(), figure);
            }
        }
        for role in Role::ALL {
            assert!(FeatureKind::ALL.into_iter().any(|kind| role.stands_on(kind)), "{role}");
            assert_eq!(Role::from_name(role.name()), Some(role));
        }
    }
}
