"""Whole-store work and `project.*`."""

from __future__ import annotations

from memboard.engine import Moved, Reindexed
from memboard.rpc import params, results
from memboard.rpc.calls.call import Call


def reindex(call: Call, given: params.Reindex) -> Reindexed:
    """Embed what lacks a vector, or build and switch to another embedder; resumable."""
    return call.memory.reindex(given.embedder, progress=call.progress, cancelled=call.cancelled)


def list_projects(call: Call, _: params.Nothing) -> results.Projects:
    """List the projects that have notes here."""
    return results.Projects(projects=call.memory.projects())


def merge(call: Call, given: params.Merge) -> Moved:
    """Move all notes of one project into another, which then stands for both."""
    return call.memory.merge_projects(given.source, given.target)


def rename(call: Call, given: params.Rename) -> results.OneProject:
    """Give a project another name; its identity stays."""
    return results.OneProject(project=call.memory.rename_project(given.project, given.name))
