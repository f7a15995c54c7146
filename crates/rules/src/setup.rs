//! What people may ask for: sets, parts, editions, knobs, seats, an own bag.

use crate::figure::{Figure, MAX_OF_A_FIGURE, MAX_SEATS};
use crate::piece::MAX_PIECES;
use crate::sets::Sets;
use crate::tile::{Kind, TileSet};
use crate::view::View;
use std::fmt;

/// The most tiles a game may have, the start tile included.
pub const MAX_TILES: usize = 1000;

/// A game as asked for. [`crate::Position::new`] checks it.
///
/// ```
/// use rules::{Edition, Figure, Setup, TileSet};
/// let setup = Setup::new(2, &[TileSet::Base, TileSet::River])
///     .with_knobs(Edition::Classic.knobs())
///     .with_supply(Figure::Follower, 8);
/// assert!(rules::Position::new(&setup).is_ok());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Setup {
    /// How many seats, 1 to 6.
    pub seats: u8,
    /// How many copies of each set.
    pub sets: Sets,
    /// Which mechanisms are in play.
    pub parts: Parts,
    /// The edition's switches.
    pub knobs: Knobs,
    /// How many of each figure a seat has, in the order of [`Figure::ALL`]; where nothing is said, as many as in the box.
    pub supply: [Option<u8>; Figure::ALL.len()],
    /// An own bag instead of the sets' tiles: what is drawn, the start tile not counted. A spring in it is
    /// laid as the start tile.
    pub bag: Option<Vec<(Kind, u16)>>,
    /// An open draw order, for puzzles, lessons and tests: the next tile is the first of these that is in the
    /// bag and has not been drawn. Only those who draw look at it, never the position.
    pub arranged: Option<Vec<Kind>>,
    /// A position to start from instead of the start tile alone.
    pub start: Option<Box<View>>,
}

impl Setup {
    /// The given sets once each, under `modern` rules, with all parts those sets bring.
    ///
    /// ```
    /// use rules::{Setup, Sets, TileSet};
    /// let setup = Setup::new(2, &[TileSet::Base, TileSet::River]);
    /// assert_eq!(setup.sets, Sets::from([(TileSet::Base, 1), (TileSet::River, 1)]));
    /// ```
    pub fn new(seats: u8, sets: &[TileSet]) -> Setup {
        let sets: Sets = sets.iter().map(|set| (*set, 1)).collect();
        Setup {
            seats,
            sets,
            parts: Parts::of_sets(sets),
            knobs: Knobs::default(),
            supply: [None; Figure::ALL.len()],
            bag: None,
            arranged: None,
            start: None,
        }
    }

    /// The base game.
    pub fn base(seats: u8) -> Setup {
        Setup::new(seats, &[TileSet::Base])
    }

    /// With these sets instead, and with all parts that they bring.
    #[must_use]
    pub fn with_sets(self, sets: Sets) -> Setup {
        Setup { sets, parts: Parts::of_sets(sets), ..self }
    }

    /// With an own bag instead of sets, and with all parts that its tiles bring.
    ///
    /// ```
    /// use rules::{Kind, Position, Setup};
    /// let bag = vec![(Kind::named("V").unwrap(), 3)];
    /// assert_eq!(Position::new(&Setup::base(2).with_bag(bag)).unwrap().bag_size(), 3);
    /// ```
    #[must_use]
    pub fn with_bag(self, bag: Vec<(Kind, u16)>) -> Setup {
        let parts = Parts::brought(Sets::NONE, Some(&bag));
        Setup { sets: Sets::NONE, parts, bag: Some(bag), ..self }
    }

    /// With these mechanisms in play.
    #[must_use]
    pub fn with_parts(self, parts: Parts) -> Setup {
        Setup { parts, ..self }
    }

    /// With these switches, such as those of an [`Edition`].
    #[must_use]
    pub fn with_knobs(self, knobs: Knobs) -> Setup {
        Setup { knobs, ..self }
    }

    /// With this many of a figure for each seat.
    #[must_use]
    pub fn with_supply(mut self, figure: Figure, count: u8) -> Setup {
        self.supply[figure as usize] = Some(count);
        self
    }

    /// With an open draw order.
    #[must_use]
    pub fn with_arranged(self, order: Vec<Kind>) -> Setup {
        Setup { arranged: Some(order), ..self }
    }

