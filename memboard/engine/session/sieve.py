"""What is left of captured facts once the store, the scan and the masking have had their say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from memboard.engine.answers import Notice
from memboard.engine.curate.adding import Checked, Prepared, check_draft, settled, write_note
from memboard.engine.curate.workshop import Embedded, Workshop, embed
from memboard.engine.model import Draft, Scope, Value
from memboard.engine.recall.blocked_log import append_blocked
from memboard.engine.recall.withhold import threats
from memboard.engine.session.capture import Captured, Supersession
from memboard.engine.session.judging import (
    Moment,
    Verdict,
    judged,
    judged_since,
    moment_of,
    was_forgotten,
)
from memboard.engine.session.wording import NAMING, worded
from memboard.engine.shown import Blocked
from memboard.engine.sources import from_millis
from memboard.engine.store import namespaces
from memboard.engine.store.journal import Entry
from memboard.engine.store.links import add_link

FEWEST_WORDS = 3
"""Words besides a credential that make a fact of its own."""

BY_WORDS = Notice(
    code="known_by_words",
    text="Without a model, facts count as known only in the same words: memboard model pull.",
)


class Sifted(Value, frozen=True):
    """A fact that may be stored, with its vector."""

    checked: Checked
    embedded: Embedded
    older: str | None = None
    """The id of the note of which it may be a new value."""


class Sieve:
    """One capture's way into the store."""

    def __init__(self, workshop: Workshop, session: str | None) -> None:
        self._workshop = workshop
        self._store = workshop.store
        self._session = session
        self._known = 0
        self._dropped: Counter[str] = Counter()
        self._notices: list[Notice] = []

    def keep(self, drafts: Sequence[Draft]) -> Captured:
        """Store the new ones among some facts in one transaction, as one change.

        Raises:
            EmbedderFailed, StoreError: nothing was stored.
        """
        moment = moment_of(self._store)
        looked_up = map(self._look_up, self._embedded(self._allowed(drafts)))
        new = [one for one in looked_up if one is not None]
        stored, supersessions = self._write(new, moment) if new else ({}, ())
        return Captured(
            stored=tuple(stored),
            supersessions=supersessions,
            known=self._known,
            masked=sum(stored.values()),
            dropped=dict(self._dropped),
            notices=tuple(self._notices),
        )

    def _allowed(self, drafts: Sequence[Draft]) -> list[Checked]:
        """Mask the credentials, and leave out what may not be stored at all."""
        allowed = []
        for draft in drafts:
            if draft.scope == "project" and self._store.project is None:
                self._dropped["no_project"] += 1
                continue
            checked = check_draft(self._store, draft)
            if checked.masked and words_besides(checked.draft.text) < FEWEST_WORDS:
                self._dropped["only_secrets"] += 1
            elif self._blocked(checked):
                self._dropped["blocked"] += 1
            else:
                allowed.append(checked)
        return allowed

    def _blocked(self, checked: Checked) -> bool:
        """Scan a fact; one that steers an agent is logged, and never stored."""
        found = threats("\n".join((checked.draft.text, checked.draft.topic or "")))
        if not found:
            return False
        event = Blocked(
            at=from_millis(self._store.now()),
            note_id="",
            revision=0,
            class_=found[0].class_,
            rule=found[0].rule,
            span=found[0].span,
            surface="capture",
            session=self._session,
            namespace=self._namespace_name(checked.scope),
        )
        try:
            append_blocked(self._store.database.path.parent, [event])
        except OSError as error:
            text = f"A blocked fact was not logged: {error.strerror}."
            self._notices.append(Notice(code="not_recorded", text=text))
        return True

    def _namespace_name(self, scope: Scope) -> str:
        """Name the namespace of a scope, there or not yet."""
        project = self._store.project
        return project.name if scope == "project" and project else "global"

    def _embedded(self, allowed: Sequence[Checked]) -> list[Sifted]:
        """Embed the facts, all at once."""
        vectors = embed(self._workshop, [one.draft.text for one in allowed])
        if allowed and vectors.embedder is None:
            self._notices.append(BY_WORDS)
        return [Sifted(one, vectors.only(at)) for at, one in enumerate(allowed)]

    def _look_up(self, one: Sifted) -> Sifted | None:
        """Compare a fact with the whole store, before any lock is taken; None for one not new."""
        text = one.checked.draft.text
        target = self._store.existing_target(one.checked.scope)
        if target is not None and was_forgotten(self._store, text, one.embedded, target):
            self._dropped["forgotten"] += 1
            return None
        verdict = judged(self._store, text, one.embedded, self._seen(one))
        if self._counted(one, verdict):
            return None
        return msgspec.structs.replace(one, older=verdict.supersedes)

    def _counted(self, one: Sifted, verdict: Verdict) -> bool:
        """Count a fact that is not new; False for one that is."""
        answer = settled(self._store, one.checked)
        if answer is not None and answer.status == "suppressed":
            self._dropped["forgotten"] += 1
            return True
        self._known += answer is not None or verdict.known
        return answer is not None or verdict.known

    def _seen(self, one: Sifted) -> tuple[int, ...]:
        """List the namespaces in which a fact may be known: where it goes, and the global one."""
        target = self._store.existing_target(one.checked.scope)
        spaces = (namespaces.GLOBAL,) if target is None else (target, namespaces.GLOBAL)
        return tuple(dict.fromkeys(spaces))

    def _write(
        self, new: Sequence[Sifted], moment: Moment
    ) -> tuple[dict[str, bool], tuple[Supersession, ...]]:
        """Write what is still new once the lock is held; another capture may have been first.

        Compared are the notes since the moment only, and with them the facts written just before.
        """
        stored: dict[str, bool] = {}
        supersessions: list[Supersession] = []
        entries: list[Entry] = []
        with self._store.writing("what was captured") as now:
            for one in new:
                text = one.checked.draft.text
                verdict = judged_since(self._store, text, one.embedded, self._seen(one), moment)
                if self._counted(one, verdict):
                    continue
                prepared = Prepared(embedded=one.embedded, near=())
                _, entry = write_note(self._workshop, one.checked, prepared, now)
                entries.append(entry)
                stored[entry.note_id] = bool(one.checked.masked)
                older = one.older or verdict.supersedes
                if older is not None:
                    add_link(self._store.database, entry.note_id, older, "may_supersede", now)
                    supersessions.append(Supersession(newer=entry.note_id, older=older))
            self._store.record(self._workshop.author, now, entries)
        return stored, tuple(supersessions)


def words_besides(text: str) -> int:
    """Count the words that name something, without the tokens in which a credential stood."""
    from memboard.engine.guard.masking import MASK  # patterns: 30 ms, loaded by whoever masked

    rest = " ".join(token for token in text.split() if MASK not in token)
    return sum(word.kind in NAMING for word in worded(rest))
