//! Which tests hold which rule: `docs/rules-tests.md` is made from the rules page and the tests' names.
//!
//! A test belongs to the rule whose id its name begins with: `b_end_3_a_city_counts_once_per_field` to B-END-3.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Files of this folder without a rule.
const OTHERS: [&str; 2] = ["helper", "table"];

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text_of(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// The ids of the rules page, in its order: what stands in bold and in capitals.
fn rule_ids() -> Vec<String> {
    let page = text_of(&workspace().join("docs/rules.md"));
    let bold = page.split("**").skip(1).step_by(2);
    bold.filter(|text| is_id(text)).map(str::to_owned).collect()
}

fn is_id(text: &str) -> bool {
    let letters = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    text.len() > 2 && text.chars().all(letters)
}

/// All tests of the rule book by name, with the file they are in.
fn tests() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulebook");
    let mut tests = BTreeMap::new();
    for entry in fs::read_dir(&folder).expect("the folder of this file") {
        let path = entry.expect("a file of the folder").path();
        let file = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        if !OTHERS.contains(&file.as_str()) {
            tests.extend(test_names(&text_of(&path)).map(|name| (name, file.clone())));
        }
    }
    tests
}

fn test_names(source: &str) -> impl Iterator<Item = String> {
    let after = source.split("#[test]").skip(1);
    after.filter_map(|text| Some(text.split_once("fn ")?.1.split_once('(')?.0.to_owned()))
}

/// The rule a test is named by: the longest id that its name begins with.
fn rule_of<'a>(test: &str, ids: &'a [String]) -> Option<&'a String> {
    let named = |id: &&String| test.starts_with(&(id.to_lowercase().replace('-', "_") + "_"));
    ids.iter().filter(named).max_by_key(|id| id.len())
}

fn table(ids: &[String], tests: &BTreeMap<String, String>) -> String {
    let mut text = "# Which tests hold which rule\n\nMade from [rules.md](rules.md) and the tests in \
                    `crates/rules/tests/rulebook`; `UPDATE=1 cargo test -p bastide-rules --test rulebook table` writes it anew.\n"
        .to_owned();
    for id in ids {
        let held = tests.iter().filter(|(test, _)| rule_of(test, ids) == Some(id));
        text += &format!("\n**{id}**\n\n");
        text.extend(
            held.map(|(test, file)| format!("- [`{test}`](../crates/rules/tests/rulebook/{file}.rs)\n")),
        );
    }
    text
}

#[test]
fn every_rule_has_a_test() {
    let (ids, tests) = (rule_ids(), tests());
    let held: Vec<_> = tests.keys().filter_map(|test| rule_of(test, &ids)).collect();
    let bare: Vec<_> = ids.iter().filter(|id| !held.contains(id)).collect();
    assert!(bare.is_empty(), "rules without a test: {bare:?}");
}

#[test]
fn every_test_is_named_by_a_rule() {
    let ids = rule_ids();
    let tests = tests();
    let nameless: Vec<_> = tests.keys().filter(|test| rule_of(test, &ids).is_none()).collect();
    assert!(nameless.is_empty(), "tests that name no rule of docs/rules.md: {nameless:?}");
}

#[test]
fn no_rule_is_told_twice() {
    let mut ids = rule_ids();
    ids.sort();
    let twice: Vec<_> = ids.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn the_table_is_up_to_date() {
    let path = workspace().join("docs/rules-tests.md");
    let wanted = table(&rule_ids(), &tests());
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &wanted).expect("the docs folder can be written to");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == wanted,
        "docs/rules-tests.md is stale: run `UPDATE=1 cargo test -p bastide-rules --test rulebook table`"
    );
}

/// The rules were distilled into a list with ids; where it lies beside the repository, none of them is missing.
#[test]
fn the_page_has_every_rule_it_was_made_from() {
    let Ok(list) = fs::read_to_string(workspace().join("../shared/rules.md")) else { return };
    let ids = rule_ids();
    let words = list.split(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-'));
    let like_ids =
        words.filter(|word| word.get(1..2) == Some("-") && is_id(word) && "BERWTD".contains(&word[..1]));
    let groups = |word: &str| ids.iter().any(|id| id.starts_with(&format!("{word}-")));
    let missing: Vec<_> = like_ids.filter(|word| !ids.iter().any(|id| id == word) && !groups(word)).collect();
    assert!(missing.is_empty(), "not in docs/rules.md: {missing:?}");
}
