"""What the operations on notes share: the store, the embedder, and whose change it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from memboard.engine.answers import Notice, Similar
from memboard.engine.embed import Embedder, EmbedderHandle, Read, TokenEmbedder
from memboard.engine.embed.signs import pack_signs
from memboard.engine.errors import EmbedderFailed, MemboardError, ModelDamaged, ModelMissing
from memboard.engine.model import Note, Value
from memboard.engine.store import notes, vectors
from memboard.engine.store.journal import Author
from memboard.engine.store.notes import NoteRow
from memboard.engine.store.store import Store
from memboard.engine.store.vectors import Generation, Vector

if TYPE_CHECKING:
    from memboard.engine.guard.finding import SecretFinding

Made = TypeVar("Made")

SIMILAR_COSINE = 0.8
"""From here on a stored note is named as saying nearly the same."""
SIMILAR_COUNT = 3
UNIT_LOW, UNIT_HIGH = 0.99, 1.01
"""The square of a unit vector's length, give or take rounding."""
FLOAT_END = float("inf")


class Workshop(Value, frozen=True):
    """One operation's tools."""

    store: Store
    embedder: EmbedderHandle | None
    author: Author

    def as_session(self, session: str | None) -> Workshop:
        """Give the same tools in the name of another session, where one is named."""
        if session is None:
            return self
        author = Author(actor=self.author.actor, session=session, cycle=self.author.cycle)
        return Workshop(store=self.store, embedder=self.embedder, author=author)


class Embedded(Value, frozen=True):
    """Vectors made before a transaction, and by whom."""

    embedder: str | None
    vectors: tuple[Vector | None, ...]

    def only(self, at: int) -> Embedded:
        """Give the vector at one position by itself."""
        return Embedded(embedder=self.embedder, vectors=(self.vectors[at],))

    def put(self, store: Store, row: NoteRow, now: int) -> None:
        """Store the first vector as a note's; without one the note stays pending."""
        vector = self.vectors[0] if self.vectors else None
        if vector is not None and self.embedder is not None:
            store.put_vector(row, self.embedder, vector, now)


NO_VECTORS = Embedded(embedder=None, vectors=())


def embed(workshop: Workshop, texts: Sequence[str]) -> Embedded:
    """Embed texts before any lock is taken.

    Without a usable model there are no vectors: the notes are kept, found by words, and
    embedded when a model arrives.

    Raises:
        EmbedderFailed: the embedder is there and failed; nothing was stored.
    """
    handle = workshop.embedder
    bound = vectors.bound_embedder(workshop.store.database)
    if handle is None or not texts or (bound is not None and bound != handle.id):
        return Embedded(embedder=None, vectors=(None,) * len(texts))
    try:
        return Embedded(embedder=handle.id, vectors=vectors_of(handle, texts))
    except (ModelDamaged, ModelMissing):
        return Embedded(embedder=None, vectors=(None,) * len(texts))


def vectors_of(handle: EmbedderHandle, texts: Sequence[str]) -> tuple[Vector, ...]:
    """Embed texts: a checked vector for each, with its tokens' signs where the model tells them.

    Raises:
        EmbedderFailed: the embedder failed, or gave something else.
    """
    return tuple(
        Vector(
            floats=read.vector.astype("<f4").tobytes(),
            signs=pack_signs(read.tokens) if len(read.tokens) else None,
        )
        for read in checked_reads(handle, texts)
    )


def read_query(handle: EmbedderHandle, query: str) -> Read:
    """Embed a question, with the same check and the same errors."""
    return checked(handle, [attempt(handle, lambda embedder: query_of(embedder, query))])[0]


def checked_reads(handle: EmbedderHandle, texts: Sequence[str]) -> list[Read]:
    """Let an embedder read texts, and check what it made."""
    reads = attempt(handle, lambda embedder: documents_of(embedder, texts))
    if len(reads) != len(texts):
        raise EmbedderFailed(f"{handle.id} gave {len(reads)} vectors for {len(texts)} texts.")
    return checked(handle, reads)


