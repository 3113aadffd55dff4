"""The table of keys in the user guide, written from the declarations.

`python -m memboard.board.guide docs/board.md` writes it anew; a test compares the two.
"""

from __future__ import annotations

import sys
from pathlib import Path

from memboard.board.commands import (
    COMMANDS,
    DETAILS,
    EDITOR,
    FIELDS,
    LISTS,
    Command,
    shown_key,
)

START, END = "<!-- keys: start -->", "<!-- keys: end -->"
SECTIONS = ("Note", "Marks", "Move", "View", "Everywhere", "Typing", "Editor")


def keys_table() -> str:
    """Write all commands as Markdown tables, one a section."""
    parts = []
    for section in SECTIONS:
        rows = [command for command in COMMANDS if command.section == section]
        lines = [
            f"### {section}",
            "",
            "| key | command | what it does | where |",
            "| --- | --- | --- | --- |",
        ]
        lines += [row_of(command) for command in rows]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def row_of(command: Command) -> str:
    """Write one command."""
    keys = " ".join(f"`{shown_key(key)}`" for key in command.keys)
    return f"| {keys} | {command.label} | {command.help} | {where(command)} |"


def where(command: Command) -> str:
    """Say where a command works."""
    contexts = command.contexts
    if contexts >= LISTS | DETAILS | FIELDS | EDITOR:
        return "everywhere"
    if contexts == LISTS | DETAILS:
        return "list, detail"
    if contexts == LISTS:
        return "list"
    if contexts == DETAILS:
        return "detail"
    return ", ".join(sorted({one.partition(".")[0] for one in contexts}))


def with_table(guide: str) -> str:
    """Put the table where the guide has its marks."""
    before, _, rest = guide.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n\n{keys_table()}\n\n{END}{after}"


def main() -> None:
    """Write the table into the guide named."""
    path = Path(sys.argv[1])
    path.write_text(with_table(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
