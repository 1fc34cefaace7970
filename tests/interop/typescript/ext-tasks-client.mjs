// The TypeScript tasks extension with the second SDK's client, in both generations of tasks.

import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import {
  createTaskSessionFromClient,
  resultFromTaskOutcome,
} from "@modelcontextprotocol/ext-tasks/client";
import { failsWith, run, said, sleep, started } from "./scenarios.mjs";

const INFO = { name: "ext-tasks-client", version: "1.0.0" };
const MODERN = "2026-07-28";
const EXTENSION = "io.modelcontextprotocol/tasks";

/** Sends whole requests over the client's transport; the client itself does not see the replies. */
const dispatcher = (transport) => {
  const waiting = new Map();
  const { onmessage } = transport;
  transport.onmessage = (message, extra) => {
    const reply = waiting.get(message.id);
    if (reply === undefined) return onmessage?.(message, extra);
    waiting.delete(message.id);
    reply(message);
  };
  let last = 0;
  return (request) =>
    new Promise((resolve, reject) => {
      const id = `raw-${(last += 1)}`;
      waiting.set(id, ({ result, error }) =>
        resolve(error ? { kind: "error", error } : { kind: "result", result }),
      );
      transport.send({ jsonrpc: "2.0", id, ...request }).catch(reject);
    });
};

/** Opens a session in a generation, lets a scenario play in it, and closes. What the user answers is
 * given beforehand. */
const within = (generation, play, { answer, server = [] } = {}) => async (name) => {
  const modern = generation === "v2";
  const capabilities = modern
    ? { elicitation: { form: {} }, extensions: { [EXTENSION]: {} } }
    : { elicitation: { form: {} }, tasks: {} };
  const versionNegotiation = { mode: modern ? { pin: MODERN } : "legacy" };
  const client = new Client(INFO, { capabilities, versionNegotiation });
  const transport = new StdioClientTransport(started(name, ...server));
  await client.connect(transport);
  const options = {
    endpointId: "interop",
    onInputRequest: async () => {
      host.asked += 1;
      return answer;
    },
    ...(modern && {
      rawDispatch: dispatcher(transport),
      v2RequestFraming: {
        protocolVersion: MODERN,
        clientInfo: INFO,
        clientCapabilities: capabilities,
      },
    }),
  };
  const host = { asked: 0, open: () => createTaskSessionFromClient(client, options) };
  const session = host.open();
  try {
    await play(session, host);
  } finally {
    await session.close();
    await client.close();
  }
};

/** In the core a call says whether it is to be a task; in the extension the server does. */
const asTask = (generation) => (generation === "v1" ? { task: { preference: "prefer" } } : {});
const declared = (name) => ({
  declaration: { name, inputSchema: { type: "object" }, taskSupport: "optional" },
});

const begin = async (generation, session, name, args = {}) => {
  const options = { ...asTask(generation), ...(generation === "v1" && declared(name)) };
  const execution = await session.callTool(name, args, options);
  assert.equal(execution.kind, "task");
  return execution;
};

const settled = async (execution) => (await execution.settle()).outcome;

const research = (generation, answer, report) =>
  within(
    generation,
    async (session, host) => {
      // A question that comes before the package has noted the task finds nobody to answer it.
      const execution = await begin(generation, session, "research", { pause: "800" });
      const outcome = await settled(execution);
      assert.equal(said(resultFromTaskOutcome(outcome)), report);
      assert.equal(host.asked, 1);
    },
    // In the core the package does not open the task's result, and waits to be asked.
    { answer, server: generation === "v1" ? ["--ask-at-once"] : [] },
  );

const scenarios = (generation) => ({
  "immediate result": within(generation, async (session) => {
    const execution = await session.callTool("echo", { text: "hello" });
    assert.equal(execution.kind, "immediate");
    assert.equal(said(resultFromTaskOutcome(await execution.result())), "hello");
  }),
  "task result": within(generation, async (session) => {
    const execution = await begin(generation, session, "research", { topic: "owls" });
    const outcome = await settled(execution);
    assert.equal(said(resultFromTaskOutcome(outcome)), "A report on owls.");
  }),
  "input accepted": research(
    generation,
    { action: "accept", content: { topic: "owls" } },
    "A report on owls.",
  ),
  "input declined": research(
    generation,
    { action: "decline" },
    "A report on nothing (decline).",
  ),
  "failed with an error": within(generation, async (session) => {
    const outcome = await settled(await begin(generation, session, "break"));
    assert.equal(outcome.status, "failed");
    assert.equal(outcome.error.message, "It broke");
    // In the core the package leaves the error at the receiver, and has the task's message.
    assert.equal(outcome.error.code, generation === "v1" ? undefined : -32000);
  }),
  "isError result": within(generation, async (session) => {
    const outcome = await settled(await begin(generation, session, "apologize"));
    // What fails a task in the core completes it in the extension.
    assert.equal(outcome.status, generation === "v1" ? "failed" : "completed");
  }),
  "cancel in flight": within(generation, async (session) => {
    const execution = await begin(generation, session, "sleep");
    await sleep(100);
    await execution.cancel();
    const outcome = await execution.result();
    assert.equal(outcome.status, "cancelled");
  }),
  "resume from a reference": within(generation, async (session, host) => {
    let text;
    const execution = await begin(generation, session, "research", { topic: "owls" });
    await execution.handoff((reference) => {
      text = JSON.stringify(reference);
    });
    // A session that is closed before its executions have noticed cancels their tasks.
    await execution.result().catch(() => {});
    await session.close();
    const next = host.open();
    const resumed = await next.resumeTask(JSON.parse(text));
    const outcome = await settled(resumed);
    assert.equal(said(resultFromTaskOutcome(outcome)), "A report on owls.");
    await next.close();
  }),
  "unknown id": within(generation, async (session) => {
    await failsWith(-32602, session.task("nobody").snapshot());
  }),
});

const named = (generation) =>
  Object.entries(scenarios(generation)).map(([name, play]) => [`${generation}: ${name}`, play]);

await run({
  ...Object.fromEntries([...named("v1"), ...named("v2")]),
  "v1: list with pages": within("v1", async (session) => {
    const begun = [];
    for (let count = 0; count < 4; count += 1) {
      const execution = await begin("v1", session, "echo", { text: "hello" });
      begun.push(execution.handle.taskId);
      await execution.detach();
    }
    const first = await session.listTasks();
    const second = await session.listTasks(first.nextCursor);
    const listed = [...first.tasks, ...second.tasks].map((task) => task.taskId);
    assert.deepEqual(listed, begun);
    assert.equal(second.nextCursor, undefined);
  }),
  // The client by itself, which declares no tasks: the server asks beforehand.
  "v2: input before it begins": async (name) => {
    const client = new Client(INFO, {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: { pin: MODERN } },
    });
    client.setRequestHandler("elicitation/create", () => ({
      action: "accept",
      content: { topic: "owls" },
    }));
    await client.connect(new StdioClientTransport(started(name)));
    const result = await client.callTool({ name: "research", arguments: {} });
    assert.equal(said(result), "A report on owls.");
    await client.close();
  },
});
