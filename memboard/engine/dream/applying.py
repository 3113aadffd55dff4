"""Applies merges: one transaction in which all of it holds, or none of it happened.

The merged note is written first, then its originals are superseded: out of every index, kept in
the journal under the cycle, restorable like forgotten ones. The gate looks before the commit.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import msgspec

from memboard.engine.curate.workshop import Embedded, Workshop, embed
from memboard.engine.dream import gate, points, probing
from memboard.engine.dream.answers import Applied, Dropped
from memboard.engine.dream.claiming import end_cycle
from memboard.engine.dream.fitting import Fitting, Refused, Unfit, fitted, refuse_unsound
from memboard.engine.dream.gate import Made, Picture
from memboard.engine.dream.probing import Probe
from memboard.engine.dream.superseding import supersede
from memboard.engine.dream.values import Merge
from memboard.engine.errors import Conflict, InvalidNote, StoreError
from memboard.engine.limits import checked_text
from memboard.engine.model import Value
from memboard.engine.store import cycles, recovery
from memboard.engine.store.cycles import Statistics
from memboard.engine.store.notes import count_of
from memboard.engine.store.store import Store

NOTHING_ASKED = Statistics()
Done = Callable[[Sequence[Merge], int], None]
"""Told inside the transaction which merges are applied, and when; it may write what depends on
them."""


class Work(Value, frozen=True):
    """All that is at hand before the transaction."""

    workshop: Workshop
    namespace: int
    cycle: str
    merges: tuple[Merge, ...]
    embedded: Embedded
    probes: tuple[Probe, ...]
    written: frozenset[bytes]
    asked: Statistics
    done: Done

    @property
    def store(self) -> Store:
        """The store."""
        return self.workshop.store


class Missed(Exception):
    """Some merges failed their probes: all is rolled back, and tried without them."""

    def __init__(self, places: set[int]) -> None:
        super().__init__(places)
        self.places = places


def nothing_more(_: Sequence[Merge], __: int) -> None:
    """Write nothing that depends on the merges."""


def apply_merges(
    workshop: Workshop,
    namespace: int,
    merges: Sequence[Merge],
    cycle: str,
    *,
    written: Collection[bytes] = (),
    asked: Statistics = NOTHING_ASKED,
    done: Done = nothing_more,
) -> Applied:
    """Apply merges under a cycle that was claimed, and end it: all that fit, or nothing.

    Args:
        workshop: the tools; its author is who applies.
        namespace: the one namespace whose notes may change.
        merges: what a proposal came to; looked at again here.
        cycle: the id that `claim` gave.
        written: digests of the merges whose text a person wrote or changed.
        asked: what the same cycle came to before, to be kept with its figures.
        done: told inside the transaction what is applied.

    Raises:
        Conflict: the cycle was taken over meanwhile; nothing was changed.
        EmbedderFailed, StoreBusy, StoreFull, StoreReadOnly: nothing was changed.
    """
    store = workshop.store
    try:
        refuse_unsound(merges, written)
        if namespace not in store.namespaces():
            raise Refused("Its notes are of another project.")
        make_recovery_point(store, cycle)
        work = Work(
            workshop=workshop,
            namespace=namespace,
            cycle=cycle,
            merges=tuple(merges),
            embedded=embed(workshop, texts_of(merges)),
            probes=tuple(probing.record_probes(store, workshop.embedder, namespace, merges)),
            written=frozenset(written),
            asked=asked,
            done=done,
        )
        applied = attempt(work)
    except Refused as refused:
        return rejected(store, namespace, merges, cycle, refused.reason, asked)
    points.reach("committed")
    recovery.tidy(store.database.path)
    points.reach("tidied")
    return applied


def texts_of(merges: Sequence[Merge]) -> list[str]:
    """Give the merged texts as they would be stored, or raise Refused."""
    try:
        return [checked_text(merge.text) for merge in merges]
    except InvalidNote as error:
        raise Refused(f"A merged text cannot be stored: {error.message}") from error


def make_recovery_point(store: Store, cycle: str) -> None:
    """Copy the store, trust the copy once it is checked, and note it; else refuse the cycle."""
    try:
        staged = recovery.begin_copy(store.database.path, cycle)
        points.reach("copied")
        name = recovery.trust(staged)
    except StoreError as error:
        raise Refused(error.message) from error
    except OSError as error:
        raise Refused(f"No recovery point was made: {error}.") from error
    with store.writing("the recovery point"):
        cycles.keep_recovery(store.database, cycle, name)
    points.reach("trusted")


def attempt(work: Work) -> Applied:
    """Try all merges, then without those whose probes fail, until it holds or none is left."""
    failed: dict[int, str] = {}
    while True:
        try:
            return attempt_once(work, failed)
        except Missed as missed:
            failed |= dict.fromkeys(missed.places, "What found its originals would not find it.")


def attempt_once(work: Work, failed: dict[int, str]) -> Applied:
    """Run the transaction once."""
    store = work.store
    with store.writing("the cycle") as now:
        refuse_taken_over(store, work.cycle)
        before = gate.picture(store.database)
        points.reach("begun")
        fitting, unfit = fit(work, failed)
        already = cycles.superseded_in(store.database, work.cycle)
        room = gate.allowed(before.count(work.namespace) + already) - already
        made = supersede(
            work.workshop, work.namespace, work.cycle, fitting, work.embedded, work.written, now
        )
        problems = gate.misses(store, work.namespace, before, list(made.values()), room)
        if problems:
            raise Refused(problems[0])
        answers = {at: one.id for at, one in made.items()}
        missed = probing.unanswered(store, work.namespace, work.probes, answers)
        if missed:
            raise Missed(missed)
        applied = summed(work, before, made, unfit, room)
        cycles.keep_before(store.database, work.cycle, before.fingerprint)
        cycles.end(store.database, work.cycle, "applied", now, statistics=applied.statistics)
        work.done([one.fitting.merge for one in made.values()], now)
        points.reach("gated")
    return applied


def refuse_taken_over(store: Store, cycle: str) -> None:
    """Raise Conflict where this cycle does not hold the lock any more."""
    running = cycles.running(store.database)
    if running is None or running.id != cycle:
        raise Conflict(
            f"The cycle {cycle} was ended by somebody else; nothing was changed.",
            hint="memboard dream status shows by whom.",
        )


def fit(work: Work, failed: dict[int, str]) -> tuple[dict[int, Fitting], dict[int, str]]:
    """Look at each merge again; gives those that fit, and why the others do not."""
    fitting: dict[int, Fitting] = {}
    unfit = dict(failed)
    for at, merge in enumerate(work.merges):
        if at in unfit:
            continue
        try:
            own = merge.digest in work.written
            fitting[at] = fitted(work.store, work.namespace, merge, written=own)
        except Unfit as error:
            unfit[at] = error.reason
    if not fitting:
        raise Refused(next(iter(unfit.values()), "There is nothing to merge."))
    texts = [one.digest for one in fitting.values()]
    if len(set(texts)) < len(texts):
        raise Refused("Two merges say the same.")
    return fitting, unfit


def summed(
    work: Work, before: Picture, made: dict[int, Made], unfit: dict[int, str], room: int
) -> Applied:
    """Say what was done."""
    gone = tuple(row.id for one in made.values() for row in one.fitting.rows)
    count = before.count(work.namespace)
    return Applied(
        cycle=work.cycle,
        merged=tuple(one.id for one in made.values()),
        superseded=gone,
        dropped=tuple(
            Dropped(tuple(member.id for member in work.merges[at].members), reason)
            for at, reason in sorted(unfit.items())
        ),
        statistics=msgspec.structs.replace(
            work.asked,
            notes_before=count,
            notes_after=count - len(gone) + len(made),
            proposed=len(work.merges),
            merged=len(made),
            superseded=len(gone),
            allowed=room,
            probes=len(work.probes),
            dropped=len(unfit),
        ),
    )


def rejected(
    store: Store,
    namespace: int,
    merges: Sequence[Merge],
    cycle: str,
    reason: str,
    asked: Statistics,
) -> Applied:
    """Keep why a cycle was rejected; its changes were rolled back before."""
    points.reach("rejecting")
    count = count_of(store.database, namespace)
    statistics = msgspec.structs.replace(
        asked,
        notes_before=count,
        notes_after=count,
        proposed=len(merges),
        allowed=gate.allowed(count),
        dropped=len(merges),
    )
    end_cycle(store, cycle, "rejected", reason, statistics)
    recovery.tidy(store.database.path)
    return Applied(cycle=cycle, rejected=reason, statistics=statistics)
