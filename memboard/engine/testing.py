"""For tests of what stands on the engine: embedders without a model, and what any embedder owes.

    from memboard.engine.testing import embedder_faults

    def test_my_embedder_keeps_the_contract() -> None:
        assert embedder_faults(MyEmbedder) == []

It needs no test framework: every check of `EmbedderContract` raises `ContractBroken`, an
AssertionError, that says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from memboard.engine.embed import Embedder, HashEmbedder, Read, TokenEmbedder
from memboard.engine.embed.hashing import stems

if TYPE_CHECKING:
    from memboard.engine.embed import FloatMatrix, FloatVector

__all__ = [
    "ContractBroken",
    "EmbedderContract",
    "HashEmbedder",
    "TokenHashEmbedder",
    "embedder_faults",
]

Make: TypeAlias = Callable[[], Embedder]
"""Makes an embedder, each time a new one."""

TEXTS = (
    "Staging Postgres listens on 5433",
    "deploys go out on Tuesdays",
    "the queue runner retries five times",
    "use tabs in Makefiles",
)
"""Ordinary notes that say different things."""

ODD_TEXTS = (
    "",
    " \n\t",
    "?!",
    "\0",
    "a\0b",
    "日本語のテキスト",
    "émoji \U0001f468\u200d\U0001f469\u200d\U0001f467 \u202e",
    "e\u0301",
    "x" * 20_000,
    "word " * 1_000,
)
"""What people and programs also ask for; an answer is owed to each."""

SAME = 0.999
"""The cosine from which two vectors of one text count as the same: floats round differently."""
ROUNDING = 1e-3


class ContractBroken(AssertionError):
    """An embedder does not do what memboard relies on; the message says what."""


class TokenHashEmbedder(HashEmbedder):
    """The hash embedder, telling its tokens: the vector of each word by itself.

    So that late interaction can be tested without a model.
    """

    def __init__(self, dimensions: int = 384) -> None:
        super().__init__(dimensions)
        self.id = f"token-hash:{dimensions}"

    def read_documents(self, texts: Sequence[str]) -> list[Read]:
        """Read each text: its vector, and one unit row a word."""
        return [self.read_query(text) for text in texts]

    def read_query(self, text: str) -> Read:
        """Read a question; the same as a note with these words."""
        return Read(self.embed_query(text), self.embed_documents(stems(text)))


class EmbedderContract:
    """What memboard relies on in an embedder, a check each; all of them take no arguments.

    Args:
        make: makes an embedder; called more than once, because two processes must agree.
    """

    def __init__(self, make: Make) -> None:
        self._make = make
        self.embedder = make()

    def checks(self) -> Iterator[tuple[str, Callable[[], None]]]:
        """Give every check with its name, to be run one by one."""
        for name in sorted(dir(self)):
            if name.startswith("check_"):
                yield name.removeprefix("check_").replace("_", " "), getattr(self, name)

    def check_it_has_a_stable_id_and_a_width(self) -> None:
        """The id is a printable text that names model and settings, and the same every time."""
        mine, other = self.embedder, self._make()
        named = isinstance(mine.id, str) and mine.id.strip() == mine.id and mine.id.isprintable()
        owed(named and bool(mine.id), f"the id is {mine.id!r}, not a printable text")
        owed(mine.id == other.id, f"two instances have two ids: {mine.id} and {other.id}")
        whole = isinstance(mine.dimensions, int) and mine.dimensions > 0
        owed(whole, f"dimensions is {mine.dimensions!r}, not a whole number from 1 on")
        owed(mine.dimensions == other.dimensions, "two instances have two widths")
        before = (mine.id, mine.dimensions)
        mine.embed_query(TEXTS[0])
        owed((mine.id, mine.dimensions) == before, "id or width changed when it was used")

    def check_documents_have_a_unit_row_of_float32_each(self) -> None:
        """Shape (n, dimensions), float32, each row of length one."""
        for count in (1, len(TEXTS)):
            self._owe_unit_rows(self.embedder.embed_documents(TEXTS[:count]), count, "documents")

    def check_a_query_is_one_unit_vector_of_float32(self) -> None:
        """Shape (dimensions,), float32, of length one."""
        for text in TEXTS:
            self._owe_unit_vector(self.embedder.embed_query(text), "a query")

    def check_no_texts_have_no_rows(self) -> None:
        """An empty list gives shape (0, dimensions)."""
        shape = self.embedder.embed_documents([]).shape
        owed(shape == (0, self.embedder.dimensions), f"no texts gave the shape {shape}")

    def check_rows_are_in_the_order_of_the_texts(self) -> None:
        """Backwards in, backwards out."""
        forwards = self.embedder.embed_documents(TEXTS)
        backwards = self.embedder.embed_documents(TEXTS[::-1])
        for row, other in zip(forwards, backwards[::-1], strict=True):
            owed(cosine(row, other) > SAME, "rows are not in the order of the texts")

    def check_a_vector_does_not_depend_on_its_neighbours(self) -> None:
        """In a batch, also beside a long text, as alone."""
        texts = (*TEXTS, "long " * 200)
        for text, row in zip(texts, self.embedder.embed_documents(texts), strict=True):
            alone = self.embedder.embed_documents([text])[0]
            owed(cosine(row, alone) > SAME, f"{text[:40]!r} has another vector in company")

    def check_queries_compare_with_documents(self) -> None:
        """A text asked for is nearest to the same text stored."""
        rows = self.embedder.embed_documents(TEXTS)
        for at, text in enumerate(TEXTS):
            nearest = int((rows @ self.embedder.embed_query(text)).argmax())
            owed(nearest == at, f"{text!r} as a query is nearest to {TEXTS[nearest]!r}")

    def check_different_texts_have_different_vectors(self) -> None:
        """Otherwise nothing can be found."""
        rows = self.embedder.embed_documents(TEXTS)
        alike = any(cosine(rows[0], row) > SAME for row in rows[1:])
        owed(not alike, "different texts have the same vector")

    def check_two_instances_agree(self) -> None:
        """The same id means the same vectors, also in the next process."""
        other = self._make()
        mine, theirs = self.embedder.embed_documents(TEXTS), other.embed_documents(TEXTS)
        for row, same in zip(mine, theirs, strict=True):
            owed(cosine(row, same) > SAME, "two instances give two vectors for one text")

    def check_odd_texts_have_vectors_too(self) -> None:
        """Empty, without words, with NUL, in any script, far too long."""
        rows = self.embedder.embed_documents(ODD_TEXTS)
        self._owe_unit_rows(rows, len(ODD_TEXTS), "odd texts")
        for text in ODD_TEXTS:
            self._owe_unit_vector(self.embedder.embed_query(text), f"the query {text[:20]!r}")

    def check_tokens_where_it_tells_them(self) -> None:
        """One unit row a token, or none; the vectors are those it gives without tokens."""
        embedder = self.embedder
        if not isinstance(embedder, TokenEmbedder):
            return
        texts = (*TEXTS, *ODD_TEXTS[:-1])
        reads = embedder.read_documents(texts)
        owed(len(reads) == len(texts), f"{len(texts)} texts gave {len(reads)} reads")
        rows = embedder.embed_documents(texts)
        for text, read, row in zip(texts, reads, rows, strict=True):
            self._owe_tokens(text, read, row)
        for text in texts:
            self._owe_tokens(text, embedder.read_query(text), embedder.embed_query(text))
        owed(len(reads[0].tokens) > 1, f"{texts[0]!r} has fewer than two tokens")

    def _owe_tokens(self, text: str, read: Read, vector: FloatVector) -> None:
        what = f"the tokens of {text[:20]!r}"
        owed(cosine(read.vector, vector) > SAME, f"{what} come with another vector")
        self._owe_unit_rows(read.tokens, len(read.tokens), what)

    def _owe_unit_rows(self, rows: FloatMatrix, count: int, what: str) -> None:
        wanted = (count, self.embedder.dimensions)
        owed(rows.shape == wanted, f"{what}: the shape is {rows.shape}, not {wanted}")
        for row in rows:
            self._owe_unit_vector(row, what)

    def _owe_unit_vector(self, vector: FloatVector, what: str) -> None:
        wanted = (self.embedder.dimensions,)
        owed(vector.shape == wanted, f"{what}: the shape is {vector.shape}, not {wanted}")
        owed(vector.dtype == "float32", f"{what}: the numbers are {vector.dtype}, not float32")
        length = cosine(vector, vector) ** 0.5
        owed(abs(length - 1.0) < ROUNDING, f"{what}: the length is {length:.3f}, not 1")


def embedder_faults(make: Make) -> list[str]:
    """Run every check of the contract; gives what is wrong, and nothing for a good embedder.

    Args:
        make: makes an embedder; called more than once, because two processes must agree.
    """
    faults = []
    for name, check in EmbedderContract(make).checks():
        try:
            check()
        except ContractBroken as broken:
            faults.append(f"{name}: {broken}")
        except Exception as error:  # whatever it raises is a fault of the embedder's
            faults.append(f"{name}: raised {type(error).__name__}: {error}")
    return faults


def owed(kept: bool, broken: str) -> None:
    """Raise ContractBroken unless a promise was kept."""
    if not kept:
        raise ContractBroken(broken)


def cosine(one: FloatVector, other: FloatVector) -> float:
    """Compute the cosine of two unit vectors."""
    return float(one @ other)
