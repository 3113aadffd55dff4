"""Credentials never reach the file: masked before hashing, indexing, embedding and journalling."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from memboard.engine import Draft, EmbedderHandle, HashEmbedder, Memory
from memboard.engine.embed import FloatMatrix
from memboard.engine.errors import Conflict

from .standins import OpenHere, texts_of
from .test_editing import added
from .test_forgetting import bytes_of

TOKEN = "ghp_k3JfQ9xLw2ZrB4nM7yPc3dHf6gJs1aEuVi0o"
TEXT = f"use {TOKEN} for CI"
MASKED = "use ghp_•••• for CI"
URL = "postgres://app:Zq7vR2mKx9@db.internal:5432/app"
TAIL = TOKEN[4:]


class Listening(HashEmbedder):
    """Keeps what it was told."""

    def __init__(self) -> None:
        super().__init__(64)
        self.heard: list[str] = []

    def embed_documents(self, texts: Sequence[str]) -> FloatMatrix:
        """Embed, and remember."""
        self.heard += texts
        return super().embed_documents(texts)


@pytest.fixture
def ear() -> Listening:
    """The embedder of `told`."""
    return Listening()


@pytest.fixture
def told(open_here: OpenHere, ear: Listening) -> Memory:
    """A store whose embedder keeps what it was told."""
    return open_here(embedder=EmbedderHandle.of(ear))


def nowhere(memory: Memory, ear: Listening, home: Path) -> None:
    """No trace of the secret: not in the file or its log, the journal, or the model's ears."""
    assert TAIL not in "\n".join(ear.heard)
    assert TAIL not in str(memory.history()) + str(memory.recent(1_000))
    assert TAIL not in b"\n".join(memory.export()).decode()
    for query in (TAIL, TOKEN):
        assert TAIL not in str(memory.search(query).hits)
    for _ in range(2):
        found = bytes_of(home)
        assert TAIL.encode() not in found
        assert TAIL.lower().encode() not in found  # the words index folds its words
        memory.close()


def test_an_added_secret_is_nowhere(told: Memory, ear: Listening, home: Path) -> None:
    """The answer names its kind; the note reads as masked."""
    answer = told.add(TEXT)
    assert (answer.status, answer.masked) == ("masked", ("github-token",))
    assert answer.note is not None
    assert answer.note.text == ear.heard[0] == MASKED
    nowhere(told, ear, home)


def test_a_secret_in_a_topic_or_tag_is_nowhere(told: Memory, ear: Listening, home: Path) -> None:
    """Of an added note and of an edited one; the answers say so."""
    answer = told.add("the CI's token", topic=f"ci {TOKEN}", tags=(TOKEN, TOKEN, "ci"))
    assert (answer.status, set(answer.masked)) == ("masked", {"github-token"})
    assert answer.note is not None
    assert (answer.note.topic, answer.note.tags) == ("ci ghp_••••", ("ghp_••••", "ci"))
    note = added(told, "another one")
    edited = told.edit(note.id, topic=TOKEN, tags=[TOKEN])
    assert edited.masked == ("github-token",) * 2
    assert (edited.note.topic, edited.note.tags) == ("ghp_••••", ("ghp_••••",))
    assert told.edit(note.id, topic=None).note.topic is None
    nowhere(told, ear, home)


def test_a_secret_in_an_edit_is_nowhere(told: Memory, ear: Listening, home: Path) -> None:
    """Also after it is taken back and done again."""
    note = added(told, "the CI has a token")
    edited = told.edit(note.id, text=TEXT)
    assert (edited.note.text, edited.masked) == (MASKED, ("github-token",))
    assert told.edit(note.id, text=TEXT).changed == ()
    told.undo()
    told.redo()
    assert texts_of(told) == [MASKED]
    nowhere(told, ear, home)


def test_secrets_in_a_batch_are_nowhere(told: Memory, ear: Listening, home: Path) -> None:
    """Each draft by itself; two secrets in one sentence are one note."""
    other = TOKEN[:-6] + "Xy7Qp2"
    drafts = [Draft(text=text) for text in (TEXT, f"use {other} for CI", f"db at {URL}", "plain")]
    answers = told.add_many(drafts)
    assert [answer.status for answer in answers] == ["masked", "known", "masked", "added"]
    assert answers[1].masked == ("github-token",)
    assert texts_of(told)[1] == "db at postgres://app:••••@db.internal:5432/app"
    assert b"Zq7vR2mKx9" not in bytes_of(home)
    nowhere(told, ear, home)


def test_secrets_in_an_import_are_nowhere(told: Memory, ear: Listening, home: Path) -> None:
    """They are counted, in our own format and in others; repeating it adds nothing."""
    lines = [json.dumps({"text": TEXT, "topic": TOKEN}).encode(), b'{"text": "plain"}']
    own = [b'{"memboard_export": 1}', json.dumps({"text": f"again {TOKEN}"}).encode()]
    for source, new in ((lines, 2), (own, 1), (lines, 0), (own, 0)):
        answer = told.import_lines(source)
        assert (answer.new, answer.masked) == (new, min(new, 1))
    nowhere(told, ear, home)


def test_the_masked_text_is_known_when_it_comes_again(memory: Memory) -> None:
    """With the secret, or as it was stored."""
    note = added(memory, TEXT)
    for text in (TEXT, MASKED):
        again = memory.add(text)
        assert (again.status, again.note) == ("known", note)
    assert len(memory.history()) == 1


def test_an_edit_that_says_the_same_once_masked_is_a_conflict(memory: Memory) -> None:
    """As any repeat is."""
    added(memory, TEXT)
    other = added(memory, "something else")
    with pytest.raises(Conflict, match="says the same"):
        memory.edit(other.id, text=TEXT)


def test_a_forgotten_secret_stays_forgotten(memory: Memory) -> None:
    """What is kept apart is the masked text's hash."""
    memory.forget(added(memory, TEXT).id)
    assert memory.add(TEXT, trigger="import").status == "suppressed"


@pytest.mark.parametrize("text", ["rotate the API key monthly", "password: <password>", MASKED])
def test_a_mere_mention_is_kept_word_for_word(memory: Memory, text: str) -> None:
    """Nothing is masked, and the answer says nothing of it."""
    answer = memory.add(text, topic="api keys", tags=["password"])
    assert (answer.status, answer.masked) == ("added", ())
    assert answer.note is not None
    assert answer.note.text == text
