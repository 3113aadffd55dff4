"""`memboard project`: list, merge and rename projects."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from memboard.cli.ask import confirm
from memboard.cli.call import Call
from memboard.cli.cells import padded, width_of
from memboard.cli.figures import age, counted
from memboard.cli.group import Group
from memboard.cli.options import Command
from memboard.cli.plain import plain_line

if TYPE_CHECKING:
    from memboard.engine import Memory, ProjectRow


@click.group("project", cls=Group)
def project_command() -> None:
    """List, merge and rename projects.

    A project is known by its git origin, so that clones and moved folders keep their notes;
    without one by its repository, else by its folder.
    """


@project_command.command("list", cls=Command)
@click.pass_obj
def list_command(call: Call) -> None:
    """List the projects that have notes, and what leads to each."""
    with call.open() as memory:
        rows = memory.projects()
        now = memory.now()
    call.answer({"projects": rows}, project_lines(rows, now))


@project_command.command("merge", cls=Command)
@click.argument("source")
@click.argument("target")
@click.option("--yes", is_flag=True, help="Merge without asking.")
@click.pass_obj
def merge_command(call: Call, source: str, target: str, yes: bool) -> None:
    """Move all notes of SOURCE into TARGET, which then stands for both.

    Cannot be undone, and asks first. Notes that both have word for word are kept once.
    """
    with call.open() as memory:
        look_up(memory, source)
        look_up(memory, target, folders=True)
        question = f'Merge the project "{plain_line(source)}" into "{plain_line(target)}"?'
        if not confirm(call, question, yes=yes):
            call.narrate("Nothing was merged.")
            return
        moved = memory.merge_projects(source, target)
    doubles = f" {counted(moved.doubles, 'double')} forgotten." if moved.doubles else ""
    said = f"Moved {counted(moved.moved, 'note')} from {moved.source} to {moved.target}.{doubles}"
    call.answer(moved, [plain_line(said)])


@project_command.command("rename", cls=Command)
@click.argument("name")
@click.argument("new_name")
@click.pass_obj
def rename_command(call: Call, name: str, new_name: str) -> None:
    """Give a project another name; what leads to it stays."""
    with call.open() as memory:
        row = memory.rename_project(name, new_name)
    call.answer(row, [plain_line(f"Now called {row.name}.")])


def look_up(memory: Memory, name: str, *, folders: bool = False) -> None:
    """Refuse a project that is not there, before anything is asked; with `folders` any folder does.

    Raises:
        NotFound: none has this name, key or folder; the known ones are listed.
    """
    from memboard.engine.errors import NotFound
    from memboard.engine.project import named_project

    rows = [row for row in memory.projects() if row.scope == "project"]
    if any(name in row.keys or name.casefold() == row.name.casefold() for row in rows):
        return
    meant = named_project(name)
    keys = {key for row in rows for key in row.keys}
    if folders and meant is not None and not meant.keys[0].startswith("name:"):
        return
    if meant is None or keys.isdisjoint(meant.keys):
        known = tuple(row.name for row in rows)
        listed = ", ".join(known[:8]) or "none yet"
        raise NotFound(f'No project is called "{name}".', hint=f"Known: {listed}.", near=known)


def project_lines(rows: Sequence[ProjectRow], now: dt.datetime) -> Iterator[str]:
    """Write each project as a line: the present one is marked."""
    names = [plain_line(row.name) for row in rows]
    widest = max(map(width_of, names), default=0)
    for name, row in zip(names, rows, strict=True):
        mark = "*" if row.current else " "
        old = age(row.last_change, now) if row.last_change else ""
        keys = plain_line("  ".join(row.keys)) if row.scope == "project" else "every project"
        yield f"{mark} {padded(name, widest)}  {row.notes:>7,}  {old:>3}  {keys}"
