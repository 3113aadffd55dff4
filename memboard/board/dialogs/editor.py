"""The editor: add and edit are one. It takes the body's place; status and footer stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import TextArea
from textual.widgets.text_area import Selection

from memboard.board.dialogs.close import CloseNotes
from memboard.board.dialogs.draft import Editing, Written, split_tags, written_of
from memboard.board.dialogs.parts import Importance, Options
from memboard.board.dialogs.saving import Saving
from memboard.board.drafts import Draft, drop_draft, keep_draft
from memboard.board.matches import Ranges
from memboard.board.messages import FieldChanged
from memboard.board.stage import Work
from memboard.board.text import masked_line, plain
from memboard.board.widgets.field import Field
from memboard.board.widgets.rule import Rule
from memboard.engine import Note, Scope

if TYPE_CHECKING:
    from memboard.board.screen import BoardScreen

MAX_TEXT = 2_000


def location_of(text: str, at: int) -> tuple[int, int]:
    """Turn a place in a text into row and column."""
    before = text[:at].split("\n")
    return len(before) - 1, len(before[-1])


class NoteText(TextArea):
    """The text itself; hostile characters are drawn as signs, and stay what they are."""

    def get_line(self, line_index: int) -> Text:
        """Draw a line, character for character."""
        return Text(masked_line(self.document.get_line(line_index)), end="", no_wrap=True)


class Editor(Vertical):
    """Text, near notes, tags, topic, scope, importance, pin."""

    def __init__(self, board: BoardScreen) -> None:
        super().__init__(id="editor")
        self.board = board
        self.editing = Editing(None, 0, Written())
        self.drafts: dict[str | None, Draft] = {}
        self.opened_as: str | None = None
        """The note, or none, that the editor was opened on: its draft goes with the save."""
        self.saving = Saving(self)
        self.rule = Rule("New note", id="editor-rule")
        self.area = NoteText(id="editor-text", soft_wrap=True, tab_behavior="focus", compact=True)
        self.area.cursor_blink = False
        self.near = CloseNotes(self)
        self.tags = Field("prompt", id="editor-tags")
        self.topic = Field("prompt", id="editor-topic")
        self.scope = Options("scope", ("project", "global"), id="editor-scope")
        self.importance = Importance(id="editor-importance")
        self.pin = Options("pin", ("no", "yes"), id="editor-pin")

    def compose(self) -> ComposeResult:
        """The fields in the order of tab."""
        yield self.rule
        yield self.area
        yield self.near.rule
        yield self.near.lines
        with Horizontal(classes="editor-row"):
            yield self.tags
            yield self.topic
        with Container(classes="editor-row editor-last"):
            yield self.scope
            yield self.importance
            yield self.pin

    def on_mount(self) -> None:
        """Name the fields."""
        self.tags.sign.show("tags")
        self.topic.sign.show("topic")
        self.tags.typed.suggester = self.board.recent.tagbook

    # --- opening

    def open_new(self, text: str = "") -> None:
        """Write a new note, or go on with its draft."""
        here: Scope = "project" if self.board.tidings.in_project else "global"
        draft = self.drafts.get(None)
        start = Written(scope=here)
        self._open(Editing(None, 0, start), draft.written if draft else start._replace(text=text))

    def open_note(self, note: Note, ranges: Ranges = ()) -> None:
        """Edit a note, or go on with its draft; the first match is selected."""
        start = written_of(note)
        draft = self.drafts.get(note.id)
        revision = draft.revision if draft else note.revision
        self._open(Editing(note.id, revision, start), draft.written if draft else start)
        if ranges and draft is None and plain(note.text, lines=True) == note.text:
            first, last = (location_of(note.text, at) for at in ranges[0])
            self.area.selection = Selection(first, last)

    def _open(self, editing: Editing, written: Written) -> None:
        self.editing = editing
        self.opened_as = editing.note_id
        self.put(written)
        self.near.clear()
        self.display = True
        self.board.fit()
        self.board.set_focus(self.area, scroll_visible=False)
        self.show_title()

    def put(self, written: Written) -> None:
        """Fill all fields."""
        self.area.text = written.text
        self.area.move_cursor(self.area.document.end)
        self.tags.put(", ".join(written.tags))
        self.topic.put(written.topic)
        self.scope.put(written.scope)
        self.importance.put(written.importance)
        self.pin.put("yes" if written.pinned else "no")

    def written(self) -> Written:
        """Read all fields."""
        return Written(
            text=self.area.text,
            tags=split_tags(self.tags.text),
            topic=self.topic.text.strip(),
            scope="global" if self.scope.value == "global" else "project",
            importance=self.importance.value,
            pinned=self.pin.value == "yes",
        )

    # --- leaving

    def save(self) -> None:
        """Store it; the editor stays open until that is done."""
        self.saving.save()

    def close_keeping(self) -> None:
        """Leave; what was changed is kept as a draft."""
        kept = self._kept()
        self.close()
        self.board.run(kept)

    async def keep(self) -> None:
        """Keep what stands in the open editor, before the board goes down."""
        await self.saving.idle.wait()
        if self.display and self.board.live.opened:
            await self._kept()()

    def _kept(self) -> Work:
        """Keep what was changed as a draft; gives the work of writing it into the home."""
        written, editing, opened_as = self.written(), self.editing, self.opened_as
        note_id, draft = editing.note_id, Draft(written, editing.revision)
        if note_id is None and opened_as is not None and None in self.drafts:
            note_id = opened_as  # another new note has a draft already
        wanted = written != editing.start and bool(written.text.strip() or note_id)
        self.drafts.pop(opened_as, None)
        if wanted:
            self.drafts[note_id] = draft

        async def write() -> None:
            desk = self.board.desk
            if opened_as != note_id or not wanted:
                await desk.change(lambda memory: drop_draft(memory, opened_as))
            if wanted:
                kept = await desk.change(lambda memory: keep_draft(memory, note_id, draft))
                until = "" if kept else " until you quit"
                key = "e" if note_id else "a"
                self.board.tidings.say(f"Draft kept{until}. {key} opens it again.")

        return write

    def close(self) -> None:
        """Give the body its place back."""
        self.display = False
        self.board.arrange_for(self.board.last_focus)

    def become_new(self) -> None:
        """Make what is written a new note: the one it was about is gone."""
        self.editing = Editing(None, 0, Written())
        self.near.clear()
        self.show_title()

    def become(self, note: Note) -> None:
        """Make what is written a new revision of another note."""
        written = self.written()
        start = written_of(note)
        self.editing = Editing(note.id, note.revision, start)
        self.put(start._replace(text=written.text))
        self.near.clear()
        self.board.set_focus(self.area, scroll_visible=False)
        self.board.tidings.say(f"This text becomes a new revision of {note.id}.")
        self.show_title()

    def saved(self) -> None:
        """The store has it: the draft is done with."""
        self.drafts.pop(self.opened_as, None)
        self.close()

    # --- while it is open

    def fields(self) -> list[Widget]:
        """Give the fields in the order of tab; near notes only while there are any."""
        near = [self.near.lines] if self.near.found else []
        return [
            self.area,
            self.tags.typed,
            self.topic.typed,
            self.scope,
            self.importance,
            self.pin,
            *near,
        ]

    def step_field(self, direction: int) -> None:
        """To the next field, round and round."""
        fields = self.fields()
        focused = self.board.focused
        at = fields.index(focused) if focused in fields else 0
        self.board.set_focus(fields[(at + direction) % len(fields)], scroll_visible=False)

    def go_outside(self) -> None:
        """Go on with the text in the user's own editor."""
        text = self.board.board.edit_outside(self.area.text)
        if text is not None:
            self.area.text = text.rstrip("\n")

    def on_text_area_changed(self) -> None:
        """Count the letters, and look for near notes once the typing pauses."""
        self.show_title()
        self.near.look_soon()

    def on_field_changed(self, event: FieldChanged) -> None:
        """Tags and topic are fields like any, but nothing else listens to them."""
        event.stop()

    def show_title(self) -> None:
        """Say what is edited, and how long it is."""
        length = len(self.area.text.strip())
        over = f" · {length - MAX_TEXT:,} too long" if length > MAX_TEXT else ""
        self.rule.show(
            right=f"{length:,} of {MAX_TEXT:,}{over}", focused=True, title=self.editing.title
        )
