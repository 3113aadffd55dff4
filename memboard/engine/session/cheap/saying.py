"""What came back: an answer within its limits, or the reason why there is none."""

from __future__ import annotations

from memboard.engine.errors import CheapQueryFailed

MAX_SAID = 200
"""Characters of it that are told."""
READ = 2_000
"""Characters of it that are looked at."""
MARK = "••••"


def harmless(text: str, secret: str = "") -> str:
    """Give the first line that says something: printable, short, without credentials or orders.

    Args:
        text: what somebody else wrote.
        secret: a key that was sent along, and may come back.
    """
    from memboard.engine.guard.masking import mask_secrets  # patterns: 30 ms
    from memboard.engine.guard.scanning import scan  # 60 ms; and only after a failure

    lines = (printable(line) for line in text[:READ].splitlines())
    line = next((line for line in lines if line), "")
    if secret:
        line = line.replace(secret, MARK)
    line = mask_secrets(line).text
    if scan(line):
        return "what it says is withheld"
    return line if len(line) <= MAX_SAID else line[:MAX_SAID].rstrip() + "…"


def printable(line: str) -> str:
    """Put a blank in place of whatever a terminal would obey or hide."""
    return "".join(letter if letter.isprintable() else " " for letter in line).strip()


def checked_answer(who: str, answer: bytes | str, max_chars: int) -> str:
    """Give an answer as it came, if it is one.

    Raises:
        CheapQueryFailed: it is no UTF-8, is blank, or has too many characters.
    """
    try:
        text = answer if isinstance(answer, str) else answer.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CheapQueryFailed(f"{who} answered with something that is not UTF-8.") from error
    if len(text) > max_chars:
        raise too_long(who, max_chars)
    if not text.strip():
        raise CheapQueryFailed(f"{who} answered nothing.")
    return text


def too_long(who: str, max_chars: int) -> CheapQueryFailed:
    """Say that an answer is too long; no part of it is of use."""
    return CheapQueryFailed(f"{who} answered with more than {max_chars:,} characters.")
