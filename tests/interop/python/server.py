"""A server of the Python SDK, which has no tasks."""

from mcp.server.mcpserver import Context, MCPServer
from pydantic import BaseModel

server = MCPServer("python")


class Topic(BaseModel):
    topic: str


@server.tool()
def echo(text: str) -> str:
    return text


@server.tool()
async def research(context: Context) -> str:
    answer = await context.elicit("What is it to be about?", Topic)
    return f"A report on {answer.data.topic}."


server.run("stdio")