    /// With a position to start from.
    #[must_use]
    pub fn with_start(self, start: View) -> Setup {
        Setup { start: Some(Box::new(start)), ..self }
    }

    /// How many of a figure each seat has; none if its part is off.
    ///
    /// ```
    /// use rules::{Figure, Setup};
    /// let setup = Setup::base(2).with_supply(Figure::Follower, 3);
    /// assert_eq!((setup.allotment(Figure::Follower), setup.allotment(Figure::Pig)), (3, 0));
    /// ```
    pub fn allotment(&self, figure: Figure) -> u8 {
        self.allotted(figure, self.supply[figure as usize])
    }

    fn allotted(&self, figure: Figure, said: Option<u8>) -> u8 {
        if figure.is_in_play(self.parts) { said.unwrap_or(figure.ability().supply) } else { 0 }
    }

    /// What each seat has of each figure, in the order of [`Figure::ALL`].
    pub(crate) fn allotments(&self) -> [u8; Figure::ALL.len()] {
        Figure::ALL.map(|figure| self.allotment(figure))
    }

    /// Whether each seat has as many of each figure as in the box.
    pub(crate) fn is_supplied_from_box(&self) -> bool {
        self.allotments() == Figure::ALL.map(|figure| self.allotted(figure, None))
    }
}

/// Mechanisms that can be switched off on their own. With a part off, its symbols mean nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Parts {
    /// Goods tokens (T-GOODS).
    pub goods: bool,
    /// Builders (T-BUILD).
    pub builder: bool,
    /// Pigs (T-PIG).
    pub pig: bool,
    /// The dragon and its volcanoes (D-VOLC, D-MOVE).
    pub dragon: bool,
    /// The fairy (D-FAIRY).
    pub fairy: bool,
    /// The princess (D-PRIN).
    pub princess: bool,
    /// The portals (D-PORT).
    pub portal: bool,
}

impl Parts {
    /// Nothing beyond the base game.
    pub const NONE: Parts = Parts {
        goods: false,
        builder: false,
        pig: false,
        dragon: false,
        fairy: false,
        princess: false,
        portal: false,
    };

    /// All parts that these sets bring.
    pub const fn of_sets(sets: Sets) -> Parts {
        let traders = sets.copies(TileSet::Traders) > 0;
        let dragon = sets.copies(TileSet::Dragon) > 0;
        Parts {
            goods: traders,
            builder: traders,
            pig: traders,
            dragon,
            fairy: dragon,
            princess: dragon,
            portal: dragon,
        }
    }

    /// The parts of these sets and of the sets that the tiles of an own bag come from: what is in play if nobody
    /// says otherwise.
    pub fn brought(mut sets: Sets, bag: Option<&[(Kind, u16)]>) -> Parts {
        for (kind, _) in bag.into_iter().flatten().filter(|(_, count)| *count > 0) {
            sets = sets.with(kind.tile().set, 1);
        }
        Parts::of_sets(sets)
    }
}

/// The named profiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Edition {
    /// The first edition.
    Classic,
    /// The edition of 2007.
    Y2007,
    /// Today's rules, the default.
    Modern,
}

impl Edition {
    /// Every edition, the oldest first.
    pub const ALL: [Edition; 3] = [Edition::Classic, Edition::Y2007, Edition::Modern];

    /// `classic`, `2007` or `modern`.
    pub const fn name(self) -> &'static str {
        match self {
            Edition::Classic => "classic",
            Edition::Y2007 => "2007",
            Edition::Modern => "modern",
        }
    }

    /// The names of all editions, as a list in words.
    pub fn names() -> String {
        Edition::ALL.map(Edition::name).join(", ")
    }

    /// The edition with this name.
    pub fn from_name(name: &str) -> Option<Edition> {
        Edition::ALL.into_iter().find(|edition| edition.name() == name)
    }

    /// The edition's knobs.
    pub fn knobs(self) -> Knobs {
        let modern = Knobs::default();
        match self {
            Edition::Classic => {
                Knobs { field: FieldScoring::PerCity, tiny: TinyCity::Half, unfit: Unfit::Return, ..modern }
            }
            Edition::Y2007 => Knobs { field: FieldScoring::PerCity, ..modern },
            Edition::Modern => modern,
        }
    }
}

