"""Texts that a program or a conversation left behind, and that state nothing."""

from __future__ import annotations

import re

from memboard.engine.session.talk import clean_said
from memboard.engine.session.wording import worded
from memboard.engine.triage.looked import Looked
from memboard.engine.triage.sentences import sentences, share
from memboard.engine.triage.values import SuspectReason

WEIGHT = 0.9
"""Of a note that is nothing else."""
FROM = 0.5
"""From this share of a note on it counts as plumbing."""

_TAG_LINE = re.compile(
    r"</?(?:antml:)?(?:system|tool|function|invoke|parameter|command|local-command|bash|user|task|"
    r"thinking|result|output|stdout|stderr|error|environment_context|ide)[\w:.-]{0,40}"
    r"(?: [^<>]{0,200})?/?>"
)
_FRAME = re.compile(
    r"Traceback \(most recent call last\)|File \"[^\"\n]{1,300}\", line \d+"
    r"|at (?:async |new )?[\w.$<>\[\]/ ]{1,200}\([^()\n]{1,300}:\d+(?::\d+)?\)\s*$"
    r"|at /?[^\s()]{1,300}:\d+:\d+\s*$|\.\.\. \d+ more\s*$"
    r"|goroutine \d+ \[|thread '[^'\n]{1,100}' panicked at|stack backtrace:\s*$"
    r"|Caused by: [\w.$]+(?:Exception|Error)\b|During handling of the above exception"
)
_OUTPUT = re.compile(
    r"@@ -\d+(?:,\d+)? \+\d+|diff --git a/|index [0-9a-f]{7,40}\.\.[0-9a-f]{7,40}"
    r"|[bcdlps-](?:[r-][w-][xsStT-]){3}[.+@]?\s+\d+|total \d+\s*$"
    r"|\d{1,6}(?:→|\t)|={5,}|-{5,}\s*$|(?:PASSED|FAILED|ERROR)\b.{0,200}(?:::|%\])"
    r"|(?:=+ )?\d+ (?:passed|failed)\b.{0,100} in [\d.]+m?s|Exit code:? \d+\s*$"
    r"|On branch \S+\s*$|nothing to commit, working tree clean|Your branch is "
    r"|(?:added|removed|changed) \d+ packages?\b|found \d+ vulnerabilit"
    r"|Successfully (?:installed|built) |Requirement already satisfied"
    r"|(?:DEBUG|INFO|WARN|WARNING|ERROR|TRACE)[: ]\s*\[|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d"
    r"|Process (?:exited|finished) with (?:exit )?code \d+|Tool (?:ran|use|result|call)\b"
    r"|(?:The file|File) \S{1,300} has been (?:updated|created|edited)"
)
_REPORT = re.compile(
    r"(?:(?:ok|okay|sure|great|perfect|done|good|excellent|alright|now|next|first|then|so|and)"
    r"[,!.:]? )?"
    r"(?:i(?:'ve| have) (?:now |also |just |successfully )?"
    r"(?:updated|added|fixed|created|removed|implemented|made|changed|written|run|checked|looked|"
    r"read|finished|completed|refactored|moved|renamed|verified|committed|pushed)\b"
    r"|i(?:'ll| will) (?:now |also |first |start |begin |go ahead|take a look|have a look|check |"
    r"look |read |run |try |update |fix |create |add |search )"
    r"|i(?:'m| am) (?:now |going to |about to |currently )"
    r"|let me (?:know|check|look|see|read|run|try|first|now|start|take|fix|update|search|also|"
    r"find|think|verify|examine|explore)\b"
    r"|let's (?:start by|take a look|see (?:if|what|how)|look at|begin|move on)\b"
    r"|(?:would|do|shall|should) (?:you|i) (?:like|want|go ahead|proceed)\b"
    r"|you(?:'re| are) (?:absolutely |completely )?right\b|(?:i )?apologi[sz]e\b"
    r"|as an ai\b|thanks?(?: you)?\b(?! to )|(?:looks|sounds) good\b|no problem\b|got it\b"
    r"|is there anything else\b|feel free to\b|hope this helps\b)",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"(?:here(?:'s| is| are) (?:the|a|an|your|my|what|how|some)\b"
    r"|(?:sure|great|perfect|done|okay|ok|certainly|of course|absolutely|excellent)"
    r"(?:[.!]|, (?:here|i|let|that|you|done|will do)\b)"
    r"|(?:in summary|to summari[sz]e|summary of (?:the )?changes)\b"
    r"|all (?:tests|checks) (?:are )?(?:now )?pass(?:ing|ed)?[.!]?\s*$)",
    re.IGNORECASE,
)


def plumbing(note: Looked, now: int) -> SuspectReason | None:  # noqa: ARG001 - as all reasons
    """Suspect what a host, a program or the talk of a session left in a note.

    weight = 0.9 × the greatest of these shares, from 0.5 on:
    the characters between tags of hosts; the lines that are a bare tag, a stack frame or output
    of a program; the sentences that report on a session's work, or that only open an answer and
    hold no number and no identifier.
    """
    lines = [bare for line in note.text.split("\n") if (bare := line.strip())]
    kinds = (
        (host_share(note.text), "put there by a host around a message"),
        (share([bool(_TAG_LINE.match(line)) for line in lines]), "tags of a transcript"),
        (share([bool(_FRAME.match(line)) for line in lines]), "frames of a stack trace"),
        (share([bool(_OUTPUT.match(line)) for line in lines]), "output of a program"),
        (share([is_chatter(one) for one in sentences(note.text)]), "talk of a session, no fact"),
    )
    most, text = max(kinds, key=lambda kind: kind[0])
    if most < FROM:
        return None
    return SuspectReason(code="plumbing", text=text, weight=round(WEIGHT * most, 2))


def host_share(text: str) -> float:
    """Give the share of a text that neither a person nor an assistant said."""
    return 1.0 - len(clean_said(text)) / len(text) if text else 0.0


def is_chatter(sentence: str) -> bool:
    """Tell whether a sentence is talk about the work at hand.

    A mere opening may go on to say something: `Here is the port: 5433`.
    """
    if _REPORT.match(sentence):
        return True
    if not _OPENING.match(sentence):
        return False
    return not any(word.kind in ("number", "name") for word in worded(sentence))
