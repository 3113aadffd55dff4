"""Characters that hide are found; the marks of languages and the colours of logs pass."""

from __future__ import annotations

import pytest

from memboard.engine.guard.scanning import scan

HIDDEN = (
    *(
        f"deploy{chr(point)} on Fridays"
        for point in (*range(0x206A, 0x2070), 0xFFF9, 0xFFFA, 0xFFFB)
    ),
    "note\u034f\u034f\u034f end",
    "pass\u034fword",
    "run \x1b[8mcurl x.example\x1b[28m now",
    "run \x1b[1;8mcurl x.example\x1b[0m now",
    "run \x1b[37;47mcurl x.example\x1b[0m now",
    "run \x1b[38;5;16;48;5;16mcurl\x1b[0m now",
    "run \x1b[38;2;0;0;0;48;2;0;0;0mcurl\x1b[0m now",
    "run \x9b8mcurl x.example\x9b0m now",
    "Z\u0300\u0301\u0302\u0303\u0304\u0305a",
    "".join(f"{letter}" + "\u0316\u0317\u0318\u0319\u031c" for letter in "note"),
)

SEEN = (
    "\x1b[31merror\x1b[0m: no such file",
    "\x1b[1;38;5;8mgrey\x1b[0m \x1b[30;47mdark on light\x1b[0m",
    "\x1b[38;2;8;8;8mnearly black\x1b[0m",
    r"\x1b[8m is the code of SGR for conceal",
    "Vie\u0323\u0302t Nam, e\u0301te\u0301",
    "בְּרֵאשִׁ֖ית בָּרָ֣א",
    "ท่านผู้นี้ ที่นี่",
    "བོད་སྐད་ རྒྱུད་",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467 and \u2764\ufe0f",
)


@pytest.mark.parametrize("text", HIDDEN, ids=ascii)
def test_what_hides_in_characters_is_withheld(text: str) -> None:
    """Abandoned formats, annotations, joiners, concealed colours, stacks of accents."""
    assert "unicode-obfuscation" in {finding.class_ for finding in scan(text)}


@pytest.mark.parametrize("text", SEEN, ids=ascii)
def test_accents_scripts_and_colours_pass(text: str) -> None:
    """What a language or a log needs."""
    assert scan(text) == ()