/// One knob: its values in the rule book's order, the default first, each with its name.
macro_rules! knob {
    ($(#[$doc:meta])* $name:ident { $(#[$fdoc:meta])* $first:ident = $ftext:literal, $($(#[$vdoc:meta])* $value:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
        pub enum $name {
            $(#[$fdoc])*
            #[default]
            $first,
            $($(#[$vdoc])* $value,)*
        }

        impl $name {
            /// Every value, the default first.
            pub const ALL: &[$name] = &[$name::$first, $($name::$value),*];

            /// The value's name in files and on the command line.
            pub const fn name(self) -> &'static str {
                match self {
                    $name::$first => $ftext,
                    $($name::$value => $text,)*
                }
            }

            /// The value with this name.
            pub fn from_name(name: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|value| value.name() == name)
            }
        }
    };
}

knob! {
    /// How fields score (E-FIELD).
    FieldScoring {
        /// Each field on its own, 3 points a completed city.
        PerField = "per-field",
        /// As per field, but a player earns each city only once.
        PerFieldOnce = "per-field-once",
        /// Each completed city gives 4 points to whoever has most farmers around it.
        PerCity = "per-city",
    }
}

knob! {
    /// What a finished city of two tiles is worth (E-TINY).
    TinyCity {
        /// Like any city.
        Full = "full",
        /// 1 per tile and pennant.
        Half = "half",
    }
}

knob! {
    /// What happens to a drawn tile that fits nowhere (E-UNFIT).
    Unfit {
        /// It leaves the game.
        Remove = "remove",
        /// It goes back into the bag when a tile has been laid.
        Return = "return",
    }
}

knob! {
    /// Whether fields can be claimed (E-NOFARM).
    Farmers {
        /// They can.
        On = "on",
        /// Fields are neither claimed nor scored.
        Off = "off",
    }
}

knob! {
    /// Which bends of the river are barred (R-3).
    RiverTurns {
        /// Two adjacent curves to the same side.
        Tight = "tight",
        /// Two successive curves to the same side, straights between them or not.
        Ever = "ever",
        /// Wherever room ahead of the river would be taken.
        Reserve = "reserve",
    }
}

knob! {
    /// What happens to the start tile when the river is played (R-1).
    RiverStart {
        /// It stays in the box.
        Removed = "removed",
        /// It is shuffled in.
        Shuffled = "shuffled",
    }
}

knob! {
    /// Whether the builder's second tile is asked about (T-BUILD-2).
    ExtraTile {
        /// It is drawn without asking.
        Always = "always",
        /// The player may decline.
        May = "may",
    }
}

knob! {
    /// When the dragon moves (D-MOVE-1).
    DragonMoves {
        /// After the figure step, before scoring.
        BeforeScoring = "before-scoring",
        /// After scoring.
        AfterScoring = "after-scoring",
    }
}

knob! {
    /// Whether the princess must send a knight home (D-PRIN-1).
    Princess {
        /// The player may.
        May = "may",
        /// The player must.
        Must = "must",
    }
}

knob! {
    /// Where the fairy stands (D-FAIRY-1).
    FairyPlace {
        /// Beside one follower.
        Beside = "beside",
        /// On a tile.
        OnTile = "on-tile",
    }
}

/// The closed list of knobs. The default is `modern`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Knobs {
    /// E-FIELD.
    pub field: FieldScoring,
    /// E-TINY.
    pub tiny: TinyCity,
    /// E-UNFIT.
    pub unfit: Unfit,
    /// E-NOFARM.
    pub farmers: Farmers,
    /// R-3.
    pub river_turns: RiverTurns,
    /// R-1.
    pub river_start: RiverStart,
    /// T-BUILD-2.
    pub extra_tile: ExtraTile,
    /// D-MOVE-1.
    pub dragon_moves: DragonMoves,
    /// D-PRIN-1.
    pub princess: Princess,
    /// D-FAIRY-1.
    pub fairy: FairyPlace,
}

/// A knob or value that does not exist.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownKnob {
    /// No knob has this name.
    #[error("there is no knob `{0}`; the knobs are {known}", known = Knobs::NAMES.join(", "))]
    Name(String),
    /// The knob has no such value.
    #[error("the knob `{knob}` cannot be `{value}`; it can be {}", .values.join(", "))]
    Value {
        /// The knob.
        knob: &'static str,
        /// What was asked for.
        value: String,
        /// What it can be.
        values: Vec<&'static str>,
    },
}

