//! Editions and their knobs.

use crate::script::check;
use rules::{
    Action, Catalogue, Cell, Edition, FieldScoring, Figure, Knobs, Position, Rotation, Setup, Spot, TinyCity,
    Unfit,
};
use std::sync::Arc;

/// One finished city between two fields: red alone on the lower one, red and blue on the upper one.
fn two_fields_at_one_city(knob: &str, expected: &str) {
    check(&format!(
        "
        players red blue
        rules field={knob}
        | b1:U^+field.N   b2:A>         |
        | r1:Ev+field     .             |
        | D               r2:U^+field.N |
        = apart field@r1 field.N@r2
        = joined field@r1 field.N@b1
        end
        {expected}
        "
    ));
}

#[test]
fn e_field_per_field_each_field_pays_three_a_city() {
    two_fields_at_one_city(
        "per-field",
        "> field 1 city (3 each, red 1): red 3; field 1 city (3 each, red 1 blue 1): red 3 blue 3
        = red 6 blue 3",
    );
}

#[test]
fn e_field_per_field_once_a_player_earns_a_city_once() {
    two_fields_at_one_city(
        "per-field-once",
        "> farmed city (3, red 1 and red 1 blue 1): red 3 blue 3
        = red 3 blue 3",
    );
}

#[test]
fn e_field_per_city_most_farmers_over_all_fields_take_four() {
    two_fields_at_one_city(
        "per-city",
        "> farmed city (4, red 1 and red 1 blue 1): red 4
        = red 4 blue 0",
    );
}

#[test]
fn e_field_per_city_tied_leaders_take_four_each() {
    check(
        "
        players red blue
        rules field=per-city
        | r1:Ev+field   .             |
        | D             b1:U^+field.N |
        end
        > farmed city: red 4 blue 4
        ",
    );
}

#[test]
fn e_field_per_field_once_needs_the_majority_of_some_field() {
    check(
        "
        players red blue
        rules field=per-field-once
        | r2:U^+field.N   r3:A> |
        | b1:U^+field.N   b2:A> |
        | r1:Ev+field     .     |
        | D               .     |
        = joined field@r1 field.N@b1 field.N@r2
        end
        > farmed city (3, red 2 blue 1): red 3
        = red 3 blue 0
        ",
    );
}

#[test]
fn e_field_the_profiles_of_the_editions() {
    assert_eq!(Edition::Classic.knobs().field, FieldScoring::PerCity);
    assert_eq!(Edition::Y2007.knobs().field, FieldScoring::PerCity);
    assert_eq!(Edition::Modern.knobs().field, FieldScoring::PerField);
}

#[test]
fn e_field_modern_is_the_default_and_classic_differs_in_three_knobs_only() {
    assert_eq!(Edition::Modern.knobs(), Knobs::default());
    let unlike_modern = |edition: Edition| -> Vec<&str> {
        let differs = |name: &&&str| edition.knobs().get(name) != Knobs::default().get(name);
        Knobs::NAMES.iter().filter(differs).copied().collect()
    };
    assert_eq!(unlike_modern(Edition::Classic), ["field", "tiny", "unfit"]);
    assert_eq!(unlike_modern(Edition::Y2007), ["field"]);
}

#[test]
fn e_tiny_half_gives_two_points() {
    check(
        "players red\n rules tiny=half\n red: Ev 0,1 city\n > city 2 tiles (1 each, red 1): red 2\n = red 2",
    );
}

#[test]
fn e_tiny_full_gives_four_points() {
    check("players red\n rules tiny=full\n red: Ev 0,1 city\n > city 2 tiles: red 4\n = red 4");
}

/// No tile of the boxes has a pennant in a city with one edge, so one is painted in for this.
#[test]
fn e_tiny_half_gives_one_point_for_a_pennant() {
    let mut tiles = Catalogue::shipped().tiles().to_vec();
    let kind = Catalogue::shipped().kind("E").expect("E is a tile of the base game");
    tiles[kind.index()].segments[0].pennants = 1;
    let knobs = Knobs { tiny: TinyCity::Half, ..Knobs::default() };
    let setup = Setup::base(1).with_bag(vec![(kind, 2)]).with_knobs(knobs);
    let mut position =
        Position::with_catalogue(&setup, &Arc::new(Catalogue::from_tiles(tiles))).expect("playable");
    let cell = Cell::new(0, 1);
    position.draw(kind, &mut ()).expect("in the bag");
    position.play(Action::Place { cell, rotation: Rotation::new(2) }, &mut ()).expect("fits");
    let knight = Action::Deploy { figure: Figure::Follower, spot: Spot::new(cell, 0) };
    position.play(knight, &mut ()).expect("free");
    assert_eq!(position.scores()[0], 3);
}

#[test]
fn e_tiny_half_is_for_exactly_two_tiles() {
    check(
        "
        players red
        rules tiny=half
        red: G> 0,1 city
        red: Ev 0,2
        > city 3 tiles: red 6
        ",
    );
}

#[test]
fn e_tiny_an_unfinished_city_is_never_halved() {
    check(
        "
        players red
        rules tiny=half
        red: F> 0,1 city
        end
        > open city 2 tiles 1 pennant: red 3
        ",
    );
}

#[test]
fn e_tiny_the_profiles_of_the_editions() {
    assert_eq!(Edition::Classic.knobs().tiny, TinyCity::Half);
    assert_eq!(Edition::Y2007.knobs().tiny, TinyCity::Full);
    assert_eq!(Edition::Modern.knobs().tiny, TinyCity::Full);
}

#[test]
fn e_unfit_remove_takes_it_out_of_the_game() {
    check(
        "
        players red blue
        rules unfit=remove
        red: Ev 0,1
        draw C
        > removed C
        = removed C
        = bag U B
        blue: U^ 1,0
        = removed C
        = bag B
        ",
    );
}

#[test]
fn e_unfit_return_puts_it_back_when_a_tile_has_been_laid() {
    check(
        "
        players red blue
        rules unfit=return
        red: Ev 0,1
        draw C
        > set aside C
        = aside C
        = bag U B
        draw C !NotInBag
        blue: U^ 1,0 ...
        > blue laid U^ 1,0; put back C*1 from aside; now figure
        = aside none
        = bag B C
        ",
    );
}

#[test]
fn e_unfit_return_several_unfit_tiles_wait_together() {
    check(
        "
        players red blue
        rules classic
        bag E C2 U B
        red: Ev 0,1
        draw C
        draw C
        = aside C2
        blue: U^ 1,0 ...
        > blue laid U^ 1,0; put back C*2 from aside
        ",
    );
}

#[test]
fn e_unfit_the_profiles_of_the_editions() {
    assert_eq!(Edition::Classic.knobs().unfit, Unfit::Return);
    assert_eq!(Edition::Y2007.knobs().unfit, Unfit::Remove);
    assert_eq!(Edition::Modern.knobs().unfit, Unfit::Remove);
}

#[test]
fn e_nofarm_fields_cannot_be_claimed() {
    check(
        "
        players red blue
        rules farmers=off
        red: A> 1,0 field !NoFarmers
        = options road, monastery
        ",
    );
}

#[test]
fn e_nofarm_fields_are_not_scored() {
    check("players red\n rules farmers=off\n red: Ev 0,1\n end\n > no field; no farmed\n = red 0");
}