def documents_of(embedder: Embedder, texts: Sequence[str]) -> list[Read]:
    """Read notes with whatever the embedder can do."""
    if isinstance(embedder, TokenEmbedder):
        return embedder.read_documents(texts)
    matrix = embedder.embed_documents(texts)
    return [Read(row, matrix[:0]) for row in matrix]


def query_of(embedder: Embedder, query: str) -> Read:
    """Read a question with whatever the embedder can do."""
    if isinstance(embedder, TokenEmbedder):
        return embedder.read_query(query)
    vector = embedder.embed_query(query)
    return Read(vector, vector.reshape(1, -1)[:0])


def attempt(handle: EmbedderHandle, make: Callable[[Embedder], Made]) -> Made:
    """Run an embedder; whatever it raises becomes an error of ours."""
    try:
        return make(handle.get())
    except MemboardError:
        raise
    except Exception as error:
        raise EmbedderFailed(f"{handle.id} failed: {error}") from error


def checked(handle: EmbedderHandle, reads: list[Read]) -> list[Read]:
    """Look at what an embedder made: one stored vector that is no number fails every search."""
    for read in reads:
        if read.vector.shape != (handle.dimensions,):
            raise EmbedderFailed(
                f"{handle.id} gave a vector of shape {read.vector.shape} instead of "
                f"({handle.dimensions},)."
            )
        if not UNIT_LOW < (read.vector * read.vector).sum() < UNIT_HIGH:
            raise EmbedderFailed(f"{handle.id} gave a vector that is not of length one.")
        if read.tokens.shape != (len(read.tokens), handle.dimensions) or not all_finite(read):
            raise EmbedderFailed(f"{handle.id} gave token vectors that are none.")
    return reads


def all_finite(read: Read) -> bool:
    """Tell whether every number of the token vectors is one."""
    return bool(abs(read.tokens).sum() < FLOAT_END)


def find_similar(
    store: Store, embedded: Embedded, namespaces: Sequence[int], leave_out: str = ""
) -> tuple[Similar, ...]:
    """Name the stored notes that say nearly the same as the text that was embedded first."""
    vector, generation = embedded.vectors[0] if embedded.vectors else None, store.bound()
    if vector is None or generation is None or generation.embedder != embedded.embedder:
        return ()
    return similar_to(store, generation, vector.floats, namespaces, leave_out)


def similar_to(
    store: Store,
    generation: Generation,
    vector: bytes,
    namespaces: Sequence[int],
    leave_out: str = "",
) -> tuple[Similar, ...]:
    """Name the notes nearest to a vector, from `SIMILAR_COSINE` on."""
    near: dict[int, float] = {}
    for namespace in namespaces:
        near |= vectors.find_nearest(
            store.database, generation, namespace, vector, SIMILAR_COUNT + 1
        )
    close = {key: cosine for key, cosine in near.items() if cosine >= SIMILAR_COSINE}
    rows = notes.by_keys(store.database, list(close))
    ordered = sorted(rows.values(), key=lambda row: (-close[row.key], row.id))
    return tuple(
        Similar(id=row.id, text=row.text, score=round(close[row.key], 4))
        for row in ordered
        if row.id != leave_out
    )[:SIMILAR_COUNT]


class Masking:
    """Masks the credentials in texts, before they are hashed, indexed or embedded."""

    def __init__(self) -> None:
        self._found: list[SecretFinding] = []

    def __call__(self, text: str) -> str:
        """Mask one text."""
        from memboard.engine.guard.masking import mask_secrets

        masked = mask_secrets(text)
        self._found += masked.found
        return masked.text

    @property
    def kinds(self) -> tuple[str, ...]:
        """Name the kinds of all that was masked."""
        return tuple(found.kind for found in self._found)


def words_only(note: Note) -> tuple[Notice, ...]:
    """Say that a note has no vector of its text, if so."""
    if note.findable == "meaning":
        return ()
    text = "Stored, and found by words only until a model is here: memboard model pull."
    return (Notice(code="words_only", text=text),)
