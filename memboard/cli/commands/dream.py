"""`memboard dream`: merge what repeats, settle what contradicts, take it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memboard.cli import output
from memboard.cli.ask import agreed
from memboard.cli.call import Call
from memboard.cli.commands.undo import undone_lines
from memboard.cli.faults import Usage
from memboard.cli.figures import counted
from memboard.cli.given import given_text
from memboard.cli.group import Group
from memboard.cli.options import Command, scope_options
from memboard.cli.plain import plain_line

if TYPE_CHECKING:
    from memboard.engine import Scope
    from memboard.engine.dream.answers import Keep
    from memboard.engine.store.proposals import Standing

STATES = ("waiting", "accepted", "rejected", "outdated")
"""As the engine names them; written out, so that the help needs no engine."""


@click.group("dream", cls=Group, invoke_without_command=True)
@click.pass_context
def dream_command(context: click.Context) -> None:
    """Merge notes that repeat each other, and settle those that contradict.

    A small model is asked which notes say the same. What it answers is checked and waits until
    somebody accepts it; every cycle is one undo. Alone, memboard dream shows the status.
    """
    if context.invoked_subcommand is None:
        context.invoke(status_command)


@dream_command.command("propose", cls=Command)
@click.option("--force", is_flag=True, help="Before the hours and sessions have passed, too.")
@click.option("--timeout", type=click.FloatRange(1, 120), help="Seconds for the answer, to 120.")
@scope_options("Whose notes: this project's, or the global ones.")
@click.pass_obj
def propose_command(call: Call, force: bool, timeout: float | None, scope: Scope | None) -> None:
    """Look for notes that repeat or contradict each other.

    One question is asked, and only about notes that were not compared before. No note is
    changed: memboard dream review shows what was found.
    """
    from memboard.cli.dreaming.lines import dreamt_lines

    with call.open() as memory:
        dreamt = memory.dream_propose(force=force, timeout=timeout, scope=scope)
    call.answer(dreamt, dreamt_lines(dreamt))
    if dreamt.cycle is None and not force:
        call.narrate("memboard dream propose --force goes ahead all the same.")


@dream_command.command("review", cls=Command)
@click.option("--list", "only_list", is_flag=True, help="List them, and ask nothing.")
@click.option("--status", type=click.Choice(STATES), default="waiting", help="Those that are so.")
@click.option("-n", "--limit", type=int, default=50, show_default=True, help="How many, to 1,000.")
@click.pass_obj
def review_command(call: Call, only_list: bool, status: Standing, limit: int) -> None:
    """Go through what was proposed; without a terminal, list it.

    Each note is shown beside the text that is to stand for it: [-so-] is left out of that
    text, [+so+] added by it. What is accepted is applied at the end, in one cycle.
    """
    from memboard.cli.dreaming.lines import suggestion_lines
    from memboard.cli.dreaming.walk import walk

    with call.open() as memory:
        found = memory.proposals(status, limit=limit)
        asks = not (only_list or call.json or status != "waiting")
        if found and asks and output.is_on_terminal() and output.can_ask():
            walk(memory)
            return
        now = memory.now()
    width = output.terminal_width()
    lines = (line for one in found for line in suggestion_lines(one, now, width))
    call.answer({"proposals": found}, lines)
    if not found:
        call.narrate(f"No proposal is {status}.")


@dream_command.command("apply", cls=Command)
@click.argument("proposals", metavar="[ID...]", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All merges that wait.")
@click.option("--yes", is_flag=True, help="With --all: without asking.")
@click.pass_obj
def apply_command(call: Call, proposals: tuple[str, ...], everything: bool, yes: bool) -> None:
    """Accept merges, by their ids or all that wait.

    Each is looked at again, and left where a note was changed since. A cycle supersedes a
    fifth of the notes at most, and 50; what is over that waits on.
    """
    from memboard.cli.dreaming.lines import applied_lines

    if everything and not yes and (call.json or not output.can_ask()):
        raise Usage("Nothing was merged: nobody can be asked.", "--yes merges without asking.")
    with call.open() as memory:
        if everything and not yes:
            merges = [one for one in memory.proposals(limit=1_000) if one.kind == "merge"]
            if not agreed(f"Accept {counted(len(merges), 'merge')}?"):
                call.narrate("Nothing was merged.")
                return
        done = memory.dream_apply(*proposals, everything=everything)
    call.answer(done, (line for applied in done.cycles for line in applied_lines(applied)))
    if not done.cycles and not done.left:
        call.narrate("No merge is waiting.")
    call.narrate(*(f"Left {left.id}: {plain_line(left.reason)}" for left in done.left))


@dream_command.command("reject", cls=Command)
@click.argument("proposals", metavar="ID...", nargs=-1, required=True)
@click.pass_obj
def reject_command(call: Call, proposals: tuple[str, ...]) -> None:
    """Reject proposals; they come again only when one of their notes changes."""
    with call.open() as memory:
        rejected = memory.dream_reject(*proposals)
    call.answer({"rejected": rejected}, [f"Rejected {counted(len(rejected), 'proposal')}."])


@dream_command.command("edit", cls=Command)
@click.argument("proposal", metavar="ID")
@click.argument("text", nargs=-1, required=True)
@click.pass_obj
def edit_command(call: Call, proposal: str, text: tuple[str, ...]) -> None:
    """Write another text for a merge.

    TEXT, in quotes, must keep the numbers, names and negations of the notes; - reads it from
    standard input. Accepting is another step.
    """
    from memboard.cli.dreaming.lines import suggestion_lines

    with call.open() as memory:
        edited = memory.dream_edit(proposal, given_text(text))
        now = memory.now()
    call.answer({"proposal": edited}, suggestion_lines(edited, now, output.terminal_width()))


@dream_command.command("settle", cls=Command)
@click.argument("proposal", metavar="ID")
@click.argument("keep", type=click.Choice(["left", "right", "both"]))
@click.pass_obj
def settle_command(call: Call, proposal: str, keep: Keep) -> None:
    """Say which of two notes that contradict each other holds.

    The other one goes; it is restorable for 30 days, and memboard dream undo brings it back.
    With both they are not named again as a conflict until one of them changes.
    """
    with call.open() as memory:
        settled = memory.dream_settle(proposal, keep)
    said = "Both stay."
    if settled.cycle is not None:
        gone = ", ".join(settled.superseded)
        said = f"{gone} went. memboard dream undo {settled.cycle} brings it back."
    call.answer(settled, [said])


@dream_command.command("undo", cls=Command)
@click.argument("cycle", metavar="[CYCLE]", required=False)
@click.pass_obj
def undo_command(call: Call, cycle: str | None) -> None:
    """Take a whole cycle back: the last one that changed notes, or CYCLE.

    What was edited since is left as it is, and named.
    """
    with call.open() as memory:
        undone = memory.dream_undo(cycle)
    call.answer(undone, undone_lines(undone, "Took back", "memboard redo does it again."))


@dream_command.command("status", cls=Command)
@click.option("-n", "--limit", type=int, default=10, show_default=True, help="Cycles, to 1,000.")
@click.pass_obj
def status_command(call: Call, limit: int) -> None:
    """Show what is due, what waits, and what the last cycles came to.

    A line has the cycle's id, how long ago it was, its kind, how it ended, whose it was, and
    what came of it or why nothing did.
    """
    from memboard.cli.dreaming.lines import status_lines

    with call.open() as memory:
        status = memory.dream_status(limit)
        now = memory.now()
    call.answer(status, status_lines(status, now, output.terminal_width()))


@dream_command.command("audit", cls=Command)
@click.argument("note_id", metavar="[NOTE]", required=False)
@click.option("--cycle", metavar="ID", help="Only what this cycle removed.")
@click.option("-n", "--limit", type=int, default=50, show_default=True, help="How many, to 1,000.")
@click.pass_obj
def audit_command(call: Call, note_id: str | None, cycle: str | None, limit: int) -> None:
    """List which notes were removed, when, by which cycle and in whose favour.

    NOTE leaves those that it was, or that went in its favour.
    """
    from memboard.cli.dreaming.lines import audit_lines

    with call.open() as memory:
        taken = memory.dream_audit(note_id, cycle=cycle, limit=limit)
        now = memory.now()
    call.answer({"superseded": taken}, audit_lines(taken, now, output.terminal_width()))
    if not taken:
        call.narrate("No note was removed by a cycle.")
