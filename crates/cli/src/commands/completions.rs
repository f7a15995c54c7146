//! `bastide completions`: what makes a shell complete command lines.

use anyhow::Result;
use clap_complete::Shell;
use std::io::Write;

/// Print what makes a shell complete the words of a command line.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  bastide completions bash > ~/.local/share/bash-completion/completions/bastide
  bastide completions zsh > ~/.zfunc/_bastide      (with fpath+=~/.zfunc before compinit in ~/.zshrc)
  bastide completions fish > ~/.config/fish/completions/bastide.fish
  bastide completions powershell >> $PROFILE")]
pub struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Args {
    pub fn run(self, mut command: clap::Command) -> Result<()> {
        // By way of a buffer: what writes itself takes a closed pipe for a fault of the program.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut command, "bastide", &mut text);
        Ok(std::io::stdout().lock().write_all(&text)?)
    }
}
