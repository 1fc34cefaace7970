"""Instances of every definition, read and written by this crate's types and by those of `mcp-types`:
`differential.py INSTANCES`

INSTANCES are lines of JSON with a `revision`, a `definition`, an `instance`, and how the crate has
`written` it once it was read, or why it `refused` it. Where the two differ there is a row of the file
`differences` that says why; a difference without a row fails, and so does a row without a difference.
"""

import collections
import fnmatch
import json
import re
import sys
from pathlib import Path

from mcp_types import methods
from pydantic import TypeAdapter, ValidationError

HERE = Path(__file__).resolve().parent


def models(revision):
    """The models of a revision's wire, which the public tables of methods lead to."""
    found = [model for (_, known), model in methods.CLIENT_REQUESTS.items() if known == revision]
    return sys.modules[found[0].__module__]


NAMES = {"JSONRPCError": "JSONRPCErrorResponse", "ResourceReference": "ResourceTemplateReference"}
"""Definitions of the earlier revisions that are called otherwise in 2025-11-25."""


class Reader:
    """Reads and writes as the models do, each found once."""

    def __init__(self):
        self.adapters = {}

    def of(self, revision, definition):
        key = revision, definition
        if key not in self.adapters:
            there = models(revision)
            model = getattr(there, definition, None) or getattr(there, NAMES.get(definition, ""), None)
            self.adapters[key] = None if model is None else TypeAdapter(model)
        return self.adapters[key]


def place(steps):
    """A path without positions in lists."""
    return ".".join("[]" if isinstance(step, int) else str(step) for step in steps)


def framed(instance):
    """What the envelope adds to a message: the earlier revisions describe messages without it."""
    if not isinstance(instance, dict) or "method" not in instance or "jsonrpc" in instance:
        return {}
    told = str(instance["method"]).startswith("notifications/")
    return {"jsonrpc": "2.0"} if told else {"jsonrpc": "2.0", "id": 1}


def refusals(error):
    """What a validation is refused for: without the alternatives, which a union has many of."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return f"refused: {first['type']} at {place(first['loc'])}"


def differences(one, other, names, steps=()):
    """Where a JSON value differs from what became of it. What the protocol does not name is not
    named here either."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in one.keys() | other.keys():
            at = (*steps, name)
            if name not in other:
                yield f"lost: {place(at)}" if name in names else "lost: an unknown member"
            elif name not in one:
                yield f"added: {place(at)}"
            else:
                yield from differences(one[name], other[name], names, at)
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for position, pair in enumerate(zip(one, other)):
            yield from differences(*pair, names, (*steps, position))
    elif (type(one), type(other)) == (int, float):
        yield "changed: an integer to a float" if one == other else "changed: a long integer's digits"
    elif type(one) is not type(other) or one != other:
        yield f"changed: {place(steps)} from {kind(one)} to {kind(other)}"


def kind(value):
    return "null" if value is None else type(value).__name__


def members(schema):
    """The names of all members that a schema describes."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {}) if isinstance(schema.get("properties"), dict) else ()
        for part in schema.values():
            yield from members(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from members(part)


def named(revision):
    """The names of all members that a revision knows."""
    files = [f"{revision}.json", *(["tasks-extension.json"] if revision >= "2026" else [])]
    schemas = [json.loads((HERE.parents[2] / "schema" / file).read_text()) for file in files]
    return {name for schema in schemas for name in members(schema)}


def compare(lines):
    """What differs, with how often and one instance."""
    reader, count, found, names = Reader(), collections.Counter(), {}, {}
    for line in lines:
        it = json.loads(line)
        revision, definition, instance = it["revision"], it["definition"], it["instance"]
        count[revision] += 1
        if revision not in names:
            names[revision] = named(revision)
        if "refused" in it:
            note(found, (revision, definition, f"ours: refused: {it['refused']}"), instance)
        for what in set(differences(instance, it.get("written", instance), names[revision])):
            note(found, (revision, definition, f"ours: {what}"), instance)
        adapter = reader.of(revision, definition)
        if adapter is None:
            note(found, (revision, definition, "theirs: no model"), instance)
            continue
        try:
            frame = framed(instance)
            value = adapter.validate_python({**instance, **frame} if frame else instance, by_name=False)
        except ValidationError as error:
            note(found, (revision, definition, f"theirs: {refusals(error)}"), instance)
            continue
        back = adapter.dump_python(value, by_alias=True, mode="json", exclude_unset=True)
        for name in frame:
            back.pop(name, None)
        for what in set(differences(instance, back, names[revision])):
            note(found, (revision, definition, f"theirs: {what}"), instance)
    return count, found


def note(found, key, instance):
    times, example = found.get(key, (0, instance))
    found[key] = times + 1, example


def explanations():
    """The rows of the file `differences`."""
    text = (HERE / "differences").read_text()
    rows = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [tuple(re.split(r" {2,}", row, maxsplit=4)) for row in rows]


def main():
    with open(sys.argv[1]) as lines:
        count, found = compare(lines)
    rows, wrong = explanations(), []
    met = {row: [0, 0] for row in rows}
    for key, (times, example) in sorted(found.items()):
        fits = [row for row in rows if all(map(fnmatch.fnmatchcase, key, row))]
        if not fits:
            example = json.dumps(example, ensure_ascii=False)
            wrong.append(f"no row says why: {'  '.join(key)}, {times} times, as in {example}")
        for row in fits[:1]:
            met[row][0] += 1
            met[row][1] += times
    for row, (definitions, times) in met.items():
        revision, definition, what, whose, why = row
        if not times:
            wrong.append(f"a row for which there is nothing: {revision}  {definition}  {what}")
        where = "" if (revision, definition) == ("*", "*") else f" ({revision} {definition})"
        print(f"{what}{where}: {whose}, {why}; {times} instances of {definitions} definitions")
    for revision, instances in count.items():
        print(f"{revision}: {instances} instances")
    for what in wrong:
        print(f"wrong: {what}")
    sys.exit(1 if wrong else 0)


main()
