"""The board is live: what another process writes appears, and nothing jumps."""

from __future__ import annotations

import datetime as dt
import threading

from memboard.board.tempo import AT_ONCE
from memboard.engine import Memory
from memboard.engine.errors import StoreBusy, StoreNewer
from tests.board.driving import NOON, Driver, World, driving


async def look(driver: Driver) -> None:
    """Let the board look at the store, as its timer does."""
    driver.board.live.poll()
    await driver.settle()


async def test_what_another_process_adds_appears(world: World) -> None:
    """A second store object on the same file writes; the first row follows."""
    async with driving(world) as driver:
        with world.open(actor="claude-code") as other:
            other.add("Written by an agent")
        await look(driver)
        assert driver.note_text == "Written by an agent"
        assert "1 of 9" in driver.screen_text()


async def test_it_appears_by_itself(world: World) -> None:
    """The timer looks; nobody presses anything."""
    async with driving(world, tempo=AT_ONCE._replace(poll=0.01)) as driver:
        with world.open(actor="claude-code") as other:
            other.add("Written by an agent")
        for _ in range(2_000):
            await driver.pilot.pause()
            if "Written by an agent" in driver.screen_text():
                break
        assert "Written by an agent" in driver.screen_text()


async def test_the_cursor_holds_to_its_note(world: World) -> None:
    """Two rows come in above; the title says so, and `g` goes there."""
    async with driving(world) as driver:
        await driver.press("j", "j")
        before = driver.note_text
        with world.open(actor="claude-code") as other:
            other.add("First")
            other.add("Second")
        await look(driver)
        assert driver.note_text == before
        assert "2 new above" in driver.screen_text()
        await driver.press("g")
        assert driver.note_text == "Second"
        assert "new above" not in driver.screen_text()


async def test_a_row_that_another_process_forgets_gives_its_place_to_the_next(
    world: World,
) -> None:
    """The cursor stays on the line."""
    async with driving(world) as driver:
        await driver.press("j")
        note = driver.board.pane.note
        assert note is not None
        with world.open(actor="claude-code") as other:
            other.forget(note.id)
        await look(driver)
        assert driver.note_text.startswith("The demo API")


async def test_an_undo_leaves_what_somebody_changed_since(world: World) -> None:
    """My edit, then an agent's: mine is not taken back over theirs."""
    async with driving(world) as driver:
        note = driver.board.pane.note
        assert note is not None
        await driver.press("e", "x", "ctrl+s")
        with world.open(actor="claude-code") as other:
            other.edit(note.id, text="Theirs")
        await driver.press("u")
        assert "Not taken back" in driver.said
    assert "Theirs" in world.texts()


async def test_the_board_is_there_before_the_store_is(world: World) -> None:
    """Opening waits for a lock; keys, help and quitting do not."""
    gate = threading.Event()

    def slow() -> Memory:
        gate.wait(10)
        return world.open()

    app = world.app()
    app.desk._opener = slow
    async with app.run_test(size=(120, 36)) as pilot:
        driver = Driver(app, pilot)
        await pilot.press("question_mark")
        await pilot.pause()
        assert "Keys here" in driver.screen_text()
        await pilot.press("escape")
        await pilot.pause()
        assert "opening the store" in driver.screen_text()
        gate.set()
        await driver.settle()
        assert "1 of 8" in driver.screen_text()


async def test_a_store_that_cannot_be_opened_says_why(empty_world: World) -> None:
    """A newer store is left alone; `q` leaves."""
    app = empty_world.app()

    def newer() -> Memory:
        raise StoreNewer("Written by memboard 2.3, this is 2.1.", hint="Update it.")

    app.desk._opener = newer
    async with app.run_test(size=(100, 24)) as pilot:
        driver = Driver(app, pilot)
        await driver.settle()
        assert "Written by memboard 2.3, this is 2.1." in driver.screen_text()
        assert "Update it." in driver.screen_text()
        await driver.press("a", "d", "u", "slash", "x", "escape", "q")
        assert app.return_code == 0


async def test_a_change_that_fails_is_said_and_leaves_the_rows(world: World) -> None:
    """The store was busy: the row is back, the reason stays until the next key."""
    async with driving(world) as driver:

        def busy(*_: object, **__: object) -> None:
            raise StoreBusy("Not written: another process kept the store busy for 10 s.")

        memory = driver.app.desk._memory
        assert memory is not None
        memory.forget = busy  # type: ignore[method-assign,assignment]
        await driver.press("d")
        assert "kept the store busy" in driver.said
        assert len(driver.board.pane.roster.keys) == 8
        await driver.press("j")
        assert driver.said == ""


async def test_a_read_only_store_can_be_looked_at(world: World) -> None:
    """Changing keys are grey, and say why."""
    async with driving(world) as driver:
        memory = driver.app.desk._memory
        assert memory is not None
        memory._store.database.read_only = True
        await driver.board.live.refresh()
        await driver.settle()
        assert "read only" in driver.screen_text()
        assert "Forget" not in driver.screen_text().splitlines()[-1]
        await driver.press("d")
        assert "Looking works, changing does not." in driver.said
    assert len(world.texts()) == 8


async def test_a_view_that_fails_says_so_and_the_rest_works(world: World) -> None:
    """The detail crashes; list and keys go on."""
    async with driving(world) as driver:

        def broken(width: int) -> list[list[tuple[str, str]]]:
            raise ZeroDivisionError(width)

        driver.board.detail.sheet._write = broken
        await driver.press("j")
        assert "This view failed: ZeroDivisionError." in driver.screen_text()
        await driver.press("d")
    assert len(world.texts()) == 7


async def test_notes_without_a_vector_are_embedded_with_one_key(empty_world: World) -> None:
    """The banner says how many wait; `M` embeds them, with progress."""
    from memboard.engine import open_memory
    from memboard.engine.embed import EmbedderHandle
    from memboard.engine.embed.protocol import IDENTITY, Embedder
    from memboard.engine.errors import ModelMissing

    def missing() -> Embedder:
        raise ModelMissing("There is no model here.")

    handle = EmbedderHandle(id="hash:384", dimensions=384, calibration=IDENTITY, load=missing)
    with open_memory(empty_world.home, "tidepool", embedder=handle, actor="agent") as memory:
        for number in range(3):
            memory.add(f"Without a vector {number}")
    async with driving(empty_world) as driver:
        assert "3 notes wait for their vector" in driver.screen_text()
        await driver.press("M")
        assert driver.said == "Embedded 3 notes."
        assert "wait for their vector" not in driver.screen_text()


async def test_quitting_finishes_the_change_that_waits(world: World) -> None:
    """`d` and `q` in one breath: the note is forgotten."""
    async with driving(world) as driver:
        await driver.pilot.press("d", "q")
        await driver.settle()
    assert len(world.texts()) == 7


async def test_search_results_follow_the_store(world: World) -> None:
    """A new note that matches is among them."""
    async with driving(world) as driver:
        await driver.press("slash", *"gauge", "enter")
        before = len(driver.board.pane.roster.keys)
        with world.open(actor="claude-code") as other:
            other.add("Gauge 3 is out of order")
        world.moment = NOON + dt.timedelta(minutes=1)
        await look(driver)
        assert len(driver.board.pane.roster.keys) == before + 1
