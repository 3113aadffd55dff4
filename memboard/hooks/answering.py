"""From a payload to what is printed, in one process or many."""

from __future__ import annotations

import os

from memboard.engine.home import Home, find_home
from memboard.hooks.events import Event, Host
from memboard.hooks.in_hand import InHand
from memboard.hooks.outputs import NOTHING, printed
from memboard.hooks.payload import Malformed, Payload, read_payload, to_payload, told_host
from memboard.hooks.spool import keep, keep_raw, settled
from memboard.hooks.trouble import note_trouble, said

AUTO = "auto"
HOSTS = ("claude-code", "codex")
"""The hosts whose hooks memboard answers."""


def answer_of(wanted: str, stdin: int, home: str | None, in_hand: InHand) -> bytes:
    """Answer the payload on a descriptor; how far that has come stands in `in_hand`."""
    place = find_home(home)
    if not place.store.is_file():
        in_hand.done = True
        return NOTHING  # nobody remembers anything here, and no hook begins to
    try:
        raw = read_payload(stdin)
    except (OSError, ValueError) as error:
        in_hand.done = True
        note_trouble(place.folder, f"{in_hand.names()}: {told(error)}")
        return NOTHING
    return answer(wanted, raw, place, in_hand)


def answer(wanted: str, raw: bytes, home: Home, in_hand: InHand | None = None) -> bytes:
    """Answer one payload; whatever goes wrong is in the log, and the answer is empty then."""
    in_hand = in_hand or InHand(wanted)
    in_hand.home, in_hand.raw = home, raw
    try:
        found = event_in(wanted, raw, in_hand)
        if found is None:
            return NOTHING
        host, event = found
        event = event._replace(call_id=event.call_id or f"hook-{os.urandom(8).hex()}")
        in_hand.event = event
        return printed(host, event, acted(host, event, home))
    except Exception as error:
        note_trouble(home.folder, f"{in_hand.names()}: {told(error)}")
        return NOTHING
    finally:
        in_hand.done = True


def event_in(wanted: str, raw: bytes, in_hand: InHand) -> tuple[Host, Event] | None:
    """Read a payload; None where memboard does nothing about its host or its event.

    Raises:
        ValueError: it is not what a host sends.
    """
    payload = to_payload(raw)
    host = host_of(wanted, payload)
    if host is None:
        return None
    in_hand.host = host.name
    event = host.read(payload)
    return (host, event) if event else None


def keep_unfinished(in_hand: InHand) -> None:
    """Put what is not done into the spool, for there is no time left to do it.

    What is done at this very moment is then known twice, and told apart by its call's id.
    """
    if in_hand.home is None or in_hand.raw is None:
        return
    if in_hand.event is not None:
        keep(in_hand.home, in_hand.host, in_hand.event)
    else:
        keep_raw(in_hand.home, in_hand.host, in_hand.raw)


def told(error: Exception) -> str:
    """Say what went wrong; of a payload only which part of it was missing."""
    return f"payload: {error}" if isinstance(error, Malformed) else said(error)


def acted(host: Host, event: Event, home: Home) -> str:
    """Do what an event asks for."""
    if event.kind == "prompt":
        from memboard.hooks.recalling import recalled

        settled(home)
        return recalled(host, event, home)
    from memboard.hooks.acting import act  # brings SQLite: 20 ms that a warm answer spares

    return act(host, event, home)


def host_of(wanted: str, payload: Payload) -> Host | None:
    """Choose the host: the payload's own word counts more than the command line's."""
    name = told_host(payload) or (HOSTS[0] if wanted == AUTO else wanted)
    if name == "claude-code":
        from memboard.hooks.claude_code import HOST as CLAUDE_CODE

        return CLAUDE_CODE
    if name == "codex":
        from memboard.hooks.codex import HOST as CODEX

        return CODEX
    return None
