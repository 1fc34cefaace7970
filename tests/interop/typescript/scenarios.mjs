// What the TypeScript clients share: scenarios by name, each against a server of its own, and a
// line of JSON with the outcome of each.

import assert from "node:assert/strict";

const [record, sessions, dashes, ...server] = process.argv.slice(2);
assert.equal(dashes, "--", "usage: … RECORD SESSIONS -- SERVER [ARGUMENT]…");

const DEADLINE = 30_000;
const AT_ONCE = 4;

/** How to start the recorded server of a scenario, with further arguments for it. */
export const started = (name, ...more) => {
  const file = `${sessions}/${name.replace(/[^\p{L}\p{N}]/gu, "-")}.jsonl`;
  return { command: record, args: [file, ...server, ...more] };
};

/** Runs scenarios, a few at a time: functions by name, which throw when something is otherwise. */
export const run = async (scenarios) => {
  const waiting = Object.entries(scenarios);
  const some = async () => {
    for (let next; (next = waiting.shift()); ) {
      const [scenario, play] = next;
      const late = new Promise((_, reject) =>
        setTimeout(() => reject(new Error("no end in time")), DEADLINE).unref(),
      );
      const outcome = await Promise.race([play(scenario), late]).then(
        () => "as expected",
        (error) => error.message.replaceAll("\n", " "),
      );
      console.log(JSON.stringify({ scenario, outcome }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, some));
  process.exit(0);
};

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** The first text of a result. */
export const said = (result) => result.content[0].text;

/** Asserts that a promise fails with this code. */
export const failsWith = (code, promise) =>
  assert.rejects(promise, (error) => {
    assert.equal(error.code, code, error.message);
    return true;
  });
