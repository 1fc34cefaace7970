//! `timeline`: a session's tasks over time, as a picture.

mod model;
mod parts;
mod scale;
mod svg;

use std::fs;
use std::io::{self, Write};

use self::model::Collector;
use crate::{Error, Verdict, args, input};

/// Reads the session, checks it on the way, and draws it.
pub(crate) fn draw(arguments: &args::Timeline) -> Result<Verdict, Error> {
    let mut source = input::one(arguments.file.as_deref())?;
    let mut checker = arguments.spoken.checker();
    let mut collector = Collector::default();
    while let Some(item) = source.next()? {
        let checked = checker.item(&item);
        collector.add(&item, &checked);
    }
    let revision = checker.revision().map(ToString::to_string);
    let open = checker.finish();
    let picture = collector.finish(name(&source.name), revision, &open);
    let drawn = svg::draw(&picture);
    match &arguments.output {
        Some(path) => {
            let failed = |error| Error::File { name: path.display().to_string().into(), error };
            fs::write(path, drawn).map_err(failed)?;
        }
        None => io::stdout().write_all(drawn.as_bytes())?,
    }
    Ok(Verdict::Clean)
}

/// A file's name without its folders, which are the reader's own affair.
fn name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
