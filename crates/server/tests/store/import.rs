//! Everything out and in again.

use crate::common::{Opened, TempStore, begin, entry, export, game, hash, options, word};
use server::store::sqlite::{OpenError, Sqlite};
use server::store::{Append, BanRow, ImportError, Index, Link, PersonId, Purpose, Store};
use std::io::Read;
use wire::export::{ExportLine, ExportedGame};

/// Something of everything there can be.
pub fn fill(store: &Store) {
    let ann = store.add_person(hash(1), 0).wait().unwrap();
    let bob = store.add_person(hash(2), 0).wait().unwrap();
    for number in 0..5 {
        begin(store, game(number), 2 + number);
    }
    let index = Index {
        stage: "over".into(),
        public: true,
        title: "Königstisch \"1\"".into(),
        due: Some(1_700_000_000_000),
        computer: true,
        people: vec![bob, ann, bob],
        summary: "{\"a\": [1, 2]}".into(),
    };
    let strange = Append { entry: "\0 \\ \r\n 🐉".into(), at: -3, index, ..entry(game(0), 3) };
    store.append(strange).wait().unwrap();
    let words = (0..3).map(|place| word(place, if place == 1 { bob } else { ann }));
    let named = Append { words: words.collect(), ..entry(game(1), 4) };
    store.append(named).wait().unwrap();
    store.erase(game(1), bob, Index::default()).wait().unwrap();
    let purposes = [Purpose::Sit, Purpose::Watch, Purpose::Device(bob)];
    for (number, purpose) in (10..).zip(purposes) {
        let link = Link { game: game(u64::from(number) % 5), purpose, made: 8 };
        store.add_link(hash(number), link).wait().unwrap();
    }
    store.welcome(hash(11), ann).wait().unwrap();
    for (whom, until) in [("192.0.2.0/24", None), ("person 1", Some(9))] {
        let ban = BanRow { whom: whom.into(), reason: "shouting".into(), made: 8, until };
        store.put_ban(ban).wait().unwrap();
    }
    store.keep(game(0), ann, 1).wait().unwrap();
    store.write_alive(123_456).wait().unwrap();
    store.resume(130_000).wait().unwrap();
}

fn import(place: &TempStore, text: &str) -> Result<u64, OpenError> {
    Sqlite::import_all(&place.path, &options(), text.as_bytes(), |_| Ok(()))
}

#[test]
fn an_import_has_the_content_of_the_export() {
    let (from, to) = (TempStore::new(), TempStore::new());
    let store = from.open();
    fill(&store);
    let text = export(&store);
    assert_eq!(import(&to, &text), Ok(text.lines().count() as u64));
    let copy = to.open();
    assert_eq!(export(&copy), text);
    for number in 0..6 {
        assert_eq!(copy.game(game(number)), store.game(game(number)));
        assert_eq!(copy.load(game(number), 0), store.load(game(number), 0));
    }
    for number in 0..20 {
        let known = |store: &Store| store.person(&hash(number)).unwrap().map(|(person, _)| person);
        assert_eq!(known(&copy), known(&store));
        assert_eq!(copy.link(&hash(number)), store.link(&hash(number)));
    }
    assert_eq!(copy.last_alive(), store.last_alive());
    assert_eq!(copy.stages(), store.stages());
    assert_eq!((copy.bans(), copy.bans().unwrap().len()), (store.bans(), 2));
    // And it goes on.
    copy.append(entry(game(4), 7)).wait().unwrap();
    assert!(copy.add_person(hash(50), 0).wait().unwrap() > PersonId(2));
}

#[test]
fn an_empty_store_can_be_exported_and_imported() {
    let (from, to) = (TempStore::new(), TempStore::new());
    let text = export(&from.open());
    assert_eq!(text, "{\"type\":\"bastide\",\"format\":2}\n{\"type\":\"end\",\"lines\":1}\n");
    assert_eq!(import(&to, &text), Ok(2));
    assert_eq!(export(&to.open()), text);
}

#[test]
fn an_import_goes_only_into_an_empty_store() {
    let place = TempStore::new();
    let store = place.open();
    fill(&store);
    let text = export(&store);
    drop(store);
    assert_eq!(import(&place, &text), Err(OpenError::Import(ImportError::NotEmpty)));
    assert_eq!(export(&place.open()), text);
}

