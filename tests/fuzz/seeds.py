#!/usr/bin/env python3
"""The words and the seeds of the targets, made from the facts and from this crate's own tests.

    seeds.py INSTANCES FOLDER

INSTANCES are those that tests/differential writes. In FOLDER, `words` becomes libFuzzer's
dictionary: the methods, tags, members and values of enums of every revision. `seeds/TARGET` has a
file for each seed, by the digest of what is in it.
"""

import hashlib
import json
import random
import re
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]
DIALECTS = ["enveloped", "core", "extension"]
PUSHES = ["notifications/tasks/updated", "notifications/tasks/status", "notifications/tasks"]
# No revision has more requests that are answered; a reply's id says which one it answers.
REQUESTS = 17
# As many of a definition's instances, valid ones and as many others.
INSTANCES = 5


def words():
    """Strings of the facts that stand in messages as they are."""
    found = {"jsonrpc", "2.0", "id", "method", "params", "result", "error", "null", "true"}

    def walk(schema):
        if isinstance(schema, list):
            for item in schema:
                walk(item)
        if isinstance(schema, dict):
            found.update(schema.get("properties", {}))
            values = [schema.get("const"), *schema.get("enum", [])]
            found.update(value for value in values if isinstance(value, str))
            for value in schema.values():
                walk(value)

    for facts in sorted(TESTS.parent.glob("schema/*.json")):
        walk(json.loads(facts.read_text()))
    return sorted(found)


def instances(path):
    """Messages of every definition, by revision: requests and notifications, and results in replies."""
    chance = random.Random(20_260_728)
    of = {}
    for row in map(json.loads, path.open()):
        of.setdefault((row["revision"], row["definition"], row["made_valid"]), []).append(row)
    for row in (row for rows in of.values() for row in rows[:INSTANCES]):
        place = REVISIONS.index(row["revision"])
        value, text = json.loads(row["instance"]), row["instance"]
        if not isinstance(value, dict):
            continue
        if row["definition"].endswith("Result"):
            for answered in chance.sample(range(REQUESTS), 3):
                yield place, '{"jsonrpc":"2.0","id":%d,"result":%s}' % (answered, text)
        elif "jsonrpc" in value:
            yield place, text
        elif isinstance(value.get("method"), str):
            envelope = {"jsonrpc": "2.0", "id": 7} if row["definition"].endswith("Request") else {}
            head = json.dumps({"jsonrpc": "2.0", **envelope})
            yield place, head[:-1] + "," + text.lstrip()[1:]


def literals():
    """Messages in the tests' sources."""
    for source in sorted(TESTS.rglob("*.rs")):
        for text in re.findall(r'r#+"(.*?)"#+', source.read_text(), re.DOTALL):
            try:
                value = json.loads(text)
            except ValueError:
                continue
            if isinstance(value, dict) and "jsonrpc" in value:
                yield text


def sessions():
    for session in sorted(TESTS.glob("sessions/*.jsonl")) + sorted(TESTS.glob("timeline/*.jsonl")):
        yield session.read_bytes()


def said(session):
    """The messages of a session."""
    for line in session.splitlines():
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if isinstance(value, dict):
            yield json.dumps(value.get("message", value), ensure_ascii=False)


def scripts(place, dialect):
    """The scripts of tasks' lives as lines of messages, from the creation on."""
    script = json.loads((TESTS / f"task/scripts/{dialect}.json").read_text())

    def task(members):
        changes = members if isinstance(members, dict) else {}
        second = changes.get("second")
        told = {**script["task"], **{k: v for k, v in changes.items() if k != "second"}}
        return {**told, "lastUpdatedAt": f"2026-08-01T12:00:{second:02}Z"} if second else told

    def created(result):
        if "task" in result:
            return {**result, "task": task(result["task"])}
        return task(result) if result.get("resultType") == "task" else result

    def message(step):
        reply = {"jsonrpc": "2.0", "id": 1}
        if "call" in step:
            said = step["reply"]
            return {**reply, **({"error": said["error"]} if "error" in said else {"result": created(said)})}
        if "poll" in step:
            return {**reply, "result": task(step["poll"])}
        if "push" in step:
            return {"jsonrpc": "2.0", "method": PUSHES[place], "params": task(step["push"])}
        if "refuse" in step:
            return {**reply, "error": step["refuse"]}
        if "cancel" in step:
            return {**reply, "id": 2, **step["cancel"]}
        return {**reply, **step["fetch"]} if "fetch" in step else None

    for steps in script["scripts"].values():
        lines = [json.dumps(it) for it in map(message, steps) if it]
        yield "\n".join(lines)


def programs(count):
    """Programs of the receiver's: a policy, a dialect, and steps that often fit together."""
    chance = random.Random(20_260_728)
    for _ in range(count):
        program = bytearray([chance.randrange(256), chance.randrange(3)])
        who = chance.randrange(9)
        program += bytes([0, who, chance.randrange(16)])
        for _ in range(chance.randrange(4, 40)):
            step = chance.choice([0, 1, 1, 2, 2, 3, 4, 5, 7, 7, 7, 7, 8, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17])
            program.append(step)
            if step in (0, 1, 2, 3, 5, 12, 13, 14, 15):
                program.append(who if chance.random() < 0.8 else chance.randrange(36))
            if step == 4:
                program += bytes([chance.randrange(8), who])
            program += bytes(chance.choice([1, 1, 1, 2, 3, chance.randrange(256)]) for _ in range(chance.randrange(1, 4)))
        yield bytes(program)


def seeds(path):
    for place, text in instances(path):
        first = bytes([ord("2") + place])
        yield "client", first + text.encode()
        yield "server", first + text.encode()
    texts = list(literals()) + [text for session in sessions() for text in said(session)]
    for text in texts:
        for place in range(len(REVISIONS)):
            first = bytes([ord("2") + place])
            yield "client", first + text.encode()
            yield "server", first + text.encode()
    for session in sessions():
        # No revision but the session's own, in each dialect; and the two with tasks.
        for first in [15, 16, 17, 9 + 1, 12 + 2]:
            yield "check", bytes([first]) + session
    for place, dialect in enumerate(DIALECTS):
        for lines in scripts(place, dialect):
            yield "observe", bytes([place + 3]) + lines.encode()
            yield "observe", bytes([place]) + lines.encode()
    for program in programs(400):
        yield "receiver", program


def main():
    path, folder = Path(sys.argv[1]), Path(sys.argv[2])
    quoted = [json.dumps(word).replace("\\", "\\\\") for word in words()]
    # In the dictionary's own quotes, a word with its quotes in the message.
    lines = ['"%s"' % word.replace('"', '\\"') for word in quoted]
    (folder / "words").write_text("\n".join(lines) + "\n")
    count = {}
    for target, seed in seeds(path):
        place = folder / "seeds" / target
        place.mkdir(parents=True, exist_ok=True)
        (place / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
        count[target] = count.get(target, 0) + 1
    print(f"{len(lines)} words, seeds: {count}")


if __name__ == "__main__":
    main()
