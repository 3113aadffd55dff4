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

_JOINTS = "all any above now earlier your you are the must not everything before send upload"
"""Small words between those; read through digits too, for `a11` says nothing by itself."""

_SHAPES = {"1": "il!", "0": "o", "3": "e", "4": "a@", "5": "s$", "7": "t", "8": "b", "6": "g9"}

SPELT = {ord(sign): digit for digit, signs in _SHAPES.items() for sign in signs}
"""Small letters, and the digits and signs that stand for them, as one and the same digit."""

LEET = {word.translate(SPELT): word for word in sorted({*ATTACK_WORDS, *_JOINTS.split()})}
"""Words as `SPELT` writes them, beside the words: `a11`, `@ll` and `all` are one."""
