"""What nobody should send: megabytes, odd characters, many notes, texts built to be slow."""

from __future__ import annotations

import random
import subprocess
import sys
import tracemalloc
from collections.abc import Callable

import apsw
import msgspec
import numpy as np
import pytest

from memboard.engine import Draft, EmbedderHandle, Memory
from memboard.engine.embed import Read
from memboard.engine.embed.signs import best_matches, pack_signs
from memboard.engine.errors import InvalidNote
from memboard.engine.recall.search import MAX_QUERY
from memboard.engine.testing import TokenHashEmbedder

from .standins import NO_MODEL, OpenHere, token_handle
from .test_editing import added

PROMPT = "red green blue cyan"
HUGE = {
    "one word": "x" * 10_000_000,
    "identifiers": "a-" * 5_000_000,
    "no spaces": "日" * 3_500_000,
    "blanks": " " * 10_000_000,
    "marks": "e\u0301" * 3_000_000,
    "words": "word " * 2_000_000,
}


class Counting(TokenHashEmbedder):
    """Keeps the longest text it was asked to read."""

    longest = 0

    def read_query(self, text: str) -> Read:
        """Read, and remember how long it was."""
        self.longest = max(self.longest, len(text))
        return super().read_query(text)


@pytest.mark.parametrize("prompt", HUGE.values(), ids=HUGE.keys())
@pytest.mark.parametrize("words", [False, True])
def test_a_prompt_of_ten_megabytes_is_read_by_its_beginning(
    open_here: OpenHere, prompt: str, words: bool
) -> None:
    """What it starts with is found, and neither model nor index reads the rest."""
    counting = Counting(64)
    with_model = open_here(embedder=EmbedderHandle.of(counting))
    memory = open_here(embedder=None, settings=NO_MODEL) if words else with_model
    note = added(with_model, PROMPT)
    found = memory.search(f"{PROMPT} {prompt}")
    assert [hit.note.id for hit in found.hits] == [note.id]
    assert len(found.query) == MAX_QUERY
    assert memory.recall(prompt).block == ""
    assert memory.search_for_model(prompt).hits == memory.search(prompt).hits
    assert counting.longest <= MAX_QUERY


@pytest.mark.parametrize(
    "prompt", ["\0", "red\0green", "\ud800", "red \udfff green", "\ud83d\ude00", "\u202e", "\ufeff"]
)
def test_odd_characters_in_a_prompt_are_answered(memory: Memory, prompt: str) -> None:
    """By recall, and by search for a model; the answer can be written as JSON."""
    added(memory, PROMPT)
    assert msgspec.json.encode(memory.recall(prompt, session="one"))
    assert msgspec.json.encode(memory.search_for_model(prompt))
    assert memory.threats(prompt) == memory.threats(prompt)


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b"])
def test_what_cannot_be_stored_is_refused_as_a_note(memory: Memory, text: str) -> None:
    """In text, topic and tags, before anything is embedded."""
    for change in ({"text": text}, {"topic": text}, {"tags": [text]}):
        with pytest.raises(InvalidNote):
            memory.add(**({"text": PROMPT} | change))
    assert memory.recent().total == 0


def test_ten_thousand_notes_do_not_cost_ten_times_a_thousand(memory: Memory) -> None:
    """Recall looks closely at its candidates only, however large the store is."""
    draw = random.Random(2)
    texts = [" ".join(f"w{draw.randrange(3_000)}" for _ in range(12)) for _ in range(10_000)]
    memory.add_many([Draft(text=text) for text in texts[:1_000]])
    few = questions(memory, lambda: memory.recall(texts[7], level="max"))
    memory.add_many([Draft(text=text) for text in texts[1_000:]])
    many = questions(memory, lambda: memory.recall(texts[7], level="max"))
    assert many < 2 * few
    answer = memory.recall(texts[7], level="max")
    assert texts[7] in answer.block.split("\n")[1]
    assert len(answer.notes) + len(answer.left_out) <= 160


def questions(memory: Memory, act: Callable[[], object]) -> int:
    """How many statements the database runs meanwhile, those inside its indexes too."""
    connection = memory._store.database._connection
    ran: list[object] = []
    connection.trace_v2(apsw.SQLITE_TRACE_STMT, ran.append)
    act()
    connection.trace_v2(0, None)
    return len(ran)


SCAN = """
import resource
resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
from memboard.engine.guard.credentials import CREDENTIALS
from memboard.engine.guard.masking import mask_secrets
from memboard.engine.guard.rules import RULES
from memboard.engine.guard.scanning import scan
seeds = [catch for rule in (*RULES, *CREDENTIALS) for catch in rule.catches]
seeds += [text[: len(text) // 2] for text in seeds]
seeds += [text.split()[0] + " " for text in seeds]
signs = [" ", "a", "<", "<!--", "<b>", "[", "|", "=", "\\u200b", "\\u0430", "i g ", "&lt;", "A1b2"]
for text in [(seed * 2_000)[:2_000] for seed in (*seeds, *signs)]:
    scan(text), mask_secrets(text)
for text in [(seed * 100_000)[:100_000] for seed in (*seeds[::60], *signs)]:
    scan(text), mask_secrets(text)
print("done")
"""


def test_no_note_is_slow_to_scan_or_to_mask() -> None:
    """Beginnings of every attack and credential, over and over: the processor's time is capped."""
    answer = subprocess.run([sys.executable, "-c", SCAN], capture_output=True, text=True)
    assert (answer.stdout, answer.stderr) == ("done\n", "")


def test_many_long_notes_are_compared_in_little_memory() -> None:
    """A thousand notes of 256 tokens unpack to 400 MB; some 30 are taken at once."""
    tokens = np.ones((256, 384), dtype=np.float32)
    packed = [pack_signs(tokens)] * 1_000
    query = np.ones((8, 384), dtype=np.float32) / np.float32(384**0.5)
    tracemalloc.start()
    matches = best_matches(query, packed)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert np.allclose(matches, 1.0, atol=1e-4)
    assert peak < 100_000_000


def test_a_store_of_nothing_but_one_text_in_all_scopes_is_ordered(open_here: OpenHere) -> None:
    """Nothing tells the notes apart; the order is by source, then by time, then by id."""
    alpha = open_here(embedder=token_handle())
    own, shared = added(alpha, PROMPT), added(alpha, PROMPT, scope="global")
    hits = alpha.search(PROMPT).hits
    assert [hit.note.id for hit in hits] == [own.id, shared.id]
    assert alpha.recall(PROMPT).block == alpha.recall(PROMPT).block
