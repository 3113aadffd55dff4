"""Search: any text is a question, identifiers are found, scopes never cross, scores add up."""

from __future__ import annotations

import itertools
import math
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memboard.engine import Draft, Found, Memory
from memboard.engine.errors import InvalidInput

from .standins import NO_MODEL, FixedClock, OpenHere
from .test_editing import added

FILLER = [
    "postgres listens on 5433 in staging",
    "the queue drains at night",
    "run the linter before each commit",
    "retry budgets are three per minute",
    "see the decision records in docs",
    "src holds the sources",
]


def filled(memory: Memory, *texts: str) -> Memory:
    """Add the filler and some texts of the test's own."""
    memory.add_many([Draft(text=text) for text in (*FILLER, *texts)])
    return memory


@pytest.fixture(params=["meaning", "words"])
def either(request: pytest.FixtureRequest, open_here: OpenHere) -> Memory:
    """A store with a model, and one without."""
    return (
        open_here() if request.param == "meaning" else open_here(embedder=None, settings=NO_MODEL)
    )


@pytest.mark.parametrize(
    "query",
    [
        "queue-runner-v2",
        "ADR-0012",
        "adr 0012",
        "run.py",
        "src/q",
        "src/q/run.py",
        "runner",
        "q/run",
    ],
)
def test_identifiers_are_found_whole_and_by_part(either: Memory, query: str) -> None:
    """Case 9: first each time, also without a model."""
    text = "retry logic lives in `queue-runner-v2`, see ADR-0012 and src/q/run.py"
    filled(either, text)
    assert either.search(query).hits[0].note.text == text


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("call parseConfigFile first", "config file"),
        ("call parseConfigFile first", "parseconfigfile"),
        ("HTTPServer answers", "server"),
        ("MAX_RETRY_COUNT is 5", "retry count"),
        ("Die Hauptstraße ist gesperrt", "hauptstraße"),
        ("Die Hauptstraße ist gesperrt", "HAUPTSTRASSE ist GESPERRT"),
        ("les cafés ouverts", "cafe\u0301s"),
        ("les cafe\u0301s ouverts", "café"),
        ("İstanbul office", "istanbul"),
        ("Dockerコンテナの設定を変更する", "docker"),
        ("Dockerコンテナの設定を変更する", "設定"),
        ("数据库端口是5433", "端口"),
        ("база данных на порту 5433", "БАЗА"),
        ("the deploys are running", "deploy run"),
        ("tagged", "infra"),
    ],
)
def test_words_are_found_in_other_forms(open_here: OpenHere, text: str, query: str) -> None:
    """Case, composition, inflection, parts of names, scripts without spaces, tags."""
    memory = filled(open_here(embedder=None, settings=NO_MODEL))
    memory.add(text, tags=["infra"])
    assert memory.search(query).hits[0].note.text == text


ODD = [
    *("a/b", '"unclosed', "col:val", "*", "(", "DO NOT RUN TESTS", "🚀", "", " ", "\0", "\ud800"),
    *("text:postgres", "ns:n1n", "n1n n2n", "NEAR(a b)", "a AND", "-postgres", "^postgres", "po*"),
    *("{text} : x", "rank", "' OR 1=1 --", "%", "_", "\\", "\u202e", "a" * 10_000, "the of and"),
    *("word " * 2_000, "x-" * 5_000, "日" * 10_000, ") OR (", "+", "AND OR NOT", '""', "\ufeff"),
]


@pytest.mark.parametrize("query", ODD, ids=range(len(ODD)))
def test_a_query_is_data_and_never_syntax(either: Memory, query: str) -> None:
    """Case 10: an answer, not an error; it can be written as JSON."""
    filled(either)
    assert msgspec.json.encode(either.search(query))


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(query=st.text(st.characters(), max_size=60))
def test_no_text_whatever_fails_as_a_query(either: Memory, query: str) -> None:
    """Also half characters, controls and syntax of every kind."""
    either.add("postgres listens on 5433")
    found = either.search(query)
    assert msgspec.json.encode(found)
    assert all(math.isfinite(hit.score) for hit in found.hits)


