//! Boards as pixels: drawn tile by tile, they look as if they were drawn whole.
#![cfg(feature = "png")]

use art::{Background, BoardOptions};
use resvg::tiny_skia::Pixmap;
use rules::{Input, Position, Setup, TileSet, ToAct, View};

/// A game in which everyone does what is listed first, until so many tiles lie.
fn played(setup: &Setup, tiles: usize) -> View {
    let mut position = Position::new(setup).unwrap();
    let mut legal = Vec::new();
    while position.view().tiles.len() < tiles {
        let input = match position.to_act() {
            ToAct::Over(_) => break,
            ToAct::Seat(_) => {
                position.legal_actions(&mut legal);
                Input::Act(legal[legal.len() * 2 / 3])
            }
            ToAct::Chance => Input::Draw(position.bag().next().unwrap().0),
        };
        position.apply(input, &mut ()).unwrap();
    }
    position.view()
}

fn decoded(png: &[u8]) -> Pixmap {
    Pixmap::decode_png(png).unwrap()
}

#[test]
fn a_board_drawn_tile_by_tile_is_the_board() {
    let view = played(&Setup::new(3, &[TileSet::Base, TileSet::Dragon]), 12);
    for table in [Background::Light, Background::Bare] {
        let options = BoardOptions { table, scores: true, ..BoardOptions::default() };
        let quick = decoded(&art::board_png(&view, &options, 700, 300_000).unwrap());
        let whole = decoded(&art::png(&art::board(&view, &options), quick.width()).unwrap());
        assert_eq!((quick.width(), quick.height()), (whole.width(), whole.height()));
        let far = quick.data().iter().zip(whole.data()).filter(|(a, b)| a.abs_diff(**b) > 24).count();
        assert!(far * 200 < quick.data().len(), "{far} of {} differ, on {table:?}", quick.data().len());
    }
}
