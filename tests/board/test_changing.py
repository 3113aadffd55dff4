"""Every action is one key and one undo."""

from __future__ import annotations

import pytest

from memboard.engine import Note
from tests.board.driving import World, driving

STAGING = "Staging Postgres listens on 5432; ops/tunnel.sh maps it to localhost"


def state(world: World) -> list[Note]:
    """Read all notes, without the times that every change moves."""
    with world.open() as memory:
        notes = memory.recent(100).notes
    return sorted(notes, key=lambda note: note.id)


def lasting(notes: list[Note]) -> list[tuple[object, ...]]:
    """Give what an undo must bring back."""
    return [
        (note.id, note.text, note.scope, note.topic, note.tags, note.importance, note.pinned)
        for note in notes
    ]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (("d",), "Forgot 1 note. u takes it back."),
        (("space", "space", "d"), "Forgot 2 notes. u takes it back."),
        (("V", "d"), "Forgot 8 notes. u takes it back."),
        (("p",), "Pinned."),
        (("V", "p"), "Pinned 8 notes."),
        (("s",), "Now global."),
        (("t", *"+new -q", "enter"), "Tagged 1 note +new -q."),
        (("V", "t", *"brest", "enter"), "Tagged 8 notes +brest."),
        (("i", *"0.9", "enter"), "1 note: importance 0.9."),
        (("v", "j", "j", "i", *"0.2", "enter"), "3 notes: importance 0.2."),
        (("E",), ""),
    ],
)
async def test_one_undo_brings_back_what_one_key_changed(
    world: World, keys: tuple[str, ...], said: str
) -> None:
    """Whatever the key did, and to however many notes."""
    world.edited = " changed"
    before = lasting(state(world))
    async with driving(world) as driver:
        await driver.press(*("space" if key == " " else key for key in keys))
        assert said in driver.said
        assert lasting(state(world)) != before
        await driver.press("u")
        assert lasting(state(world)) == before
        await driver.press("ctrl+r")
        assert lasting(state(world)) != before


async def test_undo_never_touches_what_an_agent_did(world: World) -> None:
    """The eight notes were an agent's; there is nothing of mine to take back."""
    async with driving(world) as driver:
        await driver.press("u")
        assert "Nothing of yours to take back." in driver.said
    assert len(world.texts()) == 8


async def test_undo_walks_back_one_change_a_press_also_across_restarts(world: World) -> None:
    """Two forgets, a restart, two undos."""
    async with driving(world) as driver:
        await driver.press("d", "d")
    assert len(world.texts()) == 6
    async with driving(world) as driver:
        await driver.press("u")
        assert len(driver.board.pane.roster.keys) == 7
        await driver.press("u")
        assert len(driver.board.pane.roster.keys) == 8


async def test_a_count_before_undo_takes_back_that_many(world: World) -> None:
    """`02u`."""
    async with driving(world) as driver:
        await driver.press("d", "d", "0", "2", "u")
    assert len(world.texts()) == 8


async def test_forgetting_puts_the_cursor_on_the_next_row_and_undo_back(world: World) -> None:
    """A row taken out by mistake is under the cursor again."""
    async with driving(world) as driver:
        await driver.press("j", "d")
        assert driver.note_text.startswith("The demo API")
        await driver.press("u")
        assert driver.note_text.startswith("Run `make seed`")


async def test_a_held_d_costs_one_note(world: World) -> None:
    """Repeats faster than 80 ms are one press."""
    async with driving(world, monotonic=lambda: 5.0) as driver:
        await driver.pilot.press("d", "d", "d", "d")
        await driver.settle()
    assert len(world.texts()) == 7


async def test_marks_are_used_up_by_an_action(world: World) -> None:
    """What was marked is unmarked once it was acted on."""
    async with driving(world) as driver:
        await driver.press("space", "space", "p")
        assert driver.board.pane.roster.marks == set()


async def test_marks_that_a_filter_hides_are_left_alone(world: World) -> None:
    """Two marked, one of them shown: one is forgotten, and the footer says so before."""
    async with driving(world, size=(160, 36)) as driver:
        await driver.press("space", "space", "f", *"seed", "enter")
        assert "Forget 1, 1 hidden stays" in driver.screen_text()
        await driver.press("d")
        assert [text for text in world.texts() if "seed" in text] == []
        assert STAGING in world.texts()
        assert driver.board.pane.roster.hidden_marks() == 1


async def test_repeat_does_the_last_change_to_another_row(world: World) -> None:
    """`t` urgent, then `.` one row down."""
    async with driving(world) as driver:
        await driver.press("t", *"urgent", "enter", "j", ".")
    tagged = [note for note in state(world) if "urgent" in note.tags]
    assert len(tagged) == 2


async def test_pinning_marked_rows_pins_all_and_then_unpins_all(world: World) -> None:
    """A mixed choice is pinned; one that is pinned throughout is unpinned."""
    async with driving(world) as driver:
        await driver.press("V", "p")
        assert all(note.pinned for note in state(world))
        await driver.press("V", "p")
        assert not any(note.pinned for note in state(world))


async def test_purge_asks_and_enter_keeps(world: World) -> None:
    """The focus is on Keep, and the key that asked does not answer."""
    async with driving(world) as driver:
        await driver.press("D")
        assert "Purge 1 note for good?" in driver.screen_text()
        await driver.press("D", "D")
        await driver.press("enter")
    assert len(world.texts()) == 8


@pytest.mark.parametrize("key", ["escape", "n", "q"])
async def test_leaving_the_question_keeps(world: World, key: str) -> None:
    """Whatever leaves it, nothing is done."""
    async with driving(world) as driver:
        await driver.press("D", key)
    assert len(world.texts()) == 8


async def test_copy_takes_the_raw_text(empty_world: World) -> None:
    """What is drawn as a sign is copied as it is."""
    raw = "key \x1b[31m and \u202egnp"
    empty_world.fill([(raw, {})])
    async with driving(empty_world) as driver:
        await driver.press("y")
        assert driver.said == "Copied."
    assert empty_world.copied == [raw]


async def test_without_a_clipboard_the_terminal_copies(world: World) -> None:
    """OSC 52 it is, and the toast says so."""
    world.has_clipboard = False
    async with driving(world) as driver:
        await driver.press("Y")
        assert driver.said == "Copied through the terminal."
        note = driver.board.pane.note
        assert note is not None
        assert driver.app.clipboard == note.id


async def test_my_last_ten_changes_are_listed_and_one_is_taken_back(world: World) -> None:
    """`U`, the second row, `enter`."""
    async with driving(world) as driver:
        await driver.press("p", "j", "d", "U")
        text = driver.screen_text()
        assert "forgot" in text
        assert "pinned" in text
        await driver.press("j", "enter")
    assert not any(note.pinned and note.scope == "project" for note in state(world))
    assert len(world.texts()) == 7


async def test_a_bad_importance_changes_nothing_and_says_why(world: World) -> None:
    """Between 0 and 1, or not at all."""
    async with driving(world) as driver:
        await driver.press("i", "7", "enter")
        assert "between 0 and 1" in driver.said


async def test_sample_notes_fill_an_empty_board(empty_world: World) -> None:
    """The first run offers them; one undo takes them out."""

    def samples(memory: object) -> int:
        memory.add("A sample")  # type: ignore[attr-defined]
        return 1

    async with driving(empty_world, samples=samples) as driver:
        assert "L loads sample notes" in driver.screen_text()
        await driver.press("L")
        assert driver.said == "Loaded 1 sample note. u takes it back."
        assert len(driver.board.pane.roster.keys) == 1
