"""Masking: no credential reaches the store, the index or the embedder."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable

from memboard.engine.guard.credentials import CREDENTIALS, Credential
from memboard.engine.guard.finding import Masked, SecretFinding

MASK = "••••"
"""What stands in place of a secret; no credential's alphabet holds it."""

_STAND_IN = re.compile(
    r"example|your|my[_-]|placeholder|changeme|change[_-]me|dummy|fake|sample|redacted|todo|insert"
    r"|replace|sanitized|<|>|\$\{?\w|\{\{|%\w{1,20}%|\*{3}|\.\.\.|…|•",
    re.IGNORECASE,
)
"""What only a stand-in for a credential holds."""

_PLAIN_PASSWORDS = frozenset(
    [
        "password",
        "pass",
        "passwd",
        "secret",
        "user",
        "username",
        "postgres",
        "mysql",
        "root",
        "admin",
        "guest",
        "test",
        "token",
        "pwd",
        "mypassword",
        "minioadmin",
        "rabbitmq",
        "redis",
        "mongo",
        "elastic",
        "foo",
        "bar",
        "baz",
        "hunter2",
        "passw0rd",
        "password123",
        "db",
    ]
)
"""Words that tutorials put where a password goes."""

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)

_MIN_BITS = 3.0
"""Shannon entropy in bits a character that a judged value must have; English words have 2 to 3."""


def mask_secrets(text: str) -> Masked:
    """The text with every credential-shaped value masked, and what was found, in order.

    A recognisable prefix stays. Placeholders, mentions, hashes and ids stay whole. Masking a
    masked text changes nothing. Linear in the length of the text.
    """
    found = _apart(
        hit
        for credential in CREDENTIALS
        if _may_hold(text, credential)
        for hit in _hits(text, credential)
    )
    out, done = [], 0
    for start, end, keep, _ in found:
        out += [text[done:start], keep, MASK]
        done = end
    if not found:
        return Masked(text)
    return Masked(
        "".join((*out, text[done:])),
        tuple(SecretFinding(kind, (start, end)) for start, end, _, kind in found),
    )


_Hit = tuple[int, int, str, str]
"""Start, end, what stays readable, kind."""


def _may_hold(text: str, credential: Credential) -> bool:
    """Whether a text can hold a credential of this format."""
    return any(cue in text for cue in credential.cues)


def _hits(text: str, credential: Credential) -> list[_Hit]:
    """Where a format occurs with a value that is not a stand-in."""
    hits = []
    for match in credential.pattern.finditer(text):
        if _is_real(match["secret"], match.groupdict().get("keep") or "", judged=credential.judged):
            start, end = match.span("secret")
            hits.append((start, end, match.groupdict().get("keep") or "", credential.kind))
    return hits


def _apart(hits: Iterable[_Hit]) -> list[_Hit]:
    """Hits in order of place; those that overlap become one, under the kind that begins first."""
    kept: list[_Hit] = []
    for hit in sorted(hits, key=lambda hit: hit[0]):
        if kept and hit[0] < kept[-1][1]:
            start, end, keep, kind = kept[-1]
            kept[-1] = (start, max(end, hit[1]), keep, kind)
        else:
            kept.append(hit)
    return kept


def _is_real(value: str, keep: str, *, judged: bool) -> bool:
    """Whether a value is a credential rather than a stand-in for one."""
    rest = value[len(keep) :]
    if _STAND_IN.search(value) or _is_monotonous(rest):
        return False
    if rest.lower().strip("[]()") in _PLAIN_PASSWORDS:
        return False
    return not judged or _looks_random(rest)


def _is_monotonous(value: str) -> bool:
    """Whether a value ends in filling, such as xxxx or 0000."""
    return len(set(value[-12:])) < 4


def _looks_random(value: str) -> bool:
    """Whether a value that only its name gives away is a secret: mixed, and not a path or an id."""
    variety = len({_kind(letter) for letter in value})
    if not any(map(str.isdigit, value)) or not any(map(str.isalpha, value)):
        return False
    if _UUID.fullmatch(value) or value.count("/") > 1 or "://" in value or variety < 2:
        return False
    return (variety > 2 or len(value) >= 16) and _entropy(value) >= _MIN_BITS


def _kind(letter: str) -> str:
    """Lower, upper, digit or sign."""
    if letter.isdigit():
        return "digit"
    if not letter.isalpha():
        return "sign"
    return "upper" if letter.isupper() else "lower"


def _entropy(value: str) -> float:
    """Shannon's entropy in bits a character, -Σ p·log₂p over the characters' shares."""
    shares = [count / len(value) for count in Counter(value).values()]
    return -sum(share * math.log2(share) for share in shares)
