"""What tells without the patterns that a text holds no credential."""

from __future__ import annotations

import subprocess
import sys

import pytest

from memboard.engine.guard.credential_cues import may_hold_credential, without_secrets
from memboard.engine.guard.credentials import CREDENTIALS
from memboard.engine.guard.masking import mask_secrets


def test_no_credential_comes_without_a_cue() -> None:
    """What is looked for before the patterns are loaded has not drifted from them."""
    cues = {cue for credential in CREDENTIALS for cue in credential.cues}
    assert [cue for cue in cues if not may_hold_credential(cue)] == []


@pytest.mark.parametrize(
    "text", [text for one in CREDENTIALS for text in (*one.catches, *one.passes)] + ["make test"]
)
def test_masking_with_a_look_before_masks_the_same(text: str) -> None:
    """The look spares the patterns, and nothing else."""
    assert without_secrets(f"run {text} now") == mask_secrets(f"run {text} now").text


def test_a_text_without_a_cue_loads_no_patterns() -> None:
    """A hook that logs `make` has no time for them."""
    probe = (
        "import sys\n"
        "from memboard.engine.guard.credential_cues import without_secrets\n"
        "without_secrets(sys.argv[1])\n"
        "print('memboard.engine.guard.masking' in sys.modules)\n"
    )
    loaded = [
        subprocess.run(
            [sys.executable, "-c", probe, command], capture_output=True, text=True, check=True
        ).stdout.strip()
        for command in ("make -j4 all", "make API_KEY=9xLw2ZrB4nM7yPc3dHf6")
    ]
    assert loaded == ["False", "True"]
