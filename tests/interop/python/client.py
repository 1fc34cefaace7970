"""The Python SDK's client, which has no tasks of its own: in both generations without them, and in
the later one with a tasks extension that is written here, by the SDK's means for extensions."""

import asyncio
from typing import Any, Literal

import mcp_types as types
from mcp.client import Client, ClientExtension, ResultClaim
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError
from pydantic import Field
from scenarios import run, same, started

MODERN, LEGACY = "auto", "legacy"


class GetParams(types.RequestParams):
    task_id: str = Field(alias="taskId")


class GetTask(types.Request[GetParams, Literal["tasks/get"]]):
    method: Literal["tasks/get"] = "tasks/get"


class Task(types.Result):
    """A task, as it is created and as it is told of."""

    task_id: str = Field(alias="taskId")
    status: str
    poll_interval: int = Field(alias="pollIntervalMs")
    result: dict[str, Any] | None = None
    error: dict[str, Any] | None = None


class CreatedTask(Task):
    result_type: Literal["task"] = Field(alias="resultType")


class Tasks(ClientExtension):
    """The requestor's part of the tasks extension, as far as polling goes."""

    identifier = "io.modelcontextprotocol/tasks"

    def claims(self):
        return [ResultClaim(result_type="task", model=CreatedTask, resolve=self.resolve)]

    async def resolve(self, task, context):
        while task.status not in ("completed", "failed", "cancelled"):
            await asyncio.sleep(task.poll_interval / 1000)
            request = GetTask(params=GetParams(taskId=task.task_id))
            task = await context.session.send_request(request, Task)
        if task.status != "completed":
            error = task.error or {"code": 0, "message": task.status}
            raise MCPError(error["code"], error["message"], error.get("data"))
        return types.CallToolResult.model_validate(task.result)


def within(play, mode, extensions=()):
    """Connects, lets a scenario play, and closes."""

    async def elicited(context, params):
        return types.ElicitResult(action="accept", content={"topic": "owls"})

    async def scenario(name):
        command, args = started(name)
        transport = stdio_client(StdioServerParameters(command=command, args=args))
        async with Client(
            transport, mode=mode, elicitation_callback=elicited, extensions=extensions
        ) as client:
            await play(client)

    return scenario


async def fails_with(code, awaitable):
    try:
        came = await awaitable
    except MCPError as error:
        same(error.error.code, code)
    else:
        raise AssertionError(f"no error: {came!r}")


def said(result):
    return result.content[0].text


async def lists(client):
    listed = [tool.name for tool in (await client.list_tools()).tools]
    same(listed, ["echo", "plain", "research", "sleep", "break", "apologize"])


async def calls(client):
    same(said(await client.call_tool("echo", {"text": "hello"})), "hello")


async def fails(client):
    await fails_with(-32000, client.call_tool("break", {}))


async def reports(client):
    same(said(await client.call_tool("research", {"topic": "owls"})), "A report on owls.")


async def is_error(client):
    result = await client.call_tool("apologize", {})
    same((result.is_error, said(result)), (True, "Sorry."))


async def lacks_tool(client):
    await fails_with(-32602, client.call_tool("nothing", {}))


async def is_asked(client):
    same(said(await client.call_tool("research", {})), "A report on owls.")


async def has_no_tasks(client):
    request = types.GetTaskRequest(params=types.GetTaskRequestParams(taskId="nobody"))
    await fails_with(-32601, client.session.send_request(request, types.GetTaskResult))


async def declares_no_tasks(client):
    request = GetTask(params=GetParams(taskId="nobody"))
    await fails_with(-32021, client.session.send_request(request, Task))


async def requires_task(client):
    await fails_with(-32021, client.call_tool("sleep", {}))


SCENARIOS = {
    "2025-11-25: list of tools": within(lists, LEGACY),
    "2025-11-25: call": within(calls, LEGACY),
    "2025-11-25: error": within(fails, LEGACY),
    "2025-11-25: isError result": within(is_error, LEGACY),
    "2025-11-25: unknown tool": within(lacks_tool, LEGACY),
    "2025-11-25: no tasks": within(has_no_tasks, LEGACY),
    "2026-07-28: list of tools": within(lists, MODERN),
    "2026-07-28: call": within(calls, MODERN),
    "2026-07-28: error": within(fails, MODERN),
    "2026-07-28: demand for input": within(is_asked, MODERN),
    "2026-07-28: task required": within(requires_task, MODERN),
    "2026-07-28: no tasks": within(declares_no_tasks, MODERN),
    "2026-07-28: tasks by an extension": within(reports, MODERN, [Tasks()]),
    "2026-07-28: task that fails": within(fails, MODERN, [Tasks()]),
}

asyncio.run(run(SCENARIOS))
