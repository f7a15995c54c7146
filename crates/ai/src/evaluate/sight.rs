//! What a search must know of the table beyond what a position tells without allocating: pieces, dragon, fairy
//! and goods, carried along from action to action.

use rules::{
    Action, Cell, DragonMoves, Fairy, FeatureKind, FeatureSummary, Figure, MAX_SEATS, Mark, Phase, Position,
    Seat, Spot, Tile, View,
};

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Where it stands.
    pub spot: Spot,
    /// Whose.
    pub seat: Seat,
    /// What.
    pub figure: Figure,
}

impl Piece {
    /// Whether it can still be on the feature it stood on, or has come home.
    pub fn is_on(&self, feature: &FeatureSummary) -> bool {
        match self.figure {
            Figure::Follower => feature.followers(self.seat) > 0,
            Figure::Builder | Figure::Pig => feature.has_helper(self.seat),
        }
    }
}

/// Pieces, dragon, fairy and goods.
#[derive(Clone, Debug)]
pub struct Sight {
    /// All pieces on the board; some may have come home with a scored feature.
    pub pieces: Vec<Piece>,
    /// Where the dragon is.
    pub dragon: Option<Cell>,
    /// What it visited in the walk under way.
    pub visited: Vec<Cell>,
    /// Where the fairy is; the follower beside her may have come home.
    pub fairy: Option<Fairy>,
    /// Tokens of each seat, with those that the tile just laid will give.
    pub goods: [[u16; 3]; MAX_SEATS],
}

impl Sight {
    /// What can be seen of a position, of which `view` is the view.
    pub fn new(position: &Position, view: &View) -> Sight {
        let pieces = view.pieces.iter().map(|piece| Piece {
            spot: piece.spot(),
            seat: piece.seat,
            figure: piece.figure,
        });
        let mut sight = Sight {
            pieces: pieces.collect(),
            dragon: view.dragon,
            visited: view.visited.clone(),
            fairy: view.fairy,
            goods: view.goods,
        };
        if is_unscored(position) {
            sight.take_goods(position.turn(), position);
        }
        sight
    }

    /// Becomes a copy of another, without allocating once there is room.
    pub fn copy_from(&mut self, other: &Sight) {
        self.pieces.clone_from(&other.pieces);
        self.visited.clone_from(&other.visited);
        (self.dragon, self.fairy, self.goods) = (other.dragon, other.fairy, other.goods);
    }

    /// Takes in an action that a seat did, after which the position is `after`.
    pub fn follow(&mut self, seat: Seat, action: Action, after: &Position) {
        match action {
            Action::Place { cell, .. } => self.lay(seat, cell, after),
            Action::Deploy { figure, spot } => self.pieces.push(Piece { spot, seat, figure }),
            Action::Evict { spot } => self.pieces.retain(|piece| piece.spot != spot),
            Action::MoveFairy { cell, segment } => self.fairy = Some(Fairy { cell, segment }),
            Action::MoveDragon { side } => self.eat(self.dragon.map(|cell| cell.step(side))),
            Action::TakeExtra | Action::Pass => {}
        }
        let walking = matches!(after.phase(), Phase::Dragon { .. });
        match (walking, self.visited.is_empty()) {
            (true, true) => self.visited.extend(self.dragon),
            (true, false) => {}
            (false, _) => self.visited.clear(),
        }
    }

    fn lay(&mut self, seat: Seat, cell: Cell, after: &Position) {
        if after.setup().parts.dragon
            && fresh_tile(after).is_some_and(|(_, tile)| tile.mark == Some(Mark::Volcano))
        {
            self.dragon = Some(cell);
        }
        self.take_goods(seat, after);
    }

    /// The cities that the tile just laid finished give goods.
    fn take_goods(&mut self, seat: Seat, position: &Position) {
        let Some((cell, tile)) = fresh_tile(position).filter(|_| position.setup().parts.goods) else {
            return;
        };
        let is_city = |number: &u8| tile.segments[usize::from(*number)].kind == FeatureKind::City;
        let city = |number: u8| position.feature(Spot::new(cell, number)).filter(|city| city.complete);
        let cities = || (0..tile.segments.len() as u8).filter(is_city).filter_map(city);
        for (n, city) in cities().enumerate() {
            // Two segments of the tile may belong to one city.
            if cities().take(n).all(|before| before.id != city.id) {
                let tokens = &mut self.goods[seat.index()];
                tokens.iter_mut().zip(city.goods).for_each(|(have, more)| *have += more);
            }
        }
    }

    /// The dragon comes to a cell, and everyone there goes home.
    fn eat(&mut self, cell: Option<Cell>) {
        self.dragon = cell;
        self.visited.extend(cell);
        self.pieces.retain(|piece| Some(piece.spot.cell) != cell);
    }
}

/// The tile laid last, and where.
fn fresh_tile(position: &Position) -> Option<(Cell, &Tile)> {
    position.tiles().last().map(|laid| (laid.cell, position.catalogue().tile(laid.kind)))
}

/// Whether a laid tile waits to be scored.
fn is_unscored(position: &Position) -> bool {
    match position.phase() {
        Phase::Figure => true,
        Phase::Dragon { .. } => position.setup().knobs.dragon_moves == DragonMoves::BeforeScoring,
        Phase::Draw { .. } | Phase::Place | Phase::Extra | Phase::Over(_) => false,
    }
}
