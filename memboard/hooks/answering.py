"""From a payload to what is printed, in one process or many."""

from __future__ import annotations

import os

from memboard.engine.home import Home, find_home
from memboard.hooks.events import Event, Host
from memboard.hooks.outputs import NOTHING, printed
from memboard.hooks.payload import Payload, read_payload, to_payload, told_host
from memboard.hooks.spool import keep, settled
from memboard.hooks.trouble import note_trouble, said

AUTO = "auto"
HOSTS = ("claude-code", "codex")
"""The hosts whose hooks memboard answers."""

Unfinished = list[tuple[Home, str, Event]]
"""An event that is being worked on, with its home and its host."""


def answer_of(wanted: str, stdin: int, home: str | None, unfinished: Unfinished) -> bytes:
    """Answer the payload on a descriptor; what is not done yet stands in `unfinished`."""
    place = find_home(home)
    if not place.store.is_file():
        return NOTHING  # nobody remembers anything here, and no hook begins to
    try:
        raw = read_payload(stdin)
    except (OSError, ValueError) as error:
        note_trouble(place.folder, said(error))
        return NOTHING
    return answer(wanted, raw, place, unfinished)


def answer(wanted: str, raw: bytes, home: Home, unfinished: Unfinished | None = None) -> bytes:
    """Answer one payload; whatever goes wrong is in the log, and the answer is empty then."""
    unfinished = [] if unfinished is None else unfinished
    names = "?"
    try:
        payload = to_payload(raw)
        host = host_of(wanted, payload) if payload else None
        event = host.read(payload) if host and payload else None
        if host is None or event is None:
            return NOTHING
        names = f"{host.name} {event.name}"
        event = event._replace(call_id=event.call_id or f"hook-{os.urandom(8).hex()}")
        unfinished.append((home, host.name, event))
        return printed(host, event, acted(host, event, home))
    except Exception as error:
        note_trouble(home.folder, f"{names}: {said(error)}")
        return NOTHING
    finally:
        unfinished.clear()


def keep_unfinished(unfinished: Unfinished) -> None:
    """Put what is not done into the spool, for there is no time left to do it.

    What is done at this very moment is then known twice, and told apart by its call's id.
    """
    for home, host, event in list(unfinished):
        keep(home, host, event, hurry=True)


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
