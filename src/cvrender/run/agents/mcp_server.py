"""Speak the Model Context Protocol over standard input and output."""

import asyncio
from base64 import b64encode
from collections.abc import Mapping
from typing import Any

from mcp import MCPError, types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from cvrender.run.agents.session import AgentSession
from cvrender.run.agents.tools import INSTRUCTIONS, TOOLS, WRITES, about, call, input_schema
from cvrender.system.version import __version__


def serve(session: AgentSession, resources: Mapping[str, str]) -> None:
    """Answer until standard input ends. `resources` are texts by their addresses."""
    asyncio.run(_serve(session, resources))


async def _serve(session: AgentSession, resources: Mapping[str, str]) -> None:
    one_at_a_time = asyncio.Lock()

    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(name) for name in TOOLS])

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        async with one_at_a_time:
            answer = await asyncio.to_thread(call, session, params.name, params.arguments or {})
        pictures = [types.ImageContent(data=b64encode(png).decode(), mime_type="image/png") for png in answer.pictures]
        return types.CallToolResult(content=[types.TextContent(text=answer.text), *pictures], is_error=answer.is_error)

    async def list_resources(context: Any, params: Any) -> types.ListResourcesResult:
        listed = [types.Resource(uri=uri, name=uri.rpartition("/")[2], mime_type=_type(uri)) for uri in resources]
        return types.ListResourcesResult(resources=listed)

    async def read_resource(context: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)
        if uri not in resources:
            raise MCPError(types.INVALID_PARAMS, f"there is no resource {uri}")
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, text=resources[uri], mime_type=_type(uri))])

    server = Server(
        "cvrender",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
    )
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def _tool(name: str) -> types.Tool:
    writes = name in WRITES
    hints = types.ToolAnnotations(read_only_hint=not writes, destructive_hint=writes, open_world_hint=False)
    return types.Tool(name=name, description=about(name), input_schema=input_schema(name), annotations=hints)


def _type(uri: str) -> str:
    return "text/markdown" if uri.endswith(".md") else "application/yaml"
