//! The page in a browser: what its tests need, installed where that can be done, and the tests.

use crate::command::{find, read, root, run, run_with};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

const OLDEST_NODE: [u32; 2] = [20, 11];
const CHROMIUMS: &[&str] = &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const BY_HAND: &str = "install Node.js 20.11 or newer with npm, and Chromium (on Debian, as root: `apt-get install nodejs npm chromium`; \
     CHROMIUM names one that is elsewhere); `cargo xtask test rust` runs what needs no browser";

/// After this many milliseconds, a file of tests is taken to wait for something that does not come. Each event that a test
/// waits for has a limit of its own, so this is met only by what waits for no event.
const LONGEST: &str = "--test-timeout=1800000";

/// What the browser tests stand on.
pub struct Tools {
    chromium: PathBuf,
    /// Where npm put its packages.
    folder: PathBuf,
}

impl Tools {
    /// Everything that is needed, installed if it is missing.
    pub fn ready() -> Result<Tools> {
        debian_packages()?;
        let chromium = chromium().with_context(|| format!("there is no Chromium: {BY_HAND}"))?;
        check_node()?;
        Ok(Tools { chromium, folder: npm_packages()? })
    }

    /// The TypeScript compiler.
    pub fn tsc(&self) -> PathBuf {
        self.folder.join("node_modules/.bin/tsc")
    }

    /// Formats the page's scripts and style sheets, or says which are not formatted.
    pub fn format(&self, how: &str) -> Result<()> {
        let prettier = self.folder.join("node_modules/.bin/prettier");
        let words = [how, "--log-level=warn", "--ignore-path=web/.prettierignore", "web"];
        run(&prettier.display().to_string(), &words).context("`cargo xtask format` formats them")
    }

    /// Checks the form and the types of the page's scripts, then runs all of its tests with this `bastide`.
    pub fn test(&self, bastide: &Path) -> Result<()> {
        self.format("--check")?;
        run(&self.tsc().display().to_string(), &["-p", "web/tsconfig.json"])?;
        let failed = self.failing(bastide, test_files()?);
        ensure!(failed.is_empty(), "tests failed in {}", failed.join(", "));
        Ok(())
    }

    /// Runs files of tests, some at once; gives those that failed.
    fn failing(&self, bastide: &Path, files: Vec<String>) -> Vec<String> {
        let at_once = std::thread::available_parallelism().map_or(2, |cores| cores.get().clamp(2, 4));
        let (left, failed) = (Mutex::new(files.into_iter()), Mutex::new(Vec::new()));
        let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some(file) = next() {
                if self.test_file(bastide, &file).is_err() {
                    failed.lock().unwrap_or_else(PoisonError::into_inner).push(file);
                }
            }
        };
        std::thread::scope(|scope| (0..at_once).for_each(|_| drop(scope.spawn(work))));
        failed.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn test_file(&self, bastide: &Path, file: &str) -> Result<()> {
        self.node(bastide, &["--test", "--test-reporter=spec", LONGEST, file])
    }

    /// Runs a script with a browser and this `bastide` at hand.
    pub fn node(&self, bastide: &Path, words: &[&str]) -> Result<()> {
        let places = [("BASTIDE", bastide), ("BROWSER_MODULES", &self.folder), ("CHROMIUM", &self.chromium)];
        run_with(&places, "node", words)
    }
}

/// Formats everything: what is Rust, and what is the page's.
pub fn format() -> Result<()> {
    run("cargo", &["fmt", "--all"])?;
    check_node()?;
    Tools { chromium: PathBuf::new(), folder: npm_packages()? }.format("--write")
}

/// Takes pictures of the page, of all scenes or of some.
pub fn screenshots(scenes: &[String]) -> Result<()> {
    let words = ["web/tests/screenshots.mjs"].into_iter().chain(scenes.iter().map(String::as_str));
    Tools::ready()?.node(&release()?, &words.collect::<Vec<_>>())
}

