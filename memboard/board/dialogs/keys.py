"""Help and palette: both are the table of commands, one for here, one for everywhere."""

from __future__ import annotations

from memboard.board.commands import BODY, COMMANDS, Command, commands_in, shown_key
from memboard.board.dialogs.chooser import Choice, Chooser
from memboard.board.glyphs import Glyphs

SECTIONS = ("Note", "Marks", "Move", "View", "Everywhere", "Typing", "Editor", "Dialogs")


def keys_of(command: Command) -> str:
    """Write a command's keys."""
    return " ".join(shown_key(key) for key in command.keys[:2])


def by_section(commands: list[Command]) -> list[Command]:
    """Put commands in the order of their sections."""
    return sorted(commands, key=lambda command: SECTIONS.index(command.section))


class HelpDialog(Chooser):
    """The keys that work where the keyboard is; enter does one."""

    left_width = 16

    def __init__(self, context: str, glyphs: Glyphs) -> None:
        choices = [
            Choice(one.id, keys_of(one), f"{one.label}: {one.help}", one.section)
            for one in by_section(commands_in(context))
        ]
        super().__init__("Keys here", choices, glyphs)


class PaletteDialog(Chooser):
    """Every command by its name; what has no sense here is grey."""

    left_width = 16

    def __init__(self, context: str, glyphs: Glyphs) -> None:
        everywhere = context in BODY
        choices = [
            Choice(
                one.id, keys_of(one), f"{one.label}: {one.help}", grey=context not in one.contexts
            )
            for one in sorted(COMMANDS, key=lambda one: one.label)
            if (one.contexts & BODY if everywhere else context in one.contexts)
        ]
        super().__init__("Commands", choices, glyphs)
