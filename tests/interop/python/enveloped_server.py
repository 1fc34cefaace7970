"""A receiver of tasks in the enveloped dialect: what a tool's task ends with is the tool's name."""

import datetime, json, sys, threading, time

TEXT = {"content": [{"type": "text", "text": "owls"}]}
SORRY = {"content": [{"type": "text", "text": "sorry"}], "isError": True}
#        the task's status, and what the reply to `tasks/result` has beside its id
ENDS = {
    "completed": ("completed", {"status": "completed", "result": TEXT}),
    "sorry": ("failed", {"status": "failed", "result": SORRY}),
    "error": ("failed", {"status": "failed", "result": {"code": -32000, "message": "It broke"}}),
    "null": ("failed", {"status": "failed", "result": None}),
    "absent": ("failed", {"status": "failed"}),
    "swapped": ("completed", {"taskId": "another", "status": "completed", "result": TEXT}),
    "contradicts": ("completed", {"status": "failed", "result": None}),
}
TASKS, LOCK = {}, threading.Lock()

def now():
    return datetime.datetime.now(datetime.timezone.utc).isoformat()

def say(**message):
    with LOCK:
        print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)

def refuse(id, code, message):
    say(id=id, error={"code": code, "message": message})

def end(task, status):
    time.sleep(0.15)
    task.update(status=status, lastUpdatedAt=now())
    say(method="notifications/tasks/updated", params=task)

def create(id, tool, ttl):
    name = f"task-{len(TASKS) + 1}"
    task = {"taskId": name, "status": "working", "createdAt": now(), "lastUpdatedAt": now()}
    task.update(ttl=ttl, pollInterval=50)
    TASKS[name] = task, ENDS[tool][1], time.monotonic() + ttl / 1000
    say(id=id, result={"task": task})
    threading.Thread(target=end, args=(task, ENDS[tool][0]), daemon=True).start()

def about(id, method, name):
    if name not in TASKS:
        return refuse(id, -32602, "Task not found")
    task, envelope, expires = TASKS[name]
    if time.monotonic() > expires:
        refuse(id, -32602, "Task has expired")
    elif method == "tasks/get":
        say(id=id, result=task)
    elif task["status"] == "working":
        refuse(id, -32602, "Task is not in a terminal status")
    else:
        say(id=id, result={"taskId": name, **envelope})

for line in sys.stdin:
    message = json.loads(line)
    id, method, params = message.get("id"), message["method"], message.get("params", {})
    if method == "initialize":
        capabilities = {"tools": {}, "tasks": {"requests": {"tools": {"call": {}}}}}
        info = {"name": "enveloped", "version": "1.0.0"}
        result = {"protocolVersion": "2025-11-25", "capabilities": capabilities, "serverInfo": info}
        say(id=id, result=result)
    elif method == "tools/call":
        create(id, params["name"], params["task"]["ttl"])
    elif method in ("tasks/get", "tasks/result"):
        about(id, method, params["taskId"])
    elif id is not None:
        refuse(id, -32601, "Method not found")