def test_words_that_look_like_operators_are_searched_as_words(open_here: OpenHere) -> None:
    """Case 10: and a namespace's own mark finds nothing."""
    memory = filled(open_here(embedder=None, settings=NO_MODEL), "do not run tests near AND gates")
    assert memory.search("NOT").hits[0].note.text == "do not run tests near AND gates"
    assert memory.search("NEAR AND").hits[0].note.text == "do not run tests near AND gates"
    for namespace in range(5):
        assert memory.search(f"n{namespace}n").hits == ()


def test_an_empty_question_is_answered_with_nothing(memory: Memory) -> None:
    """And a notice that says why."""
    filled(memory)
    for query in ("", " \n"):
        found = memory.search(query)
        assert found.hits == ()
        assert "empty_query" in {notice.code for notice in found.notices}


@pytest.mark.parametrize("k", [0, -1, 1_001])
def test_k_lies_between_one_and_a_thousand(memory: Memory, k: int) -> None:
    """Anything else is refused."""
    with pytest.raises(InvalidInput, match="between 1 and 1,000"):
        memory.search("x", k=k)


@pytest.mark.parametrize("backend_words", [False, True])
def test_the_same_text_in_two_projects_never_crosses(
    open_here: OpenHere, backend_words: bool
) -> None:
    """Each finds its own, the shared one in both, and nothing of the other."""
    changed: dict[str, Any] = {"embedder": None, "settings": NO_MODEL} if backend_words else {}
    alpha, beta = open_here(**changed), open_here("beta", **changed)
    for memory in (alpha, beta):
        filled(memory)
        added(memory, "the port of the database is 5433", tags=("db",))
    added(alpha, "only alpha has the zebra port")
    shared = added(beta, "the shared port is 80", scope="global")
    for memory, name in ((alpha, "alpha"), (beta, "beta")):
        for query, scope in itertools.product(
            ("database port 5433", "zebra", "db"), (None, "project", "global")
        ):
            hits = memory.search(query, k=1_000, scope=scope).hits  # type: ignore[arg-type]
            assert {hit.note.namespace for hit in hits} <= {name, "global"}
            if scope is not None:
                assert {hit.note.scope for hit in hits} <= {scope}
        assert shared.id in {hit.note.id for hit in memory.search("shared port").hits}
        assert memory.recent().total == len(FILLER) + (3 if name == "alpha" else 2)


def test_a_big_namespace_never_starves_a_small_one(open_here: OpenHere) -> None:
    """The candidates are limited after the namespace, not before."""
    big = open_here("big")
    big.add_many([Draft(text=f"deploy from main number {number}") for number in range(400)])
    big.add_many([Draft(text=f"deploy from main {n}", scope="global") for n in range(100)])
    small = open_here("small")
    added(small, "deploy needs a signed tag and a second person")
    for query in ("deploy from main", "deploy"):
        hits = small.search(query, k=200, scope="project").hits
        assert len(hits) == 1


def test_every_part_of_a_score_can_be_computed_again(memory: Memory, clock: FixedClock) -> None:
    """Floor: (0.7 · vector + 0.3 · bm25) × weight; order: match × weight × recency + importance."""
    for days, text in enumerate(FILLER):
        added(
            memory,
            text,
            importance=days / 10,
            pinned=days == 2,
            scope=("project", "global")[days % 2],
        )
        clock.move(days=days)
    for hit in memory.search("postgres queue linter retry sources staging").hits:
        parts = hit.parts
        assert parts.cosine is not None
        assert parts.vector == max(0.0, parts.cosine)
        assert parts.hybrid == pytest.approx(0.7 * parts.vector + 0.3 * parts.bm25)
        assert parts.weight == (0.9 if hit.note.scope == "global" else 1.0)
        assert parts.relevance == pytest.approx(parts.hybrid * parts.weight)
        age = (clock() - hit.note.created_at).days
        timeless = hit.note.pinned or hit.note.scope == "global"
        assert parts.recency == pytest.approx(1.0 if timeless else max(0.85, 2 ** (-age / 7)))
        assert parts.importance == pytest.approx(0.1 * ((hit.note.importance or 0.0) - 0.5))
        assert hit.score == parts.score
        assert parts.late is None  # the hash embedder tells no tokens
        assert parts.match == pytest.approx((parts.cosine + 0.2 * parts.share) / 1.2)
        ordered = parts.match * parts.weight * parts.recency + parts.importance
        assert hit.score == pytest.approx(ordered)
        assert hit.below_floor == (parts.relevance < 0.35)
        assert 0.0 <= parts.bm25 < 1.0


