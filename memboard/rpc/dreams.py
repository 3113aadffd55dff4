"""What `dream.*` take and answer."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from memboard.engine.dream.answers import Keep, Suggestion
from memboard.engine.model import Scope, Value
from memboard.engine.store.audit import Superseded
from memboard.engine.store.proposals import Standing
from memboard.rpc.conversation import Seconds
from memboard.rpc.params import Limit, Params, Session

ProposalId: TypeAlias = Annotated[
    str, Meta(description="A proposal's id, or an unambiguous prefix of three characters or more.")
]
CycleId: TypeAlias = Annotated[
    str, Meta(description="A cycle's id, or an unambiguous prefix of three characters or more.")
]


class Propose(Params, frozen=True):
    """`dream.propose`."""

    session: Annotated[
        str | None,
        Meta(description="The conversation that lends its model, and in whose name it is done."),
    ] = None
    force: Annotated[
        bool, Meta(description="Also before the gate's hours and sessions have passed.")
    ] = False
    scope: Annotated[
        Scope | None, Meta(description="Whose notes. Null: the project's, else the global ones.")
    ] = None
    timeout: Seconds = None


class ListProposals(Params, frozen=True):
    """`dream.list`."""

    status: Annotated[
        Standing | None, Meta(description="Only those that are so. Null: all of them.")
    ] = "waiting"
    limit: Limit = 50


class Apply(Params, frozen=True):
    """`dream.apply`: either ids or all."""

    ids: Annotated[tuple[str, ...], Meta(description="Proposed merges, by id or prefix.")] = ()
    all: Annotated[bool, Meta(description="All merges that wait.")] = False
    session: Session = None


class Reject(Params, frozen=True):
    """`dream.reject`."""

    ids: Annotated[tuple[str, ...], Meta(description="All of them are rejected, or none.")]
    session: Session = None


class EditProposal(Params, frozen=True):
    """`dream.edit`."""

    id: ProposalId
    text: Annotated[str, Meta(description="It must keep the values of the notes.")]
    session: Session = None


class Settle(Params, frozen=True):
    """`dream.settle`."""

    id: ProposalId
    keep: Annotated[Keep, Meta(description="Which of the two notes holds, in their order.")]
    session: Session = None


class StatusOf(Params, frozen=True):
    """`dream.status`."""

    limit: Annotated[int, Meta(description="How many cycles, 1 to 1,000.")] = 10


class UndoCycle(Params, frozen=True):
    """`dream.undo`."""

    cycle: Annotated[
        CycleId | None, Meta(description="Null: the last cycle that changed notes here.")
    ] = None
    session: Session = None


class Audit(Params, frozen=True):
    """`dream.audit`."""

    id: Annotated[
        str | None, Meta(description="Only this note, or those that went in its favour.")
    ] = None
    cycle: Annotated[CycleId | None, Meta(description="Only what this cycle removed.")] = None
    limit: Limit = 50


class Proposals(Value, frozen=True):
    """Proposals with their notes, newest first."""

    proposals: tuple[Suggestion, ...]


class OneProposal(Value, frozen=True):
    """A proposal as it stands now."""

    proposal: Suggestion


class Rejected(Value, frozen=True):
    """Proposals that were rejected, as they stand now."""

    rejected: tuple[Suggestion, ...]


class Removed(Value, frozen=True):
    """Notes that cycles took away, newest first."""

    superseded: tuple[Superseded, ...]
