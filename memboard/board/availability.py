"""What can be done right now, and how it is called: the footer and every key ask here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memboard.board.commands import BODY, COMMANDS, Command, commands_in

if TYPE_CHECKING:
    from memboard.board.screen import BoardScreen

COUNTED = frozenset(
    {"forget", "pin", "scope", "tags", "importance", "copy", "copy_id", "purge", "put_back"}
)
"""Commands that go to several notes and say to how many."""
FIRST = {
    "blocked": ("put_back", "forget", "edit", "next_match"),
    "failures": ("copy", "copy_id", "edit", "forget", "filter", "undo"),
    "activity": ("put_back", "session", "open", "mark_more", "filter", "undo"),
}
"""What a pane's footer begins with."""
NAMES = {
    ("blocked", "next_match"): "Next new",
    ("activity", "mark_more"): "Mark group",
    ("failures", "copy"): "Copy fix",
    ("failures", "copy_id"): "Copy command",
}
"""What a command is called in one pane."""
TAKEN_BACK = "This is taken back already. r on its undo does it again."


def can(board: BoardScreen, command: Command) -> str | None:
    """Tell why a command cannot be done: None when it can, empty when there is nothing to say."""
    if (
        board.context not in command.contexts
        and command.contexts & BODY
        and (board.context not in ("query", "filter", "prompt") and board.context != "editor")
    ):
        return f"{command.label} has no sense here."
    if command.changes and (reason := board.tidings.read_only):
        return reason
    if command.changes and not board.live.opened:
        return "The store is not open yet."
    if command.targets and not board.pane.roster.target_count():
        return f"There is no {board.pane.row_noun} here to {named(board, command).lower()}."
    return SPECIAL[command.id](board) if command.id in SPECIAL else None


def can_stop(board: BoardScreen) -> str | None:
    """Only a running job can be stopped."""
    return None if board.live.job else "Nothing is running."


def can_embed(board: BoardScreen) -> str | None:
    """Only what waits can be embedded."""
    if board.live.job:
        return "Embedding is running. X stops it."
    return None if board.tidings.waiting else "Every note has its vector."


def can_repeat(board: BoardScreen) -> str | None:
    """Only what was done can be repeated."""
    return None if board.hands.deed else "Nothing to repeat yet."


def can_go_to_match(board: BoardScreen) -> str | None:
    """Among what was withheld, only what is new can be gone to, or what is marked."""
    roster = board.blocked.roster
    if board.active != "blocked" or roster.marks or board.blocked.waiting():
        return None
    return "Nothing here is new."


def can_load_samples(board: BoardScreen) -> str | None:
    """Sample notes are for an empty store."""
    empty = not board.recent.all_keys and board.recent.loaded
    return None if board.board.samples and empty else "Sample notes are for an empty store."


def can_put_back(board: BoardScreen) -> str | None:
    """What was taken back already is not there to be put back."""
    if board.pane is board.activity and not board.activity.anything_stands():
        return TAKEN_BACK
    return None


def can_ask_session(board: BoardScreen) -> str | None:
    """A list that is narrowed to a session can always be widened."""
    narrowed = board.pane is board.activity and board.activity.only is not None
    return None if narrowed else needs_row(board)


def needs_row(board: BoardScreen) -> str | None:
    """An empty list has nothing to open, to mark or to ask about."""
    pane = board.pane
    return None if pane.roster.keys or pane.adds else f"There is no {pane.row_noun} here."


SPECIAL = {
    "open": needs_row,
    "mark_more": needs_row,
    "session": can_ask_session,
    "put_back": can_put_back,
    "next_match": can_go_to_match,
    "previous_match": can_go_to_match,
    "stop": can_stop,
    "embed": can_embed,
    "repeat": can_repeat,
    "samples": can_load_samples,
}


def footer_offers(board: BoardScreen) -> list[tuple[str, str, str]]:
    """Give key, label and id of what works now, most used first."""
    context = board.context
    first = FIRST.get(board.active, ()) if context in BODY else ()
    offers = [
        command
        for command in commands_in(context, COMMANDS)
        if (command.weight or command.id in first) and can(board, command) is None
    ]
    offers.sort(
        key=lambda one: (first.index(one.id) if one.id in first else len(first), one.weight)
    )
    return [
        (
            command.keys[-1]
            if command.id in ("palette", "help") and context in BODY
            else command.key,
            label(board, command),
            command.id,
        )
        for command in offers
    ]


def label(board: BoardScreen, command: Command) -> str:
    """Name a command as it stands: with what it goes to, where that is several."""
    if command.id == "accept" and board.context == "prompt":
        return "Do it"
    if command.id == "accept" and board.context == "filter":
        return "To the list"
    if command.id == "below":
        return "Hide below" if board.searching.shows_below else "Below"
    roster, name = board.pane.roster, named(board, command)
    if command.id in COUNTED and (roster.shown_marks() or roster.range_from is not None):
        hidden = roster.hidden_marks()
        stays = f", {hidden} hidden stay{'s' if hidden == 1 else ''}" if hidden else ""
        rest = stays if command.id == "forget" else ""
        return f"{name} {roster.target_count()}{rest}"
    return name


def named(board: BoardScreen, command: Command) -> str:
    """Name a command as its pane does."""
    if command.id == "put_back":
        return board.pane.put_back_label()
    return NAMES.get((board.active, command.id), command.label)
