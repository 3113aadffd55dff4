"""OpenAI's chat completions, as far as one question and one answer go."""

from __future__ import annotations

import msgspec

from memboard.engine.errors import CheapQueryFailed
from memboard.engine.model import Value


class Message(Value, frozen=True):
    """Something said."""

    role: str = ""
    content: str | None = None


class Request(Value, frozen=True):
    """A question; limits are left out, for servers disagree on their names."""

    model: str
    messages: tuple[Message, ...]
    stream: bool = False


class Choice(Value, frozen=True):
    """One of a server's answers."""

    message: Message
    finish_reason: str | None = None


class Completion(Value, frozen=True):
    """What a server answers."""

    choices: tuple[Choice, ...]


class Complaint(Value, frozen=True):
    """What a server says of a failure."""

    message: str = ""


class Refusal(Value, frozen=True):
    """A failure, as OpenAI writes it (an object) and as Ollama does (a text)."""

    error: Complaint | str


UNREADABLE = (msgspec.DecodeError, RecursionError)
"""What bytes raise that are not what they should be; also nested without end."""


def body_of(model: str, prompt: str) -> bytes:
    """Write a question."""
    message = Message(role="user", content=prompt)
    return msgspec.json.encode(Request(model=model, messages=(message,)))


def text_of(who: str, body: bytes) -> str:
    """Read an answer.

    Raises:
        CheapQueryFailed: it is none, or the server cut it.
    """
    try:
        choices = msgspec.json.decode(body, type=Completion).choices
    except UNREADABLE as error:
        raise CheapQueryFailed(f"{who} answered with something that is no completion.") from error
    if not choices:
        return ""
    if choices[0].finish_reason == "length":
        raise CheapQueryFailed(f"{who} cut its answer at a limit of its own.")
    return choices[0].message.content or ""


def complaint_in(body: bytes) -> str:
    """Read what a server says of a failure; empty where it says nothing readable."""
    try:
        error = msgspec.json.decode(body, type=Refusal).error
    except UNREADABLE:
        return ""
    return error if isinstance(error, str) else error.message
