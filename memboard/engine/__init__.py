"""memboard's engine: one store of what coding agents remember.

    from memboard.engine import open_memory

    with open_memory() as memory:
        memory.add("Staging Postgres listens on 5433")
        for hit in memory.search("database port").hits:
            print(hit.score, hit.note.text)

Importing it loads neither numpy nor a model, and nothing of the terminal.
"""

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
from memboard.engine.embed import Embedder, EmbedderHandle, HashEmbedder
from memboard.engine.errors import MemboardError
from memboard.engine.home import Home, find_home
from memboard.engine.memory import Memory, open_memory
from memboard.engine.model import Change, Draft, Note, Scope, Snapshot, Trigger
from memboard.engine.project import Project, find_project
from memboard.engine.settings import Settings, read_settings
from memboard.engine.shown import Blocked, Given, LeftOut, Recall, Threat

__all__ = [
    "UNSET",
    "Added",
    "Blocked",
    "Change",
    "Draft",
    "Edited",
    "Embedder",
    "EmbedderHandle",
    "Evidence",
    "Finding",
    "Forgotten",
    "Found",
    "Given",
    "HashEmbedder",
    "Hit",
    "Home",
    "Imported",
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
    "Scope",
    "Settings",
    "Similar",
    "Snapshot",
    "Stats",
    "Step",
    "Threat",
    "Trigger",
    "Undone",
    "Unset",
    "Why",
    "find_home",
    "find_project",
    "open_memory",
    "read_settings",
]