/// The table of knobs: name in files, field, type, set whose rules it changes. Everything that goes by name comes from here.
macro_rules! knob_table {
    ($($text:literal $field:ident $type:ident $set:ident,)*) => {
        impl Knobs {
            /// The names of all knobs, in the rule book's order.
            pub const NAMES: &[&str] = &[$($text),*];

            /// The names of the values a knob can have, the default first.
            pub fn values(name: &str) -> Option<Vec<&'static str>> {
                match name {
                    $($text => Some($type::ALL.iter().map(|value| value.name()).collect()),)*
                    _ => None,
                }
            }

            /// The set whose rules a knob changes.
            pub fn set_of(name: &str) -> Option<TileSet> {
                match name {
                    $($text => Some(TileSet::$set),)*
                    _ => None,
                }
            }

            /// The value of a knob by name.
            pub fn get(&self, name: &str) -> Option<&'static str> {
                match name {
                    $($text => Some(self.$field.name()),)*
                    _ => None,
                }
            }

            /// Sets a knob by name.
            ///
            /// ```
            /// let mut knobs = rules::Knobs::default();
            /// knobs.set("field", "per-city").unwrap();
            /// assert!(knobs.set("field", "per-cow").is_err());
            /// ```
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), UnknownKnob> {
                match name {
                    $($text => {
                        self.$field = $type::from_name(value).ok_or_else(|| UnknownKnob::Value {
                            knob: $text,
                            value: value.to_owned(),
                            values: $type::ALL.iter().map(|value| value.name()).collect(),
                        })?;
                    })*
                    _ => return Err(UnknownKnob::Name(name.to_owned())),
                }
                Ok(())
            }
        }
    };
}

knob_table! {
    "field" field FieldScoring Base,
    "tiny" tiny TinyCity Base,
    "unfit" unfit Unfit Base,
    "farmers" farmers Farmers Base,
    "river-turns" river_turns RiverTurns River,
    "river-start-tile" river_start RiverStart River,
    "extra-tile" extra_tile ExtraTile Traders,
    "dragon-moves" dragon_moves DragonMoves Dragon,
    "princess" princess Princess Dragon,
    "fairy" fairy FairyPlace Dragon,
}

/// The table of parts by name.
macro_rules! part_table {
    ($($text:literal $field:ident,)*) => {
        impl Parts {
            /// The names of all parts.
            pub const NAMES: &[&str] = &[$($text),*];

            /// Whether the part with this name is on.
            pub fn get(&self, name: &str) -> Option<bool> {
                match name {
                    $($text => Some(self.$field),)*
                    _ => None,
                }
            }

            /// Switches the part with this name; `false` if there is none.
            pub fn set(&mut self, name: &str, on: bool) -> bool {
                match name {
                    $($text => self.$field = on,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

part_table! {
    "goods" goods,
    "builder" builder,
    "pig" pig,
    "dragon" dragon,
    "fairy" fairy,
    "princess" princess,
    "portal" portal,
}

/// Why a setup cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadSetup {
    /// Not 1 to 6 seats.
    #[error("a game has 1 to {MAX_SEATS} seats, not {0}")]
    Seats(u8),
    /// Neither sets nor an own bag with a tile to draw.
    #[error("there is no tile to draw; choose a set ({}) or give a bag of at least 1 tile", TileSet::names())]
    NoTiles,
    /// More than [`MAX_TILES`].
    #[error("a game has at most {MAX_TILES} tiles, the start tile among them, not {0}")]
    TooManyTiles(usize),
    /// Two springs, or two lakes, in an own bag.
    #[error("a bag holds at most one {}", .0.name())]
    OnlyOne(Kind),
    /// The arranged order names more tiles of a kind than the game has.
    #[error("the arranged order names {} more often than the game has it", .0.name())]
    Arranged(Kind),
    /// Both sets and an own bag were asked for.
    #[error("give either sets or an own bag, not both")]
    SetsAndBag,
    /// More of a figure than [`MAX_OF_A_FIGURE`].
    #[error("a seat has at most {MAX_OF_A_FIGURE} of a figure, not {count} {figure}s")]
    TooManyOfFigure {
        /// Which.
        figure: Figure,
        /// How many were asked for.
        count: u8,
    },
    /// More than [`MAX_PIECES`].
    #[error("the seats have at most {MAX_PIECES} pieces together, not {0}; give each of them fewer")]
    TooManyPieces(usize),
    /// The position to start from cannot be.
    #[error("the position to start from cannot be: {0}")]
    Start(#[from] crate::impossible::BadPosition),
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
