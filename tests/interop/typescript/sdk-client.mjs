// The TypeScript SDK's client with its experimental tasks (2025-11-25).

import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CallToolResultSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { failsWith, run, said, sleep, started } from "./scenarios.mjs";

const TASKS = { tasks: {}, elicitation: {} };

/** Connects, lets a scenario play, and closes. */
const within = (play, { capabilities = TASKS, answer, server = [] } = {}) => async (name) => {
  const client = new Client({ name: "sdk-client", version: "1.0.0" }, { capabilities });
  if (capabilities.elicitation) {
    client.setRequestHandler(ElicitRequestSchema, () => answer ?? { action: "cancel" });
  }
  await client.connect(new StdioClientTransport(started(name, ...server)));
  try {
    await client.listTools();
    await play(client, client.experimental.tasks);
  } finally {
    await client.close();
  }
};

/** Calls a tool as a task and stays with it: its messages, and the last of them. */
const stream = async (tasks, name, args, options = { task: { ttl: 60_000 } }) => {
  const messages = [];
  const call = { name, arguments: args };
  for await (const message of tasks.callToolStream(call, CallToolResultSchema, options)) {
    messages.push(message);
  }
  const states = messages.filter((it) => it.task).map((it) => it.task.status);
  return { last: messages.at(-1), task: messages[0].task?.taskId, states: [...new Set(states)] };
};

/** Begins a task and leaves it to itself. */
const begin = async (tasks, name, args, ttl = 60_000) => {
  const call = { name, arguments: args };
  for await (const message of tasks.callToolStream(call, CallToolResultSchema, { task: { ttl } })) {
    assert.equal(message.type, "taskCreated", message.error?.message);
    return message.task;
  }
};

const research = (answer, report) =>
  within(
    async (client, tasks) => {
      const { last, states } = await stream(tasks, "research", {});
      assert.equal(said(last.result), report);
      assert.deepEqual(states, ["working", "input_required"]);
    },
    { answer },
  );

await run({
  "task result": within(async (client, tasks) => {
    const { last, states } = await stream(tasks, "research", { topic: "owls" });
    assert.equal(said(last.result), "A report on owls.");
    assert.deepEqual(states, ["working", "completed"]);
  }),
  "task of quick work": within(async (client, tasks) => {
    const { last } = await stream(tasks, "echo", { text: "hello" });
    assert.equal(said(last.result), "hello");
  }),
  "input accepted": research(
    { action: "accept", content: { topic: "owls" } },
    "A report on owls.",
  ),
  "input declined": research({ action: "decline" }, "A report on nothing (decline)."),
  "input cancelled": research({ action: "cancel" }, "A report on nothing (cancel)."),
  "input asked for at once": within(
    async (client, tasks) => {
      const { last } = await stream(tasks, "research", {});
      assert.equal(said(last.result), "A report on owls.");
    },
    { answer: { action: "accept", content: { topic: "owls" } }, server: ["--ask-at-once"] },
  ),
  "failed with an error": within(async (client, tasks) => {
    const { last, task, states } = await stream(tasks, "break", {});
    assert.equal(last.type, "error");
    assert.equal(states.at(-1), "failed");
    await failsWith(-32000, tasks.getTaskResult(task, CallToolResultSchema));
  }),
  "isError result": within(async (client, tasks) => {
    const { last, task, states } = await stream(tasks, "apologize", {});
    assert.equal(last.type, "error");
    assert.equal(states.at(-1), "failed");
    const result = await tasks.getTaskResult(task, CallToolResultSchema);
    assert.equal(result.isError, true);
    assert.equal(said(result), "Sorry.");
  }),
  "result twice": within(async (client, tasks) => {
    const { task } = await stream(tasks, "research", { topic: "owls" });
    const once = await tasks.getTaskResult(task, CallToolResultSchema);
    assert.deepEqual(await tasks.getTaskResult(task, CallToolResultSchema), once);
  }),
  "result before the end waits": within(async (client, tasks) => {
    const { taskId } = await begin(tasks, "research", { topic: "owls" });
    const result = await tasks.getTaskResult(taskId, CallToolResultSchema);
    assert.equal(said(result), "A report on owls.");
  }),
  "cancel in flight": within(async (client, tasks) => {
    const { taskId } = await begin(tasks, "sleep", {});
    assert.equal((await tasks.cancelTask(taskId)).status, "cancelled");
    assert.equal((await tasks.getTask(taskId)).status, "cancelled");
    await failsWith(-32603, tasks.getTaskResult(taskId, CallToolResultSchema));
  }),
  "cancel after the end": within(async (client, tasks) => {
    const { task } = await stream(tasks, "echo", { text: "hello" });
    await failsWith(-32602, tasks.cancelTask(task));
  }),
  "list with pages": within(async (client, tasks) => {
    const begun = [];
    for (let count = 0; count < 7; count += 1) {
      begun.push((await begin(tasks, "echo", { text: "hello" })).taskId);
    }
    const pages = [await tasks.listTasks()];
    while (pages.at(-1).nextCursor) {
      pages.push(await tasks.listTasks(pages.at(-1).nextCursor));
    }
    assert.deepEqual(pages.map((page) => page.tasks.length), [3, 3, 1]);
    assert.deepEqual(pages.flatMap((page) => page.tasks.map((task) => task.taskId)), begun);
    await failsWith(-32602, tasks.listTasks("no cursor of the server's"));
  }),
  "unknown id": within(async (client, tasks) => {
    await failsWith(-32602, tasks.getTask("nobody"));
    await failsWith(-32602, tasks.getTaskResult("nobody", CallToolResultSchema));
    await failsWith(-32602, tasks.cancelTask("nobody"));
  }),
  "left to expire": within(
    async (client, tasks) => {
      const { taskId, ttl } = await begin(tasks, "echo", { text: "hello" });
      assert.equal(ttl, 200);
      await sleep(300);
      await failsWith(-32602, tasks.getTask(taskId));
      await failsWith(-32602, tasks.getTaskResult(taskId, CallToolResultSchema));
    },
    { server: ["--ttl", "200"] },
  ),
  "task required": within(async (client) => {
    await failsWith(-32601, client.request(
      { method: "tools/call", params: { name: "sleep", arguments: {} } },
      CallToolResultSchema,
    ));
  }),
  "task forbidden": within(async (client, tasks) => {
    const { last } = await stream(tasks, "plain", { text: "hello" });
    assert.equal(last.type, "error");
    assert.equal(last.error.code, -32601);
  }),
  "no task": within(async (client) => {
    const result = await client.callTool({ name: "plain", arguments: { text: "hello" } });
    assert.equal(said(result), "hello");
  }),
  "tasks not declared by the client": within(
    async (client, tasks) => {
      const { last } = await stream(tasks, "echo", { text: "hello" });
      // The server does the work at once, and the SDK wants the task that it asked for.
      assert.equal(last.type, "error");
      await failsWith(-32601, tasks.getTask("nobody"));
    },
    { capabilities: { elicitation: {} } },
  ),
  progress: within(async (client, tasks) => {
    const heard = [];
    const options = { task: {}, onprogress: ({ progress }) => heard.push(progress) };
    await stream(tasks, "research", { topic: "owls" }, options);
    assert.deepEqual(heard, [1, 2]);
  }),
});
