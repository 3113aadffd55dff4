"""What was logged of a session's tool calls, as events."""

from __future__ import annotations

import msgspec

from memboard.engine.session.events import Event, Ran, Wrote
from memboard.engine.sources import from_millis
from memboard.engine.store import runs
from memboard.engine.store.database import Database


def events_of(database: Database, session: str) -> dict[str, list[Event]]:
    """Read what a session did, in order, by the key of the project it was done in.

    A command whose text was not kept has nothing to teach, and is left out.
    """
    found: dict[str, list[Event]] = {}
    for run, at in runs.runs_of(database, session):
        done = found.setdefault(run.project, [])
        if run.key is None:
            done.append(Wrote(at=from_millis(at)))
        elif run.command is not None:
            event = msgspec.convert(
                {
                    "event": "ran",
                    "tool": run.tool,
                    "command": run.command,
                    "key": run.key,
                    "outcome": run.outcome,
                    "exit_code": run.exit_code,
                    "call_id": run.call_id,
                    "at": from_millis(at),
                },
                Ran,
            )
            done.append(event)
    return found
