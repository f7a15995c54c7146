//! The two looks of everything: colours, and whether snow lies.

/// How the land looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Theme {
    /// A warm summer.
    #[default]
    Classic,
    /// Snow on everything.
    Winter,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 2] = [Theme::Classic, Theme::Winter];

    /// Its name on the command line and in addresses.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Classic => "classic",
            Theme::Winter => "winter",
        }
    }

    /// The theme with this name.
    ///
    /// ```
    /// assert_eq!(art::Theme::from_name("winter"), Some(art::Theme::Winter));
    /// ```
    pub fn from_name(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }

    pub(crate) const fn paint(self) -> &'static Paint {
        match self {
            Theme::Classic => &CLASSIC,
            Theme::Winter => &WINTER,
        }
    }
}

/// The colours of a theme, by what they colour.
pub struct Paint {
    /// Whether snow lies.
    pub snow: bool,
    pub ink: &'static str,
    pub shade: &'static str,
    /// Open ground, and the light and dark patches on it.
    pub grass: &'static str,
    pub grass_light: &'static str,
    pub grass_dark: &'static str,
    pub tuft: &'static str,
    pub flower: &'static str,
    /// Ploughed strips and their furrows.
    pub soil: &'static str,
    pub furrow: &'static str,
    /// Grain and its rows.
    pub wheat: &'static str,
    pub wheat_row: &'static str,
    /// Trees from shadow to light.
    pub leaf: [&'static str; 3],
    pub trunk: &'static str,
    /// Roads with their rim.
    pub road: &'static str,
    pub road_rim: &'static str,
    pub road_worn: &'static str,
    /// Water, its depth, its light and its banks.
    pub water: &'static str,
    pub water_deep: &'static str,
    pub water_light: &'static str,
    pub bank: &'static str,
    pub bank_line: &'static str,
    /// Ground within the walls.
    pub stone: &'static str,
    pub stone_light: &'static str,
    /// Walls: the top, its battlements, the face and the foot.
    pub wall_top: &'static str,
    pub wall_teeth: &'static str,
    pub wall_face: &'static str,
    pub wall_foot: &'static str,
    /// Houses: plaster, windows, and roofs in the light and in the dark.
    pub plaster: &'static str,
    pub window: &'static str,
    pub roofs: [(&'static str, &'static str); 4],
    pub spires: (&'static str, &'static str),
    /// Rock of springs and volcanoes.
    pub rock: [&'static str; 3],
}

static CLASSIC: Paint = Paint {
    snow: false,
    ink: "#432",
    shade: "#321",
    grass: "#a3b45c",
    grass_light: "#b9c46f",
    grass_dark: "#8ba24c",
    tuft: "#783",
    flower: "#eea",
    soil: "#c4ad68",
    furrow: "#a85",
    wheat: "#dcc463",
    wheat_row: "#b94",
    leaf: ["#462", "#683", "#8a5"],
    trunk: "#542",
    road: "#eddcb3",
    road_rim: "#874",
    road_worn: "#db8",
    water: "#7fb0b8",
    water_deep: "#589",
    water_light: "#cdd",
    bank: "#dd9",
    bank_line: "#774",
    stone: "#d9bd8d",
    stone_light: "#eca",
    wall_top: "#dc9",
    wall_teeth: "#eec",
    wall_face: "#a86",
    wall_foot: "#432",
    plaster: "#f1e2c0",
    window: "#532",
    roofs: [("#c64", "#942"), ("#b53", "#832"), ("#b74", "#853"), ("#c85", "#953")],
    spires: ("#789", "#467"),
    rock: ["#665", "#987", "#bba"],
};

static WINTER: Paint = Paint {
    snow: true,
    ink: "#334",
    shade: "#357",
    grass: "#e9eff4",
    grass_light: "#f8fbfc",
    grass_dark: "#d3dfea",
    tuft: "#bb9",
    flower: "#cdd",
    soil: "#d9dde0",
    furrow: "#bba",
    wheat: "#e2e4e0",
    wheat_row: "#cb9",
    leaf: ["#455", "#677", "#eee"],
    trunk: "#544",
    road: "#d6c8b4",
    road_rim: "#a98",
    road_worn: "#ba9",
    water: "#7aa3bd",
    water_deep: "#589",
    water_light: "#dee",
    bank: "#eff",
    bank_line: "#9bc",
    stone: "#cbc6c6",
    stone_light: "#fff",
    wall_top: "#eff",
    wall_teeth: "#fff",
    wall_face: "#988",
    wall_foot: "#444",
    plaster: "#e9dcc6",
    window: "#fb3",
    roofs: [("#fff", "#abc"), ("#fff", "#bbc"), ("#eef", "#abc"), ("#fff", "#b87")],
    spires: ("#dee", "#689"),
    rock: ["#667", "#899", "#eef"],
};
