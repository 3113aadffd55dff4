"""Capture: what is worth keeping of a conversation, asked of a cheap model at its boundaries.

The answer is untrusted. What is left of it after the schema, the masking of credentials, the scan
and the comparison with what is known, goes into the store as one change that can be undone. No
failure is an error: the result says why nothing was stored.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from memboard.engine.answers import Notice
from memboard.engine.curate.workshop import Workshop
from memboard.engine.errors import Cancelled, CheapQueryFailed, MemboardError
from memboard.engine.model import Draft, Trigger, Value
from memboard.engine.session.cheap import CheapQuery

if TYPE_CHECKING:
    from memboard.engine.session.facts import Fact

SHORTEST_TALK = 40
"""Characters of a conversation that is worth a question, white space left out."""
MAX_ANSWER = 16_000
"""Characters that an answer may have; twelve facts need a third of it."""


class Supersession(Value, frozen=True):
    """Two notes of which the newer may be the present value of the older."""

    newer: str
    older: str


class Captured(Value, frozen=True):
    """What became of a conversation at its boundary."""

    stored: tuple[str, ...] = ()
    """Ids of the new notes."""
    supersessions: tuple[Supersession, ...] = ()
    """New notes that may replace older ones; both are kept."""
    known: int = 0
    """Facts that were known already."""
    masked: int = 0
    """New notes in which credentials were masked."""
    dropped: dict[str, int] = msgspec.field(default_factory=dict)
    """Facts that were left out, by reason: not_a_fact, empty, too_long, unreadable, beyond_12,
    no_project, only_secrets, blocked, forgotten."""
    asked: str | None = None
    """Who was asked; None where nobody was."""
    reason: str | None = None
    """Why nobody was asked, or the answer could not be used; None where all went well."""
    notices: tuple[Notice, ...] = ()


def capture(
    workshop: Workshop,
    query: CheapQuery,
    talk: str,
    *,
    trigger: Trigger,
    session: str | None,
    host: str | None,
    timeout: float = 30.0,
) -> Captured:
    """Ask once which facts of a conversation to keep, and store those that are new.

    Args:
        workshop: the store's tools.
        query: who is asked.
        talk: the conversation, without anything that memboard or a program put into it.
        trigger: capture:shutdown or capture:before_compact.
        session: the host's session id.
        host: the host's name.
        timeout: seconds for the answer.

    Raises:
        Cancelled: whoever called no longer wants to wait; nothing was stored.
    """
    if len("".join(talk.split())) < SHORTEST_TALK:
        return Captured(reason="too little was said to be worth a question")
    from memboard.engine.session.distilling import question_of  # 10 ms with what follows
    from memboard.engine.session.facts import facts_in
    from memboard.engine.session.sieve import Sieve

    store = workshop.store
    question = question_of(talk, store.entropy, in_project=store.project is not None)
    reply, failure = answer_of(query, question, timeout)
    if failure is not None:
        return Captured(asked=query.name, reason=failure)
    facts = facts_in(reply)
    drafts = [draft_of(fact, trigger, session, host) for fact in facts.facts]
    try:
        sieved = Sieve(workshop.as_session(session), session).keep(drafts)
    except Cancelled:
        raise
    except MemboardError as error:
        sieved = Captured(reason=f"nothing was stored: {error}")
    return msgspec.structs.replace(
        sieved,
        asked=query.name,
        dropped=dict(Counter(facts.dropped) + Counter(sieved.dropped)),
        reason=facts.reason or sieved.reason,
    )


def answer_of(
    query: CheapQuery, question: str, timeout: float, max_chars: int = MAX_ANSWER
) -> tuple[str, str | None]:
    """Ask; gives the answer, and why there is none."""
    try:
        reply = query.ask(question, max_chars=max_chars, timeout=timeout)
    except Cancelled:
        raise
    except CheapQueryFailed as error:
        return "", str(error)
    except Exception as error:  # a host's own code: whatever it raises, its session goes on
        return "", f"the cheap query failed: {type(error).__name__}"
    return (reply, None) if isinstance(reply, str) else ("", "the cheap query gave no text")


def draft_of(fact: Fact, trigger: Trigger, session: str | None, host: str | None) -> Draft:
    """Make a draft of a fact."""
    return Draft(
        text=fact.text,
        scope=fact.scope,
        topic=fact.topic,
        importance=fact.importance,
        trigger=trigger,
        session=session,
        host=host,
    )
