"""memboard's engine: one store of what coding agents remember.

    from memboard.engine import open_memory

    with open_memory() as memory:
        memory.add("Staging Postgres listens on 5433")
        for hit in memory.search("database port").hits:
            print(hit.score, hit.note.text)

Importing it loads nothing else; a name brings its module when it is first used, so that a short
process pays for what it takes. Neither numpy nor a model comes before it is needed.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memboard.engine.answers import (
        Added,
        Edited,
        Evidence,
        Forgotten,
        Found,
        Hit,
        Imported,
        Left,
        Moved,
        Notice,
        Page,
        Parts,
        ProjectRow,
        Recalled,
        Reindexed,
        Similar,
        Stats,
        Undone,
        Why,
    )
    from memboard.engine.curate.checking import Finding
    from memboard.engine.curate.editing import UNSET, Unset
    from memboard.engine.curate.reindexing import Step
    from memboard.engine.dream.answers import Consolidated, DreamStatus, Settled, Suggestion
    from memboard.engine.embed import Embedder, EmbedderHandle, HashEmbedder
    from memboard.engine.errors import MemboardError
    from memboard.engine.home import Home, find_home
    from memboard.engine.memory import Memory, open_memory
    from memboard.engine.memory.conversation import Session
    from memboard.engine.model import Change, Draft, Note, Scope, Snapshot, Trigger
    from memboard.engine.project import Project, find_project
    from memboard.engine.session.capture import Captured
    from memboard.engine.session.cheap import CheapQuery
    from memboard.engine.session.events import Said
    from memboard.engine.session.outcomes import (
        Boundary,
        Compacted,
        Distilled,
        Hinted,
        Started,
        Turn,
    )
    from memboard.engine.session.transcripts.imported import ImportedTranscript
    from memboard.engine.settings import Settings, read_settings
    from memboard.engine.shown import Blocked, Dreamt, Failure, Given, LeftOut, Recall, Threat

__all__ = [
    "UNSET",
    "Added",
    "Blocked",
    "Boundary",
    "Captured",
    "Change",
    "CheapQuery",
    "Compacted",
    "Consolidated",
    "Distilled",
    "Draft",
    "DreamStatus",
    "Dreamt",
    "Edited",
    "Embedder",
    "EmbedderHandle",
    "Evidence",
    "Failure",
    "Finding",
    "Forgotten",
    "Found",
    "Given",
    "HashEmbedder",
    "Hinted",
    "Hit",
    "Home",
    "Imported",
    "ImportedTranscript",
    "Left",
    "LeftOut",
    "MemboardError",
    "Memory",
    "Moved",
    "Note",
    "Notice",
    "Page",
    "Parts",
    "Project",
    "ProjectRow",
    "Recall",
    "Recalled",
    "Reindexed",
    "Said",
    "Scope",
    "Session",
    "Settings",
    "Settled",
    "Similar",
    "Snapshot",
    "Started",
    "Stats",
    "Step",
    "Suggestion",
    "Threat",
    "Trigger",
    "Turn",
    "Undone",
    "Unset",
    "Why",
    "find_home",
    "find_project",
    "open_memory",
    "read_settings",
]

_PLACES = {
    "Added": "answers",
    "Blocked": "shown",
    "Boundary": "session.outcomes",
    "Captured": "session.capture",
    "Change": "model",
    "CheapQuery": "session.cheap",
    "Compacted": "session.outcomes",
    "Consolidated": "dream.answers",
    "Distilled": "session.outcomes",
    "Draft": "model",
    "DreamStatus": "dream.answers",
    "Dreamt": "shown",
    "Edited": "answers",
    "Embedder": "embed",
    "EmbedderHandle": "embed",
    "Evidence": "answers",
    "Failure": "shown",
    "Finding": "curate.checking",
    "Forgotten": "answers",
    "Found": "answers",
    "Given": "shown",
    "HashEmbedder": "embed",
    "Hinted": "session.outcomes",
    "Hit": "answers",
    "Home": "home",
    "Imported": "answers",
    "ImportedTranscript": "session.transcripts.imported",
    "Left": "answers",
    "LeftOut": "shown",
    "MemboardError": "errors",
    "Memory": "memory",
    "Moved": "answers",
    "Note": "model",
    "Notice": "answers",
    "Page": "answers",
    "Parts": "answers",
    "Project": "project",
    "ProjectRow": "answers",
    "Recall": "shown",
    "Recalled": "answers",
    "Reindexed": "answers",
    "Said": "session.events",
    "Scope": "model",
    "Session": "memory.conversation",
    "Settings": "settings",
    "Settled": "dream.answers",
    "Similar": "answers",
    "Snapshot": "model",
    "Started": "session.outcomes",
    "Stats": "answers",
    "Step": "curate.reindexing",
    "Suggestion": "dream.answers",
    "Threat": "shown",
    "Trigger": "model",
    "Turn": "session.outcomes",
    "UNSET": "curate.editing",
    "Undone": "answers",
    "Unset": "curate.editing",
    "Why": "answers",
    "find_home": "home",
    "find_project": "project",
    "open_memory": "memory",
    "read_settings": "settings",
}
"""The module of each name."""


def __getattr__(name: str) -> Any:
    """Import a public name on first use."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
    globals()[name] = value
    return value
