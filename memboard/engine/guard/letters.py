"""Letters that look like others: what each stands for, and which words are worth unmasking."""

from __future__ import annotations

_FOREIGN = {
    "Cyrillic": (
        "аеорсухіѕјһԁԛԝѵүьгкАВЕКМНОРСТУХІЅЈЬҮԚԜ",
        "aeopcyxisjhdqwvybrkABEKMHOPCTYXISJbYQW",
    ),
    "Greek": ("αονρικυωχγϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aovpikuwxycjABEZHIKMNOPTYX"),
    "Armenian": ("ոսհօցզյ", "nuhogqj"),
    "Cherokee and Coptic": ("ᎪᏴᏟᎬᎻᏦᏞᎷᎾᏢᎡᏚᎢᏙᏔᏃⲅⲟⲣⲥ", "ABCEHKLMOPRSTVWZropc"),
}
"""Letters of other scripts beside the Latin ones they are mistaken for."""

FOREIGN = {
    ord(odd): plain
    for odds, plains in _FOREIGN.values()
    for odd, plain in zip(odds, plains, strict=True)
}
"""Code point of a look-alike from another script to its Latin letter."""

LATIN = {
    ord(odd): plain
    for odd, plain in zip(
        "ıɩɡɑᴢᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏƨɐøłđ", "iigazabcdeghijklmnoprstuvwysaold", strict=True
    )
}
"""Latin letters that stand for others. They are real letters of real languages (Turkish, IPA)."""

LEET = {ord(odd): plain for odd, plain in zip("0134578@$", "oieastbas", strict=True)}
"""Digits and signs that stand for letters."""

ATTACK_WORDS = frozenset(
    [
        "admin",
        "assistant",
        "bypass",
        "credential",
        "credentials",
        "developer",
        "directions",
        "directive",
        "directives",
        "disable",
        "disclose",
        "disregard",
        "execute",
        "exfiltrate",
        "filter",
        "filters",
        "following",
        "forget",
        "guideline",
        "guidelines",
        "hidden",
        "ignore",
        "instruction",
        "instructions",
        "jailbreak",
        "override",
        "password",
        "passwords",
        "policies",
        "policy",
        "previous",
        "prior",
        "prompt",
        "prompts",
        "restriction",
        "restrictions",
        "reveal",
        "rules",
        "safety",
        "secret",
        "secrets",
        "system",
        "unfiltered",
        "unrestricted",
        "uncensored",
    ]
)
"""Words that an attack needs and hides; only these are read through digits and Latin look-alikes,
since `h4x0r`, `b1` and Turkish `kapı` are words in their own right."""
