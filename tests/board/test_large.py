"""A hundred thousand notes are as easy as a hundred."""

from __future__ import annotations

import tracemalloc
from collections.abc import Sequence

from memboard.board.panes.recent import SHELF
from memboard.engine import Memory
from tests.board.driving import NOTES, World, driving

ROWS = 100_000


class Wide:
    """A store that says it has a hundred thousand rows, and counts what is read of them."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.read: list[int] = []
        self._real = memory.keys("newest")

    def __getattr__(self, name: str) -> object:
        return getattr(self.memory, name)

    def keys(self, *_: object) -> list[int]:
        """Give as many keys."""
        return list(range(ROWS))

    def notes(self, keys: Sequence[int]) -> tuple[object, ...]:
        """Read notes; whatever the key, one of the eight."""
        self.read += keys
        real = [self._real[key % len(self._real)] for key in keys]
        found = {key: self.memory.notes([key])[0] for key in set(real)}
        return tuple(found[key] for key in real)


async def test_only_what_is_shown_is_read(world: World) -> None:
    """Opening, jumping to the end and back reads some hundreds of a hundred thousand."""
    wide: list[Wide] = []

    def opener() -> Memory:
        wide.append(Wide(world.open()))
        return wide[0]  # type: ignore[return-value]

    app = world.app()
    app.desk._opener = opener
    async with app.run_test(size=(120, 36)) as pilot:
        from tests.board.driving import Driver

        driver = Driver(app, pilot)
        await driver.settle()
        assert "1 of 100,000" in driver.screen_text()
        await driver.press("G")
        assert "100,000 of 100,000" in driver.screen_text()
        assert driver.note_text
        await driver.press("g", *["pagedown"] * 20)
        assert driver.note_text
        assert len(driver.board.recent._shelf) <= SHELF
        assert len(wide[0].read) < 5_000


async def test_rows_of_a_hundred_thousand_notes_take_little_memory(world: World) -> None:
    """Keys, groups and page cache stay far under 60 MB."""
    app = world.app()
    app.desk._opener = lambda: Wide(world.open())  # type: ignore[assignment,return-value]
    async with app.run_test(size=(120, 36)) as pilot:
        from tests.board.driving import Driver

        driver = Driver(app, pilot)
        tracemalloc.start()
        await driver.settle()
        await driver.press("G", "V", "escape", "g")
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 60 * 2**20
        assert len(NOTES) == 8


async def test_nothing_is_read_while_drawing(world: World) -> None:
    """Drawing every line again asks the store for nothing."""
    async with driving(world) as driver:
        jobs = []
        original = driver.app.desk._run

        async def counted(job: object) -> object:
            jobs.append(job)
            return await original(job)  # type: ignore[arg-type]

        driver.app.desk._run = counted  # type: ignore[method-assign,assignment]
        for y in range(30):
            driver.board.pane.lines.render_line(y)
        await driver.settle()
        assert jobs == []