#[test]
fn an_export_shows_one_moment() {
    let place = TempStore::new();
    let store = place.open();
    fill(&store);
    let before = export(&store);
    // Everything that is written while the export goes on comes too late for it.
    struct Meanwhile(Opened, Vec<u8>, u64);
    impl std::io::Write for Meanwhile {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.2 += 1;
            begin(&self.0, game(100 + self.2), 1);
            self.1.extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut meanwhile = Meanwhile(store.clone(), Vec::new(), 0);
    store.sqlite.export_all(&mut meanwhile).unwrap();
    assert_eq!(String::from_utf8(meanwhile.1).unwrap(), before);
    assert_ne!(export(&store), before);
}

/// A line of a game as older exports have it.
fn without_head(line: &str) -> String {
    match wire::read(line).unwrap() {
        ExportLine::Game(game) => wire::write(&ExportLine::Game(ExportedGame { head: None, ..game })),
        other => panic!("{other:?}"),
    }
}

/// What the import says of this text, after looking whether it left nothing behind.
fn problem(text: &str) -> String {
    let place = TempStore::new();
    let error = import(&place, text).unwrap_err();
    assert!(matches!(error, OpenError::Import(ImportError::Line { .. })), "{error:?}");
    assert_eq!(export(&place.open()).lines().count(), 2);
    error.to_string()
}

#[test]
fn a_wrong_line_is_named_and_nothing_is_imported() {
    let place = TempStore::new();
    let store = place.open();
    store.add_person(hash(1), 0).wait().unwrap();
    begin(&store, game(1), 2);
    store.add_link(hash(1), Link { game: game(1), purpose: Purpose::Watch, made: 0 }).wait().unwrap();
    let text = export(&store);
    let lines: Vec<_> = text.lines().collect();
    let [head, person, a_game, first, second, link, end] = lines[..] else { panic!("{text}") };
    // These logs are not those that were exported, but that is not the point here.
    let a_game = &without_head(a_game);
    let other = a_game.replace(&game(1).to_string(), &game(2).to_string());
    let cases: [(&[&str], &str); 16] = [
        (&[], "line 1: the file ends here"),
        (&[person], "line 1: the first line must"),
        (&[&head.replace('2', "3"), end], "line 1: this is format 3"),
        (&[head, head], "line 2: only the first line"),
        (&[head, person, person], "line 3: person 1 comes twice"),
        (&[head, person, &person.replace(":1,", ":2,")], "line 3: this secret is in use"),
        (&[head, first], "line 2: an entry must follow"),
        (&[head, a_game, second], "line 3: version 2 of game"),
        (&[head, a_game, first, first], "line 4: version 1 does not follow version 1"),
        (&[head, a_game, first, a_game, first], "line 5: there is already a game"),
        (&[head, a_game, &other], "line 3: the game before this line has no entries"),
        (&[head, &a_game.replace("[]", "[4]"), first], "line 3: there is no person 4"),
        (&[head, link], "line 2: there is no game"),
        (&[head, person, a_game, first, second, link], "line 7: the file ends here"),
        (&[head, person, a_game, first, second, end], "line 6: there should be 6 lines"),
        (&[head, "{\"type\":\"end\",\"lines\":1}", person], "line 3: the line before said"),
    ];
    for (lines, sentence) in cases {
        let said = problem(&lines.iter().map(|line| format!("{line}\n")).collect::<String>());
        assert!(said.starts_with(sentence), "{said}");
    }
    assert!(
        problem(&text.replace("what happened", "what happened\"")).starts_with("line 4: this is not JSON")
    );
    assert!(problem(&text.replace(&game(1).to_string(), "nobody")).contains("`nobody` is no name of a game"));
}

#[test]
fn what_is_no_text_or_has_no_end_is_refused() {
    let place = TempStore::new();
    let refused = |bytes: &mut dyn Read| {
        let bytes = std::io::BufReader::new(bytes);
        Sqlite::import_all(&place.path, &options(), bytes, |_| Ok(())).unwrap_err().to_string()
    };
    assert!(refused(&mut &b"{\"type\xff\n"[..]).starts_with("line 1: this line can't be read"));
    assert!(refused(&mut std::io::repeat(b' ')).starts_with("line 1: a line has at most"));
}
