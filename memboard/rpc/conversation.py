"""What `session.*` takes."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from memboard.engine.model import Level
from memboard.engine.session.events import Outcome
from memboard.rpc.params import Characters, HowMuch, Params

SessionId: TypeAlias = Annotated[
    str, Meta(description="The host's id of the conversation, 1 to 200 characters.")
]
CallId: TypeAlias = Annotated[
    str | None, Meta(description="The host's id of the call; its end is logged once.")
]
Seconds: TypeAlias = Annotated[
    Annotated[float, Meta(gt=0, le=120)] | None,
    Meta(description="How long the cheap query may take, at most 120. Null: as configured."),
]


class HostSettings(Params, frozen=True):
    """What a host sets for one conversation, instead of config.toml."""

    aggressiveness: Level | None = None
    auto_capture: bool | None = None
    re_search: bool | None = None


class SessionStart(Params, frozen=True):
    """`session.start`."""

    session: Annotated[
        str | None, Meta(description="The host's id of the conversation. Null: one is drawn.")
    ] = None
    host: Annotated[
        str | None, Meta(description="The program whose conversation it is, such as pi.")
    ] = None
    cheap_query: Annotated[
        bool, Meta(description="Whether this client answers host/cheap_query for it.")
    ] = False
    settings: Annotated[
        HostSettings | None, Meta(description="For this conversation on this connection.")
    ] = None
    transcript: Annotated[
        str | None,
        Meta(description="The file that Claude Code or Codex keeps of it, to be read."),
    ] = None


class Message(Params, frozen=True):
    """Something said in a conversation."""

    role: Literal["user", "assistant"]
    text: str


class SessionTurn(Params, frozen=True):
    """`session.turn`."""

    session: SessionId
    prompt: Annotated[str, Meta(description="Any text; data, never syntax.")]
    transcript: Annotated[
        tuple[Message, ...],
        Meta(description="What was said since the last turn; what is known is not kept twice."),
    ] = ()
    level: HowMuch = None
    budget: Characters = None


class SessionToolCall(Params, frozen=True):
    """`session.tool_call`."""

    session: SessionId
    tool: Annotated[str, Meta(description="The tool's name at the host.")]
    input: Annotated[Any, Meta(description="Its input as the host has it.")] = None
    call_id: CallId = None


class SessionToolResult(Params, frozen=True):
    """`session.tool_result`."""

    session: SessionId
    tool: Annotated[str, Meta(description="The tool's name at the host.")]
    outcome: Annotated[
        Outcome,
        Meta(description="Unknown: background, denied, cancelled, or no exit code is known."),
    ]
    input: Annotated[Any, Meta(description="Its input as the host has it.")] = None
    exit_code: int | None = None
    call_id: CallId = None


class SessionBoundary(Params, frozen=True):
    """`session.before_compact` and `session.shutdown`."""

    session: SessionId
    timeout: Seconds = None


class SessionCompacted(Params, frozen=True):
    """`session.compacted`."""

    session: SessionId
    summary: Annotated[str | None, Meta(description="What the host left of the conversation.")] = (
        None
    )