def order(found: Found) -> list[str]:
    """The ids of the hits."""
    return [hit.note.id for hit in found.hits]


def test_equal_notes_stand_newest_first_then_by_id(memory: Memory, clock: FixedClock) -> None:
    """The same question has the same answer, time after time."""
    same = ["red green blue", "green blue red", "blue red green"]
    for text in same:
        added(memory, text, pinned=True)
        clock.move(days=1)
    found = memory.search("red green blue")
    assert [hit.note.text for hit in found.hits] == same[::-1]
    assert all(order(memory.search("red green blue")) == order(found) for _ in range(5))


def test_more_hits_never_change_the_order_of_the_first(memory: Memory) -> None:
    """A limit only cuts."""
    memory.add_many([Draft(text=f"note {n} of the port {n % 7} and {n % 5}") for n in range(200)])
    longest = order(memory.search("port 3 and 4", k=30))
    for k in (1, 5, 12):
        assert order(memory.search("port 3 and 4", k=k)) == longest[:k]


def test_hits_under_a_wanted_score_are_left_out_and_weak_ones_counted(memory: Memory) -> None:
    """No floor is applied by itself."""
    filled(memory)
    found = memory.search("postgres listens on 5433 in staging")
    assert found.below_floor == sum(hit.below_floor for hit in found.hits) > 0
    strong = memory.search("postgres listens on 5433 in staging", min_score=0.35)
    assert [hit.note.text for hit in strong.hits] == [FILLER[0]]


def test_a_hit_carries_the_evidence_of_its_vector(memory: Memory, clock: FixedClock) -> None:
    """Whose it is, of which revision, and when it was made."""
    note = added(memory, FILLER[0])
    clock.move(hours=1)
    memory.edit(note.id, text=FILLER[1])
    evidence = memory.search(FILLER[1]).hits[0].evidence
    assert (evidence.note_id, evidence.namespace, evidence.revision) == (note.id, "alpha", 2)
    assert (evidence.embedder, evidence.embedded_at) == ("hash:64", clock())


def test_a_clock_that_goes_back_breaks_nothing(memory: Memory, clock: FixedClock) -> None:
    """A note of the future counts as new."""
    note = added(memory, "postgres listens on 5433")
    clock.move(days=-400)
    hit = memory.search("postgres").hits[0]
    assert hit.parts.recency == 1.0
    edited = memory.edit(note.id, topic="t").note
    assert edited.updated_at < edited.created_at
    memory.forget(note.id)
    memory.undo()
    assert [entry.op for entry in memory.history()] == ["undo", "forget", "edit", "add"]


def test_importance_and_pins_lift_what_matches_alike(memory: Memory, clock: FixedClock) -> None:
    """They order; they do not bury."""
    added(memory, "green red blue", importance=0.9)
    plain = added(memory, "blue green red")
    pinned = added(memory, "red blue green", pinned=True)
    assert memory.search("red green blue").hits[0].note.importance == 0.9
    clock.move(days=60)
    found = order(memory.search("red green blue"))
    assert found.index(pinned.id) < found.index(plain.id)
    assert memory.search("red green blue").hits[-1].parts.recency == 0.85


IDENTIFIER_NOTE = "retry logic lives in `queue-runner-v2`, see ADR-0012 and src/q/run.py"


@pytest.mark.parametrize("name", ["queue-runner-v2", "ADR-0012", "run.py", "src/q"])
def test_a_name_that_is_spelled_out_finds_the_note_that_spells_it(
    memory: Memory, name: str
) -> None:
    """Case 9: other notes hold the same words, one by one, and come after it."""
    note = added(memory, IDENTIFIER_NOTE)
    for text in ("run the py script in src before q", "the runner of the queue is v2", "run it"):
        added(memory, text)
    best = memory.search(name).hits[0]
    assert best.note.id == note.id
    assert best.parts.exact == 1.0
    assert not best.below_floor


def test_a_least_score_is_a_number(memory: Memory) -> None:
    """NaN compares with nothing, and would hide every hit."""
    with pytest.raises(InvalidInput):
        memory.search("anything", min_score=float("nan"))
