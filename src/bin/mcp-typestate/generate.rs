//! What belongs to the program in a system: completions of its arguments, and its manual.

use std::io;

use clap::CommandFactory;

use crate::args::Arguments;
use crate::{Error, Verdict};

/// Prints what completes the arguments in a shell.
pub(crate) fn completions(shell: clap_complete::Shell) -> Result<Verdict, Error> {
    let mut command = Arguments::command();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "mcp-typestate", &mut script);
    io::copy(&mut script.as_slice(), &mut io::stdout())?;
    Ok(Verdict::Clean)
}

/// Prints the manual of the program, or of one of its commands.
pub(crate) fn man(name: Option<&str>) -> Result<Verdict, Error> {
    let program = Arguments::command();
    let command = match name {
        None => program,
        Some(name) => program
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| Error::Unknown(format!("there is no command `{name}`").into()))?
            .bin_name(format!("mcp-typestate {name}")),
    };
    let title = name.map_or("mcp-typestate".to_owned(), |name| format!("mcp-typestate-{name}"));
    let mut page = Vec::new();
    clap_mangen::Man::new(command).title(title).render(&mut page)?;
    io::copy(&mut page.as_slice(), &mut io::stdout())?;
    Ok(Verdict::Clean)
}
