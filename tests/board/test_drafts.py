"""Drafts: what was written and not saved outlives the board, and nothing else does."""

from __future__ import annotations

import stat
from pathlib import Path

from tests.board.driving import World, driving


def draft_file(world: World) -> Path:
    """Where drafts are."""
    return world.home / "draft.json"


async def test_a_draft_is_there_again_after_a_restart(world: World) -> None:
    """For its owner only, with all its fields; saving it takes the file away."""
    async with driving(world) as driver:
        await driver.press("a", *"half a thought", "tab", *"db", "escape")
        assert driver.said == "Draft kept. a opens it again."
    assert stat.S_IMODE(draft_file(world).stat().st_mode) == 0o600
    async with driving(world) as driver:
        assert driver.said == "Draft kept from last time. a opens it again."
        await driver.press("a")
        assert driver.board.editor.area.text == "half a thought"
        assert driver.board.editor.tags.text == "db"
        await driver.press("ctrl+s")
    assert not draft_file(world).exists()
    assert "half a thought" in world.texts()


async def test_leaving_out_of_the_editor_keeps_the_draft(world: World) -> None:
    """`ctrl+q` in the midst of a word."""
    async with driving(world) as driver:
        note = driver.board.pane.note
        assert note is not None
        await driver.press("e", *"more", "ctrl+q")
    async with driving(world) as driver:
        assert driver.said == f"Draft kept from last time. e on {note.id} opens it again."
        await driver.press("e")
        assert driver.board.editor.area.text == f"{note.text}more"


async def test_a_draft_does_not_hide_a_change_that_came_later(world: World) -> None:
    """It is saved over the revision that it was written over, so the first save says so."""
    async with driving(world) as driver:
        note = driver.board.pane.note
        assert note is not None
        await driver.press("e", *"more", "escape")
    with world.open(actor="claude-code") as other:
        other.edit(note.id, text="Theirs")
    async with driving(world) as driver:
        await driver.press("e", "ctrl+s")
        assert driver.said.startswith("claude-code changed this meanwhile.")
    assert "Theirs" in world.texts()


async def test_a_draft_that_was_emptied_is_gone(world: World) -> None:
    """Nothing is offered that holds nothing."""
    async with driving(world) as driver:
        await driver.press("a", *"ab", "escape", "a", "backspace", "backspace", "escape")
    assert not draft_file(world).exists()


async def test_a_draft_belongs_to_its_project(world: World) -> None:
    """And a draft elsewhere stays where it is."""
    async with driving(world) as driver:
        await driver.press("a", *"half", "escape")
    other = draft_file(world).read_bytes().replace(b"tidepool", b"elsewhere")
    draft_file(world).write_bytes(other)
    async with driving(world) as driver:
        await driver.press("a")
        assert driver.board.editor.area.text == ""
        await driver.press(*"mine", "ctrl+s")
    assert draft_file(world).read_bytes() == other


async def test_a_purge_takes_the_draft_too(world: World) -> None:
    """Erased for good is erased for good."""
    async with driving(world) as driver:
        await driver.press("e", *"more", "escape")
        assert draft_file(world).exists()
        await driver.press("D", "y")
        assert driver.said.startswith("Purged")
    assert not draft_file(world).exists()


async def test_a_credential_is_masked_in_a_draft(world: World) -> None:
    """As in every note."""
    async with driving(world) as driver:
        await driver.press("a")
        driver.board.editor.area.text = "token ghp_k3JfQ9xLw2ZrB4nM7yPc3dHf6gJs1aEuVi0o"
        await driver.press("escape")
    assert b"k3JfQ9xLw2" not in draft_file(world).read_bytes()


async def test_a_damaged_file_of_drafts_is_no_trouble(world: World) -> None:
    """It holds none, and the next draft replaces it."""
    draft_file(world).write_bytes(b"{not json")
    async with driving(world) as driver:
        await driver.press("a", *"half", "escape")
    async with driving(world) as driver:
        await driver.press("a")
        assert driver.board.editor.area.text == "half"
