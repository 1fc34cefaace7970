"""What the Python clients share: a server for each scenario, and how its outcome is told."""

import asyncio
import json
import re
import sys

RECORD, SESSIONS, DASHES, *SERVER = sys.argv[1:]
assert DASHES == "--", "usage: … RECORD SESSIONS -- SERVER [ARGUMENT]…"

DEADLINE = 30


def started(name, *more):
    """How to start the recorded server of a scenario: a command, and its arguments."""
    return RECORD, [f"{SESSIONS}/{re.sub(r'[^0-9A-Za-z]', '-', name)}.jsonl", *SERVER, *more]


def why(error):
    """What a scenario failed with; of several things, the first."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"{type(error).__name__}: {error}".replace("\n", " ")


async def run(scenarios):
    """Plays scenarios: functions by name, which raise when something is otherwise."""
    for name, play in scenarios.items():
        try:
            await asyncio.wait_for(play(name), DEADLINE)
            outcome = "as expected"
        except Exception as error:
            outcome = why(error)
        print(json.dumps({"scenario": name, "outcome": outcome}), flush=True)


def same(found, wanted):
    assert found == wanted, f"{found!r} is not {wanted!r}"
