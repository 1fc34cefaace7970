"""A requestor of tasks in the enveloped dialect, without any SDK."""

import json
import subprocess
import time

from scenarios import same, started, why


class Session:
    """A session with a server: requests by hand, and everything else that came."""

    def __init__(self, name, *server, declares=True):
        command, args = started(name, "--enveloped", *server)
        pipe = subprocess.PIPE
        self.server = subprocess.Popen([command, *args], stdin=pipe, stdout=pipe, text=True)
        self.last, self.told = 0, []
        capabilities = {"elicitation": {}, **({"tasks": {}} if declares else {})}
        info = {"name": "enveloped-client", "version": "1.0.0"}
        version = "2025-11-25"
        self.ask("initialize", protocolVersion=version, capabilities=capabilities, clientInfo=info)
        self.say({"method": "notifications/initialized"})

    def say(self, message):
        print(json.dumps({"jsonrpc": "2.0", **message}), file=self.server.stdin, flush=True)

    def hear(self):
        message = json.loads(self.server.stdout.readline())
        if message.get("method") == "elicitation/create":
            answer = {"action": "accept", "content": {"topic": "owls"}}
            self.say({"id": message["id"], "result": answer})
        return message

    def ask(self, method, **params):
        """A request's reply, with its envelope taken off: the result, or the error's code."""
        self.last += 1
        self.say({"id": self.last, "method": method, "params": params})
        while (message := self.hear()).get("id") != self.last:
            self.told.append(message)
        return message["result"] if "result" in message else message["error"]["code"]

    def begin(self, tool, **arguments):
        return self.ask("tools/call", name=tool, arguments=arguments, task={"ttl": 60_000})["task"]

    def end(self, tool, **arguments):
        """A task that has ended, by polling, and the envelope of its result."""
        seen = self.begin(tool, **arguments)
        task = seen["taskId"]
        while seen["status"] in ("working", "input_required"):
            time.sleep(seen["pollInterval"] / 1000)
            seen = self.ask("tasks/get", taskId=task)
        return task, self.ask("tasks/result", taskId=task)

    def close(self):
        self.server.stdin.close()
        self.server.wait(10)


def envelope(task, status, result):
    return {"taskId": task, "status": status, "result": result}


def content(text, **more):
    return {"content": [{"type": "text", "text": text}], **more}


def completed(session):
    task, result = session.end("research", topic="owls")
    same(result, envelope(task, "completed", content("A report on owls.")))


def is_error(session):
    task, result = session.end("apologize")
    same(result, envelope(task, "failed", content("Sorry.", isError=True)))


def failed(session):
    error = {"code": -32000, "message": "It broke", "data": {"part": "spring"}}
    task, result = session.end("break")
    same(result, envelope(task, "failed", error))


def input_given(session):
    task, result = session.end("research")
    same(result, envelope(task, "completed", content("A report on owls.")))


def twice(session):
    task, result = session.end("echo", text="hello")
    same(session.ask("tasks/result", taskId=task), result)


def early(session):
    task = session.begin("research", topic="owls")["taskId"]
    same(session.ask("tasks/result", taskId=task), -32602)


def notified(session):
    task = session.begin("research", topic="owls")["taskId"]
    while (told := session.hear()).get("params", {}).get("status") != "completed":
        pass
    same((told["method"], told["params"]["taskId"]), ("notifications/tasks/updated", task))


def expired(session):
    task = session.begin("echo", text="hello")["taskId"]
    time.sleep(0.4)
    same([session.ask(f"tasks/{what}", taskId=task) for what in ("get", "result")], [-32602] * 2)


def unknown(session):
    same([session.ask(f"tasks/{what}", taskId="x") for what in ("get", "result")], [-32602] * 2)


def not_there(session):
    same([session.ask("tasks/list"), session.ask("tasks/cancel", taskId="x")], [-32601] * 2)


def not_declared(session):
    same(session.ask("tasks/get", taskId="x"), -32601)


SCENARIOS = {
    "completed": completed,
    "isError result": is_error,
    "failed with an error": failed,
    "input while running": input_given,
    "result twice": twice,
    "result before the end": early,
    "notified of the end": notified,
    "left to expire": (expired, "--ttl", "200"),
    "unknown id": unknown,
    "no list, no cancel": not_there,
    "tasks not declared by the client": not_declared,
}

for name, scenario in SCENARIOS.items():
    play, *server = scenario if isinstance(scenario, tuple) else (scenario,)
    session = Session(name, *server, declares=play is not not_declared)
    try:
        play(session)
        outcome = "as expected"
    except (AssertionError, KeyError, TypeError, ValueError) as error:
        outcome = why(error)
    finally:
        session.close()
    print(json.dumps({"scenario": name, "outcome": outcome}), flush=True)
