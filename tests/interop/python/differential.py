"""Instances of every definition, read and written by this crate's types and by those of
`mcp-types`: by its models of the wire, of which each revision has some, and by its public ones,
which are one set for all: `differential.py INSTANCES`

INSTANCES are lines of JSON with a `revision`, a `definition`, an `instance`, and how the crate has
`written` it once it was read, or why it `refused` it. Where the two differ there is a row of the
file `differences` that says why; a difference without a row fails, and so does a row without a
difference.
"""

import collections
import fnmatch
import json
import re
import sys
from pathlib import Path

import mcp_types
from mcp_types import methods
from pydantic import TypeAdapter, ValidationError

HERE = Path(__file__).resolve().parent


NAMES = {"JSONRPCError": "JSONRPCErrorResponse", "ResourceReference": "ResourceTemplateReference"}
"""Definitions of the earlier revisions that are called otherwise in 2025-11-25."""


def wire(revision):
    """The models of a revision's wire, which the public tables of methods lead to."""
    found = [model for (_, known), model in methods.CLIENT_REQUESTS.items() if known == revision]
    return sys.modules[found[0].__module__]


class Models:
    """Two sets of models, by the definitions that they are for."""

    def __init__(self):
        self.adapters = {}

    def of(self, revision, definition):
        for kind, models in (("wire", wire(revision)), ("public", mcp_types)):
            key = kind, models.__name__, definition
            if key not in self.adapters:
                model = getattr(models, definition, None)
                model = model or getattr(models, NAMES.get(definition, ""), None)
                self.adapters[key] = None if model is None else TypeAdapter(model)
            # What messages are made of need not be public.
            if kind == "wire" or self.adapters[key] is not None:
                yield kind, self.adapters[key]


def place(steps, names):
    """A path in which positions in lists are brackets, and keys that the protocol does not name are
    stars. Models have their own names in it, in capitals."""

    def shown(step):
        if isinstance(step, int):
            return "[]"
        return step if step in names or re.fullmatch(r"[A-Z]\w+", step) else "*"

    return ".".join(map(shown, steps))


ENVELOPE = {"jsonrpc", "id"}
BASES = {"Request", "Notification"}


def enveloped(kind, revision, definition, instance):
    """An instance as a set of models has it: those of the wire have messages in their envelope,
    which definitions do only since 2025-11-25, and the public ones never do."""
    bare = definition in BASES or definition.startswith("JSONRPC")
    if bare or not isinstance(instance, dict) or "method" not in instance:
        return instance
    without = {name: value for name, value in instance.items() if name not in ENVELOPE}
    if kind == "public":
        return without
    if revision >= "2025-11-25":
        return instance
    told = str(instance["method"]).startswith("notifications/")
    return {**without, "jsonrpc": "2.0", **({} if told else {"id": 1})}


def refusal(error, names):
    """What an instance is refused for: the first reason, of which a union has many."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    at = f" at {place(first['loc'], names)}" if first["loc"] else ""
    return f"refused: {first['type']}{at}"


def differences(one, other, names, steps=()):
    """Where a JSON value differs from what became of it. What the protocol does not name is not
    named here either."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in one.keys() | other.keys():
            at = (*steps, name)
            if name not in other:
                yield f"lost: {place(at, names)}" if name in names else "lost: an unknown member"
            elif name not in one:
                yield f"added: {place(at, names)}"
            else:
                yield from differences(one[name], other[name], names, at)
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for position, pair in enumerate(zip(one, other)):
            yield from differences(*pair, names, (*steps, position))
    elif (type(one), type(other)) == (int, float):
        yield "changed: " + ("an integer to a float" if one == other else "a long integer's digits")
    elif type(one) is not type(other) or one != other:
        yield f"changed: {place(steps, names)} from {kind(one)} to {kind(other)}"


def kind(value):
    return "null" if value is None else type(value).__name__


def members(schema):
    """The names of all members that a schema describes."""
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict):
            yield from schema["properties"]
        for part in schema.values():
            yield from members(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from members(part)


def named():
    """The names of all members that some revision knows."""
    files = (HERE.parents[2] / "schema").glob("*.json")
    return {name for file in files for name in members(json.loads(file.read_text()))}


def compare(lines):
    """How many instances each revision has, and what differs, how often, with one instance."""
    models, count, found, names = Models(), collections.Counter(), {}, named()
    for line in lines:
        it = json.loads(line)
        revision, definition, instance = it["revision"], it["definition"], it["instance"]
        count[revision] += 1
        if "refused" in it:
            note(found, (revision, definition, f"ours: refused: {it['refused']}"), instance)
        for what in set(differences(instance, it.get("written", instance), names)):
            note(found, (revision, definition, f"ours: {what}"), instance)
        for kind, adapter in models.of(revision, definition):
            given = enveloped(kind, revision, definition, instance)
            for what in read(adapter, given, names):
                note(found, (revision, definition, f"{kind}: {what}"), instance)
    return count, found


def read(adapter, instance, names):
    """What is different about an instance once it was read and written."""
    if adapter is None:
        return {"no model"}
    try:
        value = adapter.validate_python(instance, by_name=False)
    except ValidationError as error:
        return {refusal(error, names)}
    back = adapter.dump_python(value, by_alias=True, mode="json", exclude_unset=True)
    return set(differences(instance, back, names))


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
    met = {row: (set(), collections.Counter()) for row in rows}
    for key, (times, example) in sorted(found.items()):
        fits = [row for row in rows if all(map(fnmatch.fnmatchcase, key, row))]
        if not fits:
            example = json.dumps(example, ensure_ascii=False)
            wrong.append(f"no row says why: {'  '.join(key)}, {times} times, as in {example}")
        for row in fits[:1]:
            definitions, counted = met[row]
            definitions.add(key[:2])
            counted["times"] += times
    for row, (definitions, counted) in met.items():
        times = counted["times"]
        revision, definition, what, whose, why = row
        if not times:
            wrong.append(f"a row for which there is nothing: {revision}  {definition}  {what}")
        where = "" if (revision, definition) == ("*", "*") else f" ({revision} {definition})"
        print(f"{what}{where}: {whose}, {why}; {times} times in {len(definitions)} definitions")
    for revision, instances in count.items():
        print(f"{revision}: {instances} instances")
    for what in wrong:
        print(f"wrong: {what}")
    sys.exit(1 if wrong else 0)


main()
