"""What the engine shows to the world, and what opening it costs."""

from __future__ import annotations

import inspect
import subprocess
import sys

import memboard.engine
from memboard.engine import Memory, errors

PUBLIC = """
Added Blocked Boundary Captured Change CheapQuery Compacted Consolidated Distilled Draft
DreamStatus Dreamt Edited Embedder EmbedderHandle Evidence Failure Finding Forgotten Found Given
HashEmbedder Hinted Hit Home Imported ImportedTranscript Left LeftOut MemboardError Memory Moved
Note Notice Page Parts Project ProjectRow Recall Recalled Reindexed Said Scope Session Settings
Settled Similar Snapshot Started Stats Step Suggestion Threat Trigger Turn UNSET Undone Unset Why
find_home find_project open_memory read_settings
"""

CALLS = """
add add_many blocked check close dream_apply dream_audit dream_edit dream_propose dream_reject
dream_settle dream_status dream_undo edit edit_failure_fix embedder export failure_notices failures
forget forget_failures forget_suspects get history import_lines import_transcript interrupt keys
keys_that_lead_to learn_failures merge_projects move notes notices now pin project projects
proposals recall recent redo reindex reindex_steps release rename_project resolve restore
run_captures search search_for_model session session_settings similar_for_model state stats survey
threats triage triage_steps undo warm why withheld
"""

HEAVY = (
    "numpy",
    "fastembed",
    "onnxruntime",
    "textual",
    "rich",
    "click",
    "mcp",
    "sqlite_vec",
    "tomlkit",
)

READINGS = """
import sys
from memboard.engine import find_home, open_memory
with open_memory(sys.argv[1], "alpha") as memory:
    memory.recent(); memory.history(); memory.keys(); memory.stats(); memory.projects()
    list(memory.export()); memory.check(); memory.notices()
print(*sorted(set(sys.modules) & set(sys.argv[2].split())))
"""


def test_the_front_door_is_this_and_no_more() -> None:
    """A name that comes or goes is a decision."""
    assert sorted(memboard.engine.__all__) == sorted(PUBLIC.split())
    assert memboard.engine.__all__ == sorted(memboard.engine.__all__, key=order)
    assert all(hasattr(memboard.engine, name) for name in memboard.engine.__all__)


def order(name: str) -> tuple[int, str]:
    """Constants, classes, functions: the order ruff keeps."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


def test_memory_has_these_calls_and_each_is_documented() -> None:
    """The one object through which everything reads and writes."""
    calls = {name for name in dir(Memory) if not name.startswith("_")}
    assert calls >= set(CALLS.split())
    for name in calls:
        assert inspect.getdoc(getattr(Memory, name)), name


def test_every_error_is_in_the_tree_at_the_top_and_has_a_code_of_its_own() -> None:
    """So that programs can tell them apart."""
    kinds = [
        kind
        for _, kind in inspect.getmembers(errors, inspect.isclass)
        if issubclass(kind, errors.MemboardError)
    ]
    assert len({kind.code for kind in kinds}) == len(kinds)
    assert errors.__doc__ is not None
    for kind in kinds:
        assert kind.__name__ in errors.__doc__
        assert kind.__doc__


def loaded_by(program: str, *arguments: str) -> list[str]:
    """The heavy modules that a fresh interpreter has after running a program."""
    answer = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True
    )
    return answer.stdout.split()


def test_importing_the_engine_loads_nothing_heavy() -> None:
    """No numbers, no model, no terminal."""
    program = "import sys, memboard.engine; print(*(set(sys.modules) & set(sys.argv[1].split())))"
    assert loaded_by(program, " ".join(HEAVY)) == []


def test_listing_and_explaining_load_nothing_heavy(memory: Memory) -> None:
    """On a store with vectors in it."""
    memory.add("postgres listens on 5433")
    memory.close()
    assert loaded_by(READINGS, str(memory.home.folder), " ".join(HEAVY)) == []
