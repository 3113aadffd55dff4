"""The one table of methods: names, what they take, what they answer, and their bodies."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec

from memboard.engine import answers, shown
from memboard.engine.dream import answers as dreamt
from memboard.engine.model import Draft
from memboard.engine.session import outcomes
from memboard.engine.triage.values import Triage
from memboard.rpc import conversation, dreams, lessons, params, results
from memboard.rpc.calls import (
    changing,
    dreaming,
    failures,
    reading,
    recalling,
    server,
    sessions,
    upkeep,
)
from memboard.rpc.calls.call import Call

P = TypeVar("P", bound=msgspec.Struct)
R = TypeVar("R")


class Method(msgspec.Struct, Generic[P, R], frozen=True):
    """One method; its types check requests and describe it in `rpc.discover`."""

    name: str
    params: type[P]
    result: type[R]
    body: Callable[[Call, P], R]
    job: bool = False
    """Long and resumable: stops between two steps when cancelled, and at end of input."""

    @property
    def summary(self) -> str:
        """Give the first line of the body's docstring."""
        return (self.body.__doc__ or "").splitlines()[0]


TABLE: tuple[Method[Any, Any], ...] = (
    Method("memory.add", Draft, answers.Added, changing.add),
    Method("memory.add_many", params.AddMany, results.AddedMany, changing.add_many),
    Method("memory.search", params.Search, answers.Found, recalling.search),
    Method("memory.recall", params.Prompt, shown.Recall, recalling.recall),
    Method("memory.recent", params.Recent, answers.Page, reading.recent),
    Method("memory.why", params.About, answers.Why, reading.why),
    Method("memory.edit", params.Edit, answers.Edited, changing.edit),
    Method("memory.pin", params.Pin, results.OneNote, changing.pin),
    Method("memory.forget", params.Forget, answers.Forgotten, changing.forget),
    Method("memory.restore", params.Restore, results.OneNote, changing.restore),
    Method("memory.history", params.History, results.Changes, reading.history),
    Method("memory.undo", params.Undo, answers.Undone, changing.undo),
    Method("memory.redo", params.Redo, answers.Undone, changing.redo),
    Method("memory.triage", params.TriageNotes, Triage, reading.triage),
    Method("memory.stats", params.Nothing, answers.Stats, reading.stats),
    Method("memory.reindex", params.Reindex, answers.Reindexed, upkeep.reindex, job=True),
    Method("session.start", conversation.SessionStart, outcomes.Started, sessions.start),
    Method("session.turn", conversation.SessionTurn, outcomes.Turn, sessions.turn),
    Method("session.tool_call", conversation.SessionToolCall, outcomes.Hinted, sessions.tool_call),
    Method(
        "session.tool_result", conversation.SessionToolResult, outcomes.Hinted, sessions.tool_result
    ),
    Method(
        "session.before_compact",
        conversation.SessionBoundary,
        outcomes.Boundary,
        sessions.before_compact,
    ),
    Method(
        "session.compacted", conversation.SessionCompacted, outcomes.Compacted, sessions.compacted
    ),
    Method("session.shutdown", conversation.SessionBoundary, outcomes.Boundary, sessions.shutdown),
    Method("blocked.list", params.BlockedLog, results.BlockedTexts, recalling.list_blocked),
    Method("blocked.release", params.Release, results.OneNote, recalling.release),
    Method("blocked.check", params.Texts, results.Checked, recalling.check),
    Method("failures.list", lessons.ListFailures, results.FailureLessons, failures.list_failures),
    Method("failures.forget", lessons.ForgetFailure, results.ForgottenLesson, failures.forget),
    Method("failures.edit", lessons.EditFailure, results.OneFailure, failures.edit),
    Method("dream.propose", dreams.Propose, shown.Dreamt, dreaming.propose),
    Method("dream.list", dreams.ListProposals, dreams.Proposals, dreaming.list_proposals),
    Method("dream.apply", dreams.Apply, dreamt.Consolidated, dreaming.apply),
    Method("dream.reject", dreams.Reject, dreams.Rejected, dreaming.reject),
    Method("dream.edit", dreams.EditProposal, dreams.OneProposal, dreaming.edit),
    Method("dream.settle", dreams.Settle, dreamt.Settled, dreaming.settle),
    Method("dream.status", dreams.StatusOf, dreamt.DreamStatus, dreaming.status),
    Method("dream.undo", dreams.UndoCycle, answers.Undone, dreaming.undo),
    Method("dream.audit", dreams.Audit, dreams.Removed, dreaming.audit),
    Method("project.list", params.Nothing, results.Projects, upkeep.list_projects),
    Method("project.merge", params.Merge, answers.Moved, upkeep.merge),
    Method("project.rename", params.Rename, results.OneProject, upkeep.rename),
    Method("server.info", params.Nothing, results.Info, server.info),
    Method("rpc.discover", params.Nothing, dict[str, Any], server.discover),
)

METHODS: dict[str, Method[Any, Any]] = {method.name: method for method in TABLE}


@cache
def decoder_of(name: str) -> msgspec.json.Decoder[Any]:
    """Make, on first use, the decoder of a method's parameters."""
    return msgspec.json.Decoder(METHODS[name].params)