/// Prints what the page costs a browser, beside what it may cost and what was accepted last; keeps it if it is accepted.
pub fn figures(accept: bool) -> Result<()> {
    let words = ["web/tests/figures.mjs"].into_iter().chain(accept.then_some("--accept"));
    Tools::ready()?.node(&release()?, &words.collect::<Vec<_>>())
}

/// The program as people run it: the one that BASTIDE names, or a new build.
fn release() -> Result<PathBuf> {
    if let Some(named) = std::env::var_os("BASTIDE").map(PathBuf::from) {
        ensure!(named.is_file(), "BASTIDE names no program: {}", named.display());
        return Ok(named);
    }
    run("cargo", &["build", "--release", "--locked"])?;
    Ok(root().join("target/release/bastide"))
}

fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    named.filter(|path| path.exists()).or_else(|| CHROMIUMS.iter().find_map(|name| find(name)))
}

/// Asks Debian for what is missing, if that may be asked; others are told later what to install.
fn debian_packages() -> Result<()> {
    let mut missing = Vec::new();
    if find("node").is_none() || find("npm").is_none() {
        missing.extend(["nodejs", "npm"]);
    }
    if chromium().is_none() {
        missing.push("chromium");
    }
    let root = read("id", &["-u"]).is_ok_and(|id| id.trim() == "0");
    if missing.is_empty() || !root || find("apt-get").is_none() {
        return Ok(());
    }
    println!("Installing {}", missing.join(", "));
    let quiet = ["DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"];
    let install = quiet.into_iter().chain(["install", "-y", "--no-install-recommends"]).chain(missing);
    let asked = run("apt-get", &["-qq", "update"]).and_then(|()| run("env", &install.collect::<Vec<_>>()));
    asked.with_context(|| format!("Debian's packages cannot be installed: {BY_HAND}"))
}

fn check_node() -> Result<()> {
    ensure!(find("node").is_some() && find("npm").is_some(), "there is no Node.js with npm: {BY_HAND}");
    let version = read("node", &["--version"])?;
    let numbers = version.trim().trim_start_matches('v').split('.');
    let is_current = numbers.map_while(|number| number.parse::<u32>().ok()).ge(OLDEST_NODE);
    ensure!(is_current, "Node.js {} is too old: {BY_HAND}", version.trim());
    Ok(())
}

/// The packages of `web/tests/package-lock.json`; they are installed again only if that file has changed.
fn npm_packages() -> Result<PathBuf> {
    let wanted = root().join("web/tests");
    let folder = root().join("target/browser");
    std::fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let lock = "package-lock.json";
    let list = std::fs::read(wanted.join(lock)).with_context(|| format!("{lock} cannot be read"))?;
    let done = folder.join("installed");
    if std::fs::read(&done).is_ok_and(|installed| installed == list) {
        return Ok(folder);
    }
    for name in ["package.json", lock] {
        std::fs::copy(wanted.join(name), folder.join(name))
            .with_context(|| format!("{name} cannot be copied"))?;
    }
    let place = folder.display().to_string();
    let words = ["ci", "--prefix", &place, "--ignore-scripts", "--no-audit", "--no-fund"];
    run("npm", &words).context(
        "npm could not install the packages of web/tests/package.json; it needs the network, once",
    )?;
    std::fs::write(&done, list).with_context(|| format!("{} cannot be written", done.display()))?;
    Ok(folder)
}

fn test_files() -> Result<Vec<String>> {
    let files = std::fs::read_dir(root().join("web/tests")).context("web/tests cannot be read")?;
    let names = files.flatten().filter_map(|file| file.file_name().into_string().ok());
    let tests = names.filter(|name| name.ends_with(".test.mjs")).map(|name| format!("web/tests/{name}"));
    let mut tests: Vec<String> = tests.collect();
    tests.sort();
    Ok(tests)
}
