"""Export and import: what goes out comes in again, once."""

from __future__ import annotations

import json

import pytest

from memboard.engine import EmbedderHandle, Memory, Scope
from memboard.engine.errors import Cancelled, EmbedderFailed, InvalidInput

from .standins import FailingEmbedder, FixedClock, OpenHere, texts_of, troubles
from .test_editing import added

HEADER = b'{"memboard_export":1}'


def filled(memory: Memory, clock: FixedClock) -> list[bytes]:
    """Three notes with all that a note can have, exported."""
    added(memory, "one", topic="t", tags=("a", "b"), importance=0.7, pinned=True, session="s1")
    clock.move(days=1)
    added(memory, "two\nlines – 日本", scope="global", trigger="dream", host="codex")
    clock.move(days=1)
    added(memory, "three")
    return list(memory.export())


def test_a_backup_imported_twice_adds_nothing_the_second_time(
    memory: Memory, clock: FixedClock, open_elsewhere: OpenHere
) -> None:
    """Case 1: three notes, and everything about them as it was."""
    lines = filled(memory, clock)
    other = open_elsewhere()
    clock.move(days=30)
    first, second = other.import_lines(lines), other.import_lines(lines)
    assert (first.new, first.unchanged) == (3, 0)
    assert (second.new, second.unchanged, second.change) == (0, 3, None)
    assert other.recent().notes == memory.recent().notes
    assert list(other.export())[1:] == lines[1:]
    assert memory.import_lines(lines).unchanged == 3
    assert other.search("two lines").hits[0].parts.cosine is not None
    assert troubles(other) == []


@pytest.mark.parametrize(
    "first", [b'{"memboard_export":2}', b'{"memboard_export":"1"}', b'{"memboard_export":null}']
)
def test_an_unknown_version_is_refused_before_any_write(memory: Memory, first: bytes) -> None:
    """Also where the lines below could be read."""
    before = memory.state()
    with pytest.raises(InvalidInput, match="version"):
        memory.import_lines([first, b'{"text":"x"}'])
    assert memory.state() == before


def test_a_note_edited_here_since_keeps_its_newer_text(memory: Memory, clock: FixedClock) -> None:
    """Also where it is global now."""
    lines = filled(memory, clock)
    newest, _, oldest = memory.recent().notes
    memory.edit(newest.id, text="three, corrected")
    memory.edit(oldest.id, text="one, corrected", scope="global")
    answer = memory.import_lines(lines)
    assert (answer.changed_here, answer.unchanged, answer.new) == (2, 1, 0)
    assert "three, corrected" in texts_of(memory)


def test_what_was_forgotten_or_purged_here_stays_out(memory: Memory, clock: FixedClock) -> None:
    """Case 16: also when it was edited before it was forgotten."""
    lines = filled(memory, clock)
    newest, middle, oldest = memory.recent().notes
    memory.forget(newest.id)
    memory.forget(middle.id, purge=True)
    memory.edit(oldest.id, text="changed first")
    memory.forget(oldest.id)
    answer = memory.import_lines(lines)
    assert (answer.suppressed, answer.new) == (3, 0)
    assert texts_of(memory) == []


def test_an_import_is_one_change_to_undo_and_to_do_again(memory: Memory) -> None:
    """However many batches it took."""
    lines = [json.dumps({"text": f"rule number {number}"}).encode() for number in range(100)]
    answer = memory.import_lines(lines)
    assert (answer.new, len(memory.undo().notes)) == (100, 100)
    assert texts_of(memory) == []
    assert len(memory.redo().notes) == 100
    assert troubles(memory) == []


def test_foreign_lines_need_only_a_text(memory: Memory) -> None:
    """Unknown fields are left, known ones taken; ids and origins are not."""
    lines = [
        b'{"text":"from elsewhere","id":"aaaabbbb","session":"s","trigger":"manual","score":1}',
        b"",
        b'{"text":"tagged","tags":["x"],"importance":0.4,"created_at":"2020-05-05T00:00:00"}',
    ]
    assert memory.import_lines(lines).new == 2
    newest, oldest = memory.recent().notes
    assert (newest.text, newest.trigger, newest.session) == ("from elsewhere", "import", None)
    assert newest.id != "aaaabbbb"
    assert (oldest.tags, oldest.importance, oldest.created_at.year) == (("x",), 0.4, 2020)
    assert memory.import_lines(lines).unchanged == 2


FAULTY = [
    b"not json",
    b'{"text":" "}',
    b'{"no":"text"}',
    b'["text"]',
    b'{"text":"a\xff"}',
    b'{"text":"a\\ud800"}',
    b'{"text":"a\\u0000b"}',
    b'{"text":"' + b"x" * 2_001 + b'"}',
    b'{"text":"a","importance":7}',
    b'{"text":"a","importance":1e999}',
    b'{"text":"a","tags":["a,b"]}',
    b'{"text":"a","scope":"team"}',
    b'{"text":"a","created_at":"yesterday"}',
    b'{"text":"a","created_at":"0001-01-01T00:00:00+14:00"}',
    b'{"text":"a","updated_at":"9999-12-31T23:59:59-14:00"}',
]


@pytest.mark.parametrize("line", FAULTY)
def test_a_faulty_line_is_named_and_nothing_is_imported(memory: Memory, line: bytes) -> None:
    """By its number; on request it is left out, and the rest comes in."""
    lines = [HEADER, b'{"text":"good"}', line]
    with pytest.raises(InvalidInput, match="line 3") as raised:
        memory.import_lines(lines)
    assert "Nothing was imported" in str(raised.value)
    assert texts_of(memory) == []
    answer = memory.import_lines(lines, skip_invalid=True)
    assert (answer.new, len(answer.skipped)) == (1, 1)
    assert answer.skipped[0].startswith("line 3")


