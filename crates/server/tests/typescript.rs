//! What the server really sends and takes is what `web/wire.d.ts` says, if `tsc` says so. Without a TypeScript
//! compiler (`TSC`, or `tsc` on the path) there is nothing to ask.

use chance::{Stream, fair};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use table::{Step, Table, Who};
use wire::table::{Entry, FromServer, NewTable, Order, Stage, WrittenEntry};

const ANN: Who = Who::Person(11);
const SECRET: [u8; 32] = [1; 32];
const TABLE: &str = r#"{"title":"all of it","clock":{"type":"game","seconds":600,"increment":5},
    "setup":{"seats":3,"sets":["base","winter","river","traders","dragon"],"knobs":{"extra-tile":"may"}},
    "seats":[{"type":"device","name":"Ann"},{"type":"device","name":"Bo"},{"type":"device","name":"Cy"}]}"#;

/// What a client may leave out, and what it may not.
const BY_HAND: &str = r#"
export const nothing: T.NewTableSent = {};
export const some: T.NewTableSent = { setup: { sets: { base: 2 }, parts: { pig: false } }, public: true };
export const hello: T.ToServer = { type: "hello", protocol: 1 };
export const again: T.ToServer = { type: "hello", protocol: 1, version: 7 };
export const fairy: T.Input = { type: "fairy", x: 1, y: 2 };
export const link: T.LinkAsked = { purpose: { type: "sit" } };
// @ts-expect-error: the server always says everything.
export const shown: T.NewTable = {};
// @ts-expect-error: unknown fields are refused.
export const more: T.NewTableSent = { color: "red" };
// @ts-expect-error: unknown values are refused.
export const jump: T.Input = { type: "jump" };
// @ts-expect-error: fields of another action are refused.
export const pass: T.Input = { type: "pass", side: "N" };
// @ts-expect-error: a place has a rotation.
export const place: T.Input = { type: "place", x: 1, y: 2 };
export function narrow(message: T.FromServer): T.Snapshot | number {
    return message.type === "snapshot" ? message : message.type === "done" ? message.version : 0;
}
"#;

/// A table of one device, and everything that was sent on its account, as TypeScript.
struct Script {
    table: Table,
    text: String,
    lines: u32,
}

impl Script {
    fn open() -> Script {
        let new: NewTable = wire::read(TABLE).unwrap();
        let first = Table::open(new, 11).unwrap();
        let table = Table::begin(&first, 0, [7; 32]).unwrap();
        let types = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/wire");
        let text = format!("import type * as T from {:?};\n{BY_HAND}", types.display().to_string());
        let mut script = Script { table, text, lines: 0 };
        script.say("FromServer", &script.table.update(&WrittenEntry::new(&first.entry)));
        script
    }

    fn say(&mut self, kind: &str, json: &str) {
        self.lines += 1;
        writeln!(self.text, "export const line{}: T.{kind} = {json};", self.lines).unwrap();
    }

    fn order(&mut self, json: &str) -> Entry {
        self.say("Order", json);
        let order: Order = wire::read(json).unwrap();
        let step = self.table.decide(&order, ANN, 1).unwrap();
        let entry = step.logged.entry.clone();
        self.take(step);
        while let Some(more) = self.table.overdue(1) {
            self.take(more);
        }
        entry
    }

    fn take(&mut self, step: Step) {
        self.table = step.next;
        self.say("FromServer", &self.table.update(&WrittenEntry::new(&step.logged.entry)));
        if self.table.version().is_multiple_of(25) || self.table.stage() != Stage::Playing {
            self.say("FromServer", &wire::write(&FromServer::Snapshot(self.table.snapshot().into())));
            self.say("Summary", &wire::write(&self.table.summary()));
        }
    }

    fn deal(&mut self) {
        let entry = self.order(r#"{"type":"start"}"#);
        let Entry::Dealing { digest, .. } = entry else { panic!("a deal begins: {entry:?}") };
        let hash = fair::to_hex(&fair::commitment(&SECRET, &fair::from_hex(&digest).unwrap()));
        self.order(&format!(r#"{{"type":"commit","hash":"{hash}"}}"#));
        self.order(&format!(r#"{{"type":"reveal","secret":"{}"}}"#, fair::to_hex(&SECRET)));
        assert_eq!(self.table.stage(), Stage::Playing);
    }

    fn play(&mut self, random: &mut Stream) {
        let position = self.table.position().unwrap();
        let rules::ToAct::Seat(seat) = position.to_act() else { panic!("a seat is to act") };
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        let action = wire::write(&wire::Input::from(*random.pick(&actions).unwrap()));
        self.order(&format!(r#"{{"type":"act","seat":{},"actions":[{action}]}}"#, seat.0 + 1));
    }

    /// A whole game, with all that people can ask of each other.
    fn whole_game() -> Script {
        let mut script = Script::open();
        let mut random = Stream::new(3);
        script.deal();
        for step in 0.. {
            match step {
                10 => drop(script.order(r#"{"type":"say","seat":2,"text":"</script> \"quoted\" \u2028"}"#)),
                20 => drop(script.order(r#"{"type":"ask","seat":1,"proposal":{"type":"take-back"}}"#)),
                300 => drop(script.order(r#"{"type":"resign","seat":3}"#)),
                _ => {}
            }
            if script.table.stage() == Stage::Over {
                break;
            }
            script.play(&mut random);
        }
        let position = script.table.position().unwrap();
        let standing = wire::write(&wire::Standing::from(&position.standing()));
        let features: Vec<_> =
            position.features().map(|feature| wire::Feature::new(position, &feature)).collect();
        script.say("Standing", &standing);
        script.say("Feature[]", &wire::write(&features));
        let tiles: Vec<_> = rules::Catalogue::shipped().tiles().iter().map(wire::Tile::from).collect();
        script.say("Tile[]", &wire::write(&tiles));
        script
    }
}

#[test]
fn a_whole_game_has_the_types_it_is_said_to_have() {
    let script = Script::whole_game();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("game.ts"), script.text).unwrap();
    // Settings of its own, so that none that lie about are taken.
    let settings = r#"{"compilerOptions":{"noEmit":true,"strict":true,"target":"es2022","types":[]}}"#;
    std::fs::write(folder.path().join("tsconfig.json"), settings).unwrap();
    let tsc = std::env::var_os("TSC").unwrap_or_else(|| "tsc".into());
    let answer = Command::new(&tsc).arg("--project").arg(folder.path()).output();
    let Ok(answer) = answer else {
        eprintln!("there is no TypeScript compiler {tsc:?}: {} messages were not checked", script.lines);
        return;
    };
    let said = String::from_utf8_lossy(&answer.stdout);
    let start: String = said.chars().take(2000).collect();
    assert!(answer.status.success(), "{start}{}", String::from_utf8_lossy(&answer.stderr));
}
