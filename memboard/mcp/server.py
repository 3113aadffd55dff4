"""The server: the official SDK in front of one `Memory`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, BinaryIO

import anyio
import msgspec
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
)

from memboard import __version__
from memboard.mcp.actor import actor_of
from memboard.mcp.answered import Answered, Failed
from memboard.mcp.checking import checked_arguments, checked_op
from memboard.mcp.desk import Desk, OpenStore
from memboard.mcp.faults import failed
from memboard.mcp.operations import OPERATIONS, Caller
from memboard.mcp.saying import say
from memboard.mcp.streams import Pipes
from memboard.mcp.tool import INSTRUCTIONS, NAME, memory_tool

Context = ServerRequestContext[Any]


async def forever() -> None:
    """Wait for nothing."""
    await anyio.sleep_forever()


def serve(
    open_store: OpenStore,
    *,
    stdin: BinaryIO,
    stdout: BinaryIO,
    session: str,
    until: Callable[[], Awaitable[None]] = forever,
    ending: Callable[[], None] = lambda: None,
) -> int:
    """Answer until the input ends; gives the exit code.

    Args:
        open_store: opens the store in an actor's name; called when first needed, and again
            while it fails. Its memory carries the same session.
        stdin: one message a line.
        stdout: answers, one a line, nothing else.
        session: the connection's own.
        until: the server also ends when this returns.
        ending: told when the end has begun.
    """
    desk = Desk(open_store)

    async def attend() -> None:
        async with anyio.create_task_group() as group:

            async def watch() -> None:
                await until()
                ending()
                group.cancel_scope.cancel()

            group.start_soon(watch)
            server = to_server(desk, session)
            async with Pipes(stdin, stdout, ending).streams() as (reading, writing):
                await server.run(reading, writing, server.create_initialization_options())
            group.cancel_scope.cancel()

    try:
        anyio.run(attend)
    finally:
        desk.close()
    return 0


def to_server(desk: Desk, session: str) -> Server[Any]:
    """Make the SDK's server, with its one tool."""

    async def list_tools(context: Context, _: PaginatedRequestParams | None) -> ListToolsResult:
        desk.attend(client_of(context))
        return ListToolsResult(tools=[memory_tool()])

    async def call_tool(context: Context, params: CallToolRequestParams) -> CallToolResult:
        if params.name != NAME:
            raise MCPError(INVALID_PARAMS, f"There is no tool {params.name!r}; there is {NAME}.")
        desk.attend(client_of(context))
        return to_result(await answer(desk, session, params.arguments or {}))

    return Server(
        "memboard",
        title="memboard",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def client_of(context: Context) -> str:
    """Tell whose changes a connection's are, by what its client calls itself."""
    params = context.session.client_params
    return actor_of(params.client_info.name if params else None)


async def answer(desk: Desk, session: str, arguments: dict[str, Any]) -> Answered:
    """Check a call and run it on the desk; whatever goes wrong is an answer too."""
    op = None
    try:
        op = checked_op(arguments)
        run, given = OPERATIONS[op], checked_arguments(op, arguments)
        caller = Caller(actor=desk.actor, session=session)
        return await desk(lambda memory: run(memory, caller, given))
    except Exception as error:
        return failed(op, error)


def to_result(said: Answered) -> CallToolResult:
    """Give an answer both forms: the values for programs, a few lines for models."""
    return CallToolResult(
        content=[TextContent(text=say(said))],
        structured_content=msgspec.to_builtins(said),
        is_error=isinstance(said, Failed),
    )