def test_ten_faults_are_named_and_the_rest_counted(memory: Memory) -> None:
    """An error stays readable."""
    with pytest.raises(InvalidInput, match="and 5 more"):
        memory.import_lines([HEADER, *FAULTY])
    with pytest.raises(InvalidInput, match="empty"):
        memory.import_lines([b"", b"  \n"])


def test_an_export_with_only_its_version_line_is_fine(memory: Memory) -> None:
    """An empty store can be backed up and restored."""
    answer = memory.import_lines(list(memory.export()))
    assert (answer.new, answer.change) == (0, None)


def test_a_file_written_on_windows_comes_in(memory: Memory) -> None:
    """With a byte order mark and its line ends."""
    lines = [b"\xef\xbb\xbf" + HEADER + b"\r\n", b'{"text":"a","id":"aaaabbbb"}\r\n']
    assert memory.import_lines(lines).new == 1
    assert memory.get("aaaabbbb").text == "a"


def test_an_id_that_is_taken_or_no_id_is_drawn_anew(memory: Memory, open_here: OpenHere) -> None:
    """Nothing of another project is overwritten, and no id breaks the form."""
    theirs = added(open_here("beta"), "theirs")
    ids = [theirs.id, "AAAABBBB", "a", "../../etc", "aaaa-bbb", "aaaabbbb\\n"]
    lines = [f'{{"text":"note {at}","id":"{one}"}}'.encode() for at, one in enumerate(ids)]
    assert memory.import_lines([HEADER, *lines]).new == len(ids)
    found = {note.id for note in memory.recent().notes}
    assert len(found) == len(ids)
    assert found.isdisjoint(ids)
    assert open_here("beta").get(theirs.id).text == "theirs"


def test_repeats_within_a_file_count_once(memory: Memory) -> None:
    """The first stands."""
    answer = memory.import_lines([HEADER, b'{"text":"a"}', b'{"text":" a "}'])
    assert (answer.new, answer.unchanged) == (1, 1)


def test_an_import_that_breaks_off_goes_on_where_it_stopped(open_here: OpenHere) -> None:
    """Whole batches are kept; the same file then adds the rest."""
    lines = [HEADER, *(f'{{"text":"rule {number}"}}'.encode() for number in range(100))]
    memory = open_here(embedder=EmbedderHandle.of(FailingEmbedder(works=2)))
    with pytest.raises(EmbedderFailed):
        memory.import_lines(lines)
    kept = memory.stats().notes
    assert 0 < kept < 100
    answer = open_here().import_lines(lines)
    assert (answer.unchanged, answer.new) == (kept, 100 - kept)
    assert troubles(memory) == []


def test_an_import_tells_its_progress_and_can_be_stopped(memory: Memory) -> None:
    """What was done until then is kept."""
    lines = [HEADER, *(f'{{"text":"rule {number}"}}'.encode() for number in range(100))]
    told: list[tuple[int, int]] = []
    with pytest.raises(Cancelled, match="of 100"):
        memory.import_lines(
            lines,
            progress=lambda done, total: told.append((done, total)),
            cancelled=lambda: told[-1][0] > 0,
        )
    assert told[0] == (0, 100)
    assert memory.stats().notes == told[-1][0]


def test_only_the_notes_seen_here_are_exported(memory: Memory, open_here: OpenHere) -> None:
    """The project's and the global ones, or one of the two."""
    added(open_here("beta"), "theirs")
    added(memory, "ours")
    added(memory, "everybody's", scope="global")

    def exported(scope: Scope | None) -> list[str]:
        return [json.loads(line)["text"] for line in list(memory.export(scope=scope))[1:]]

    assert exported(None) == ["ours", "everybody's"]
    assert exported("project") == ["ours"]
    assert exported("global") == ["everybody's"]


def test_outside_a_project_everything_comes_in_as_global(
    memory: Memory, clock: FixedClock, open_elsewhere: OpenHere
) -> None:
    """There is no other place."""
    lines = filled(memory, clock)
    nowhere = open_elsewhere(None, folder=memory.home.folder.root)
    assert nowhere.import_lines(lines).new == 3
    assert {note.scope for note in nowhere.recent().notes} == {"global"}


def test_a_line_nested_too_deeply_is_a_faulty_line(memory: Memory) -> None:
    """It is named like any other, and the good lines come in."""
    deep = b'{"text": "deep", "x": ' + b"[" * 5_000 + b"]" * 5_000 + b"}"
    answer = memory.import_lines([b'{"text": "good"}', deep], skip_invalid=True)
    assert answer.new == 1
    assert answer.skipped == ("line 2: nested too deeply",)


def test_fields_of_another_form_are_left_out_and_said(memory: Memory) -> None:
    """A foreign file uses our words for something else: the text counts, and nothing is silent."""
    line = b'{"text": "a fact", "tags": "one,two", "scope": "repo", "importance": 0.5}'
    answer = memory.import_lines([line])
    (note,) = memory.recent().notes
    assert (answer.new, note.tags, note.importance) == (1, (), 0.5)
    (notice,) = [one for one in answer.notices if one.code == "fields_ignored"]
    assert notice.text == "Fields of another form were left out: scope 1, tags 1."


def test_a_purged_note_stays_out_also_when_its_last_text_is_written_again(
    memory: Memory,
) -> None:
    """Its id must not come back under an older text, though a person may use the newer one."""
    note = added(memory, "an older text")
    backup = list(memory.export())
    memory.edit(note.id, text="a newer text")
    memory.forget(note.id, purge=True)
    added(memory, "a newer text")
    assert memory.import_lines(backup).suppressed == 1
    assert texts_of(memory) == ["a newer text"]
