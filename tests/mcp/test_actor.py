"""In whose name a client's changes stand in the journal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memboard.engine import Memory
from memboard.mcp.actor import MAX_ACTOR, actor_of

from .hosts import ERAS, connected

OpenStore = Callable[[str], Memory]


@pytest.mark.parametrize(
    ("name", "actor"),
    [
        ("claude-code", "claude-code"),
        ("Visual Studio Code", "Visual Studio Code"),
        (None, "agent"),
        ("", "agent"),
        (" \n\t ", "agent"),
        ("you", "agent"),
        (" YOU\n", "agent"),
        ("\x1b[31mred\x07", "[31mred"),
        ("evil\u202eliam", "evil liam"),
        ("y\u043eu", "y u"),
        ("x" * 9_000, "x" * MAX_ACTOR),
    ],
)
def test_a_name_is_bounded_printable_and_nobody_else_s(name: str | None, actor: str) -> None:
    """Only a person is `you`, and no look-alike passes for one."""
    assert actor_of(name) == actor


@pytest.mark.parametrize("era", ERAS)
async def test_changes_carry_the_client_s_name(
    open_store: OpenStore, person: Memory, era: str
) -> None:
    """From the handshake, or from the first request where there is none."""
    async with connected(open_store, era, name="codex-mcp-client") as tool:
        await tool.ask("add", text="a fact")
    assert [change.actor for change in person.history()] == ["codex-mcp-client"]
