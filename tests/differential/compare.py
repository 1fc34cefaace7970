"""Compares our verdicts with those of another implementation on the official schemas.

usage: compare.py INSTANCES FOLDER

INSTANCES is what `tests/differential/main.rs` writes; FOLDER has the official schemas, one
`REVISION/schema.json` each. Every verdict must be the same, except where the row names the errata
that make it another; there it must be another. Exits with 1 if one is not.
"""

import collections
import importlib.metadata
import json
import multiprocessing
import pathlib
import sys

from jsonschema import FormatChecker
from jsonschema.validators import validator_for
from referencing import Registry, Resource

EXTENSIONS = {"2026-07-28": "tasks-extension"}


def official(folder, revision):
    """The official schema, with the definitions of the revision's extension beside its own."""
    schema = json.loads((folder / revision / "schema.json").read_text())
    key = "$defs" if "$defs" in schema else "definitions"
    if revision in EXTENSIONS:
        text = (folder / EXTENSIONS[revision] / "schema.json").read_text()
        extension = json.loads(text.replace("#/definitions/", f"#/{key}/").replace("#/$defs/", f"#/{key}/"))
        for name, definition in extension.get("$defs", extension.get("definitions", {})).items():
            schema[key].setdefault(name, definition)
    return schema, key


def judge(task):
    """Judges the rows of one revision that fall to this process."""
    folder, revision, rows = task
    schema, key = official(folder, revision)
    cls = validator_for(schema)
    registry = Registry().with_resource("urn:official", Resource.from_contents(schema))
    validators = {}
    counts, differences = collections.Counter(), []
    for row in rows:
        name = row["definition"]
        if name not in validators:
            reference = {"$schema": schema["$schema"], "$ref": f"urn:official#/{key}/{name}"}
            validators[name] = cls(reference, registry=registry, format_checker=FormatChecker())
        verdict = validators[name].is_valid(json.loads(row["instance"]))
        expected = row["valid"] != bool(row["errata"])
        if verdict != expected:
            differences.append(f"{revision} {name}: theirs {verdict}, ours {row['valid']}, "
                               f"errata {row['errata']}: {row['instance']}")
        counts["same" if verdict == row["valid"] else "+".join(row["errata"]) or "unexplained"] += 1
        counts["ours valid" if row["valid"] else "ours invalid"] += 1
    return counts, differences


def main():
    instances, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    rows = collections.defaultdict(list)
    made = collections.Counter()
    with instances.open() as lines:
        for line in lines:
            row = json.loads(line)
            rows[row["revision"]].append(row)
            made[row["revision"], row["definition"], row["made_valid"]] += 1
    few = [key for key, count in made.items() if count < 100]
    definitions = {key[:2] for key in made}
    if few or len(made) != 2 * len(definitions):
        sys.exit(f"fewer than 100 instances: {few}")
    tasks = [
        (folder, revision, all_rows[start : start + 2000])
        for revision, all_rows in rows.items()
        for start in range(0, len(all_rows), 2000)
    ]
    counts, differences = collections.Counter(), []
    with multiprocessing.Pool() as pool:
        for some, found in pool.imap_unordered(judge, tasks):
            counts += some
            differences += found
    version = importlib.metadata.version("jsonschema")
    print(f"{len(definitions)} definitions, jsonschema {version}:")
    for what, count in sorted(counts.items()):
        print(f"  {count:7} {what}")
    for difference in differences[:20]:
        print(difference)
    sys.exit(f"{len(differences)} verdicts differ" if differences else 0)


if __name__ == "__main__":
    main()
