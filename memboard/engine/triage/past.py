"""Plans whose day is over."""

from __future__ import annotations

import re

from memboard.engine.sources import from_millis
from memboard.engine.triage.dates import VAGUE, days_named, vague_words
from memboard.engine.triage.looked import Looked
from memboard.engine.triage.sentences import sentences, share
from memboard.engine.triage.values import SuspectReason

GRACE_DAYS = 7
"""What is over for so long is past everywhere."""
WEIGHT = 0.6
"""Of a note that is about nothing else."""

_PLAN = re.compile(
    r"\b(?:until|till|by|before|due|deadline|expires?|expiry|ends?|will|shall|planned|scheduled|"
    r"upcoming|freeze|frozen|embargo|launch(?:es)?|sunset(?:s)?|starts?|begins?|going to|"
    r"meeting|demo|migration|cutover|maintenance|on holiday|on leave|away|out of office|eta|"
    r"temporar(?:y|ily)|targets?|targeted|ships?|valid|renew|reminder|remember to|todo|"
    r"end[ -]of[ -](?:life|support)|eol)\b",
    re.IGNORECASE,
)
"""Words of a sentence that looks ahead to a day."""
_HISTORY = re.compile(
    r"\b(?:since|ago|was|were|had|decided|agreed|introduced|released|created|updated|changed|"
    r"removed|deprecated|renamed|moved|switched|happened|incident|outage|copyright|reported|"
    r"measured|benchmarked|verified|tested|e\.g|example|format(?:ted)?)\b",
    re.IGNORECASE,
)
"""Words of one that looks back: it stays true when the day is over. Or gives an example."""


def past_date(note: Looked, now: int) -> SuspectReason | None:
    """Suspect a plan whose day is over for more than 7 days.

    A sentence counts that looks ahead to a day (`until`, `will`, `expires`, …) and not back
    (`since`, `decided`, …); its last day must be over. `tomorrow`, `next week` and their like
    count from the day on which the note was last changed.
    weight = 0.6 × the greater of a half and the share of such sentences.
    """
    today = from_millis(now).date().toordinal() - GRACE_DAYS
    written = from_millis(note.updated_at).date().toordinal()
    found = [over(one, today, written) for one in sentences(note.text)]
    if not any(found):
        return None
    weight = WEIGHT * max(0.5, share([one is not None for one in found]))
    text = next(one for one in found if one)
    return SuspectReason(code="past_date", text=text, weight=round(weight, 2))


def over(sentence: str, today: int, written: int) -> str | None:
    """Say which day of a plan is over; None where there is none, or another is still to come."""
    if _HISTORY.search(sentence):
        return None
    days = list(days_named(sentence)) if _PLAN.search(sentence) else []
    if days:
        last = max(days)
        return f"about {last.isoformat()}, which is over" if last.toordinal() < today else None
    for said in vague_words(sentence):
        if written + VAGUE[said] < today:
            return f'says "{said}", and was written {today + GRACE_DAYS - written:,} days ago'
    return None
