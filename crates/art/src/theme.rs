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
    /// Outlines.
    pub ink: &'static str,
    /// Shadows.
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
    pub stone_dark: &'static str,
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
    ink: "#3f2d1a",
    shade: "#2c2a12",
    grass: "#a3b45c",
    grass_light: "#b9c46f",
    grass_dark: "#8ba24c",
    tuft: "#6f8a3a",
    flower: "#f6e9a8",
    soil: "#c4ad68",
    furrow: "#a88f4e",
    leaf: ["#4a6329", "#658138", "#8fa64e"],
    trunk: "#5a4225",
    road: "#eddcb3",
    road_rim: "#8f7343",
    road_worn: "#d7c08c",
    water: "#7fb0b8",
    water_deep: "#5b909d",
    water_light: "#cfe5df",
    bank: "#dfd5a0",
    bank_line: "#6f7a45",
    stone: "#d9bd8d",
    stone_dark: "#b8935f",
    stone_light: "#e8d3a8",
    wall_top: "#d8c69c",
    wall_teeth: "#f5ebd0",
    wall_face: "#a98f66",
    wall_foot: "#4c3a24",
    plaster: "#f1e2c0",
    window: "#5b3a22",
    roofs: [("#d0683c", "#9c4326"), ("#bf5238", "#8c3527"), ("#b9774a", "#875030"), ("#cf8350", "#99552f")],
    spires: ("#7189a0", "#4c6078"),
    rock: ["#6c6355", "#93897a", "#bfb5a2"],
};

static WINTER: Paint = Paint {
    snow: true,
    ink: "#39363c",
    shade: "#33507a",
    grass: "#e9eff4",
    grass_light: "#f8fbfc",
    grass_dark: "#d3dfea",
    tuft: "#b3b79f",
    flower: "#c9d7e4",
    soil: "#d9dde0",
    furrow: "#b9b6ae",
    leaf: ["#3f5a55", "#5f7a72", "#eef4f6"],
    trunk: "#5b4a42",
    road: "#d6c8b4",
    road_rim: "#a3978b",
    road_worn: "#bfae98",
    water: "#7aa3bd",
    water_deep: "#55819f",
    water_light: "#d9ecf4",
    bank: "#f2f8fb",
    bank_line: "#9db6c9",
    stone: "#cfc6be",
    stone_dark: "#a79c98",
    stone_light: "#e6e3e0",
    wall_top: "#f4f7f9",
    wall_teeth: "#ffffff",
    wall_face: "#968c86",
    wall_foot: "#45404a",
    plaster: "#e9dcc6",
    window: "#ffb42e",
    roofs: [("#f7fafc", "#a9bace"), ("#fbfdfe", "#b4c3d4"), ("#f1f6fa", "#a2b4ca"), ("#f7fafc", "#b98d78")],
    spires: ("#e4edf4", "#6c8099"),
    rock: ["#5f6570", "#8a93a0", "#f0f4f7"],
};
