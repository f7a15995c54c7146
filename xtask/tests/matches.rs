//! A `match` over actions, phases, events or figures names all of them: whoever adds one is led by the compiler to every place
//! that has to know it. A wildcard would answer for it in silence. A single one is asked for with `if let` or `let else`.

use proc_macro2::Span;
use std::fs;
use std::path::{Path, PathBuf};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ExprMatch, ItemImpl, Macro, Pat, Token, Type};

const TOTAL: [&str; 4] = ["Action", "Phase", "Event", "Figure"];

#[test]
fn a_match_over_actions_phases_events_or_figures_has_no_wildcard() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for folder in ["crates", "fuzz", "xtask"] {
        list(&root.join(folder), &mut files);
    }
    assert!(files.len() > 300, "only {} files were found", files.len());
    let found: Vec<String> = files
        .iter()
        .flat_map(|path| {
            let lines = wildcards(&fs::read_to_string(path).unwrap());
            lines.into_iter().map(|line| format!("{}:{line}", path.strip_prefix(root).unwrap().display()))
        })
        .collect();
    assert!(found.is_empty(), "wildcards where every variant is to be named:\n{}", found.join("\n"));
}

#[test]
fn wildcards_are_found_wherever_they_hide() {
    let lines = |arms: &str| wildcards(&format!("fn f() {{ match x {{\n{arms}\n}} }}"));
    assert_eq!(lines("Action::Pass => 1,\n_ => 2,"), [3]);
    assert_eq!(lines("rules::Phase::Over(_) => 1,\nother => 2,"), [3]);
    assert_eq!(lines("Some(Event::DragonWoke) => 1,\nSome(_) | None => 2,"), [3]);
    assert_eq!(lines("Some(Event::DragonWoke) => 1,\n_ => 2,"), [3]);
    assert_eq!(lines("(Figure::Pig, _) => 1,\n(_, Kind::Road) => 2,"), [3]);
    assert_eq!(lines("Input::Act(Action::Pass) => 1,\nInput::Act(_) => 2,"), [3]);
    assert_eq!(lines("Step { then: Action::Pass, .. } => 1,\nStep { place, .. } => 2,"), [] as [usize; 0]);
    assert_eq!(lines("Action::Pass => 1,\n_ if late => 2,"), [3]);
    assert_eq!(lines("Action::Pass => 1,\nAction::Place { .. } => 2,"), [] as [usize; 0]);
    assert_eq!(lines("(Figure::Pig, _) => 1,\n(Figure::Builder, other) => 2,"), [] as [usize; 0]);
    assert_eq!(lines("Side::North => 1,\n_ => 2,"), [] as [usize; 0]);
    assert_eq!(wildcards("impl Action { fn f(self) { match self {\nSelf::Pass => 1,\n_ => 2 } } }"), [3]);
    assert_eq!(wildcards("fn f() { assert!(match x {\nAction::Pass => true,\n_ => false }) }"), [3]);
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") {
            list(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The lines of arms with a wildcard in the place where another arm of the same `match` names one of the four.
fn wildcards(source: &str) -> Vec<usize> {
    let mut finder = Finder::default();
    finder.visit_file(&syn::parse_file(source).unwrap());
    finder.lines
}

#[derive(Default)]
struct Finder {
    /// The type that `Self` stands for.
    own: Option<String>,
    lines: Vec<usize>,
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let own = match &*item.self_ty {
            Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        };
        let outer = std::mem::replace(&mut self.own, own);
        visit::visit_item_impl(self, item);
        self.own = outer;
    }

    fn visit_expr_match(&mut self, found: &'ast ExprMatch) {
        let mut seen = Seen { own: self.own.as_deref(), ..Seen::default() };
        for arm in &found.arms {
            seen.take(&arm.pat, "");
        }
        let named = |at: &str| seen.named.iter().any(|named| named.starts_with(at));
        let hidden = seen.open.iter().filter(|(at, _)| named(at));
        self.lines.extend(hidden.map(|(_, span)| span.start().line));
        visit::visit_expr_match(self, found);
    }

    fn visit_macro(&mut self, found: &'ast Macro) {
        if let Ok(arguments) = found.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated) {
            arguments.iter().for_each(|argument| self.visit_expr(argument));
        }
    }
}

/// Where in the patterns of a `match` one of the four is named, and where anything may stand.
#[derive(Default)]
struct Seen<'a> {
    own: Option<&'a str>,
    named: Vec<String>,
    open: Vec<(String, Span)>,
}

impl Seen<'_> {
    fn take(&mut self, pattern: &Pat, at: &str) {
        match pattern {
            Pat::Wild(_) => self.open.push((at.to_owned(), pattern.span())),
            Pat::Ident(name) => match &name.subpat {
                Some((_, inner)) => self.take(inner, at),
                None if name.ident.to_string().starts_with(char::is_lowercase) => {
                    self.open.push((at.to_owned(), pattern.span()));
                }
                None => {}
            },
            Pat::Or(either) => either.cases.iter().for_each(|case| self.take(case, at)),
            Pat::Paren(inner) => self.take(&inner.pat, at),
            Pat::Reference(inner) => self.take(&inner.pat, at),
            Pat::Tuple(parts) => self.take_all(parts.elems.iter(), &format!("{at}(")),
            Pat::Slice(parts) => self.take_all(parts.elems.iter(), &format!("{at}[")),
            Pat::Path(path) => self.name(&path.path, at),
            Pat::TupleStruct(parts) => {
                self.name(&parts.path, at);
                let variant = &parts.path.segments.last().unwrap().ident;
                self.take_all(parts.elems.iter(), &format!("{at}{variant}("));
            }
            Pat::Struct(parts) => {
                self.name(&parts.path, at);
                let variant = &parts.path.segments.last().unwrap().ident;
                for field in &parts.fields {
                    let syn::Member::Named(name) = &field.member else { continue };
                    self.take(&field.pat, &format!("{at}{variant}.{name}:"));
                }
            }
            _ => {}
        }
    }

    fn take_all<'p>(&mut self, parts: impl Iterator<Item = &'p Pat>, at: &str) {
        parts.enumerate().for_each(|(n, part)| self.take(part, &format!("{at}{n}:")));
    }

    fn name(&mut self, path: &syn::Path, at: &str) {
        let Some(owner) = path.segments.iter().nth_back(1) else { return };
        let owner = owner.ident.to_string();
        let owner = if owner == "Self" { self.own.unwrap_or_default() } else { &owner };
        if TOTAL.contains(&owner) {
            self.named.push(at.to_owned());
        }
    }
}
