"""What is shipped for others' tests: the contract catches what breaks it."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import count

import numpy as np
import pytest

import memboard.engine
from memboard.engine import Embedder, HashEmbedder, testing
from memboard.engine.embed import (
    FloatMatrix,
    FloatVector,
    Read,
    TokenEmbedder,
    choose_embedder,
)
from memboard.engine.embed.fast import FastEmbedder
from memboard.engine.testing import ContractBroken, EmbedderContract, TokenHashEmbedder

PUBLIC = ["ContractBroken", "EmbedderContract", "HashEmbedder", "TokenHashEmbedder"]

CHECKS = """
a query is one unit vector of float32
a vector does not depend on its neighbours
different texts have different vectors
documents have a unit row of float32 each
it has a stable id and a width
no texts have no rows
odd texts have vectors too
queries compare with documents
rows are in the order of the texts
tokens where it tells them
two instances agree
"""


@pytest.fixture(scope="session")
def minilm(tmp_path_factory: pytest.TempPathFactory) -> Embedder:
    """The bundled model, loaded once for all tests."""
    models = tmp_path_factory.mktemp("models")
    handle = choose_embedder(bound=None, configured="minilm", models_dir=models).handle
    assert handle is not None
    return handle.get()


def test_what_is_shipped_is_this_and_no_more() -> None:
    """A name that comes or goes is a decision, and so is a promise."""
    assert testing.__all__ == [*PUBLIC, "embedder_faults"]
    assert testing.HashEmbedder is memboard.engine.HashEmbedder
    checks = list(EmbedderContract(HashEmbedder).checks())
    assert [name for name, _ in checks] == CHECKS.strip().splitlines()
    assert all(inspect.getdoc(check) for _, check in checks)


def test_it_needs_no_test_framework_and_loads_no_model() -> None:
    """Importing it costs as little as the engine."""
    program = (
        "import sys, memboard.engine.testing;"
        "print(*{'pytest', 'hypothesis', 'numpy', 'fastembed', 'unittest'} & set(sys.modules))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert answer.stdout.split() == []


@pytest.mark.parametrize("make", [HashEmbedder, TokenHashEmbedder, lambda: TokenHashEmbedder(20)])
def test_the_shipped_embedders_keep_the_contract(make: Callable[[], Embedder]) -> None:
    """Also at a width that fills no whole bytes."""
    assert testing.embedder_faults(make) == []


def test_the_bundled_model_keeps_the_contract(minilm: Embedder) -> None:
    """With its tokens, and on texts that nobody would write."""
    assert isinstance(minilm, FastEmbedder)
    assert isinstance(minilm, TokenEmbedder)
    assert testing.embedder_faults(lambda: minilm) == []


def test_the_token_hash_embedder_tells_a_vector_a_word() -> None:
    """The vector of the whole is the plain hash embedder's."""
    read = TokenHashEmbedder(64).read_query("the queue runner")
    assert read.tokens.shape == (3, 64)
    assert np.array_equal(read.tokens[1], HashEmbedder(64).embed_query("queue"))
    assert np.array_equal(read.vector, HashEmbedder(64).embed_query("the queue runner"))
    assert TokenHashEmbedder(64).read_query("?!").tokens.shape == (0, 64)


class Unnamed(HashEmbedder):
    """Has another id each time."""

    numbers = count()

    def __init__(self) -> None:
        super().__init__()
        self.id = f"mine:{next(self.numbers)}"


class Long(HashEmbedder):
    """Forgets to normalise."""

    def embed_documents(self, texts: Sequence[str]) -> FloatMatrix:
        """Rows of length two."""
        doubled: FloatMatrix = super().embed_documents(texts) * np.float32(2)
        return doubled


class Double(HashEmbedder):
    """Gives what numpy makes by itself."""

    def embed_query(self, text: str) -> FloatVector:
        """Float64."""
        wide: FloatVector = super().embed_query(text).astype(np.float64)
        return wide


class Sorting(HashEmbedder):
    """Batches by length and forgets to undo it."""

    def embed_documents(self, texts: Sequence[str]) -> FloatMatrix:
        """Rows from the shortest text on."""
        return super().embed_documents(sorted(texts, key=len))


class Averaging(HashEmbedder):
    """Lets a batch leak into its members."""

    def embed_documents(self, texts: Sequence[str]) -> FloatMatrix:
        """Rows drawn to their mean."""
        rows = super().embed_documents(texts)
        drawn = rows + rows.mean(axis=0) if len(rows) else rows
        even: FloatMatrix = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype("f4")
        return even


class Apart(HashEmbedder):
    """Puts questions into a space of their own."""

    def embed_query(self, text: str) -> FloatVector:
        """Turned round."""
        turned: FloatVector = np.roll(HashEmbedder().embed_query(text), 7)
        return turned

    def embed_documents(self, texts: Sequence[str]) -> FloatMatrix:
        """As they are."""
        return HashEmbedder().embed_documents(texts)


class Picky(HashEmbedder):
    """Does not take empty texts."""

    def embed_documents(self, texts: Sequence[str]) -> FloatMatrix:
        """Raise for them."""
        if not all(text.strip() for text in texts):
            raise ValueError("empty text")
        return super().embed_documents(texts)


class Flat(HashEmbedder):
    """Reads every text alike."""

    def embed_query(self, text: str) -> FloatVector:
        """The same for all."""
        return super().embed_query(text[:0])


class Seeded(HashEmbedder):
    """Draws its weights anew in each process."""

    numbers = count()

    def __init__(self) -> None:
        super().__init__()
        self._turn = next(self.numbers)

    def embed_query(self, text: str) -> FloatVector:
        """Turned by another angle each time."""
        turned: FloatVector = np.roll(super().embed_query(text), self._turn)
        return turned


class OneRow(HashEmbedder):
    """Gives a bare row where nothing was asked."""

    def embed_documents(self, texts: Sequence[str]) -> FloatMatrix:
        """Shape (1, n) for no texts."""
        return super().embed_documents(texts or [""])


class Marked(TokenHashEmbedder):
    """Tells tokens of another width."""

    def read_query(self, text: str) -> Read:
        """Half as wide."""
        read = super().read_query(text)
        return Read(read.vector, read.tokens[:, ::2])


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (Unnamed, "it has a stable id and a width: two instances have two ids"),
        (lambda: HashEmbedder(0), "dimensions is 0"),
        (Long, "documents: the length is 2.000"),
        (Double, "the numbers are float64, not float32"),
        (Sorting, "rows are not in the order of the texts"),
        (Averaging, "has another vector in company"),
        (Apart, "as a query is nearest to"),
        (Picky, "odd texts have vectors too: raised ValueError: empty text"),
        (Flat, "different texts have the same vector"),
        (Seeded, "two instances give two vectors for one text"),
        (OneRow, "no texts gave the shape (1, 384)"),
        (Marked, "the shape is (5, 192), not (5, 384)"),
    ],
)
def test_an_embedder_that_breaks_the_contract_is_told_how(
    make: Callable[[], Embedder], said: str
) -> None:
    """Each promise is looked at."""
    assert said in "\n".join(testing.embedder_faults(make))


def test_a_single_check_raises_an_assertion_error() -> None:
    """So that any test runner shows it as a failure."""
    with pytest.raises(ContractBroken, match="not 1"):
        EmbedderContract(Long).check_documents_have_a_unit_row_of_float32_each()
    assert issubclass(ContractBroken, AssertionError)
