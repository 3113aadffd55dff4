"""The cheap model that a client lends: a question back over the pipe."""

from __future__ import annotations

from collections.abc import Callable

from memboard.engine.errors import CheapQueryFailed
from memboard.engine.model import Value
from memboard.rpc.questions import Questions, Unanswered

METHOD = "host/cheap_query"
TRUST = "Answer it with {text}, or with an error."


class Asked(Value, frozen=True):
    """What `host/cheap_query` takes."""

    session: str
    prompt: str
    max_chars: int
    """A longer answer is refused."""
    timeout: float
    """Seconds; a later answer is ignored."""


class HostQuery:
    """Whoever answers at the other end, for one session."""

    name = "host"

    def __init__(self, questions: Questions, session: str, unwanted: Callable[[], bool]) -> None:
        self._questions = questions
        self._session = session
        self._unwanted = unwanted

    def ask(self, prompt: str, *, max_chars: int, timeout: float) -> str:
        """Ask the client; its answer is untrusted.

        Raises:
            CheapQueryFailed: there is none, or it is no text, or too long.
            Cancelled: the client withdrew the request that led to the question.
        """
        asked = Asked(session=self._session, prompt=prompt, max_chars=max_chars, timeout=timeout)
        try:
            result = self._questions.ask(METHOD, asked, timeout=timeout, unwanted=self._unwanted)
        except Unanswered as error:
            raise CheapQueryFailed(f"{METHOD}: {error}.", hint=TRUST) from error
        text = result.get("text") if isinstance(result, dict) else None
        if not isinstance(text, str):
            raise CheapQueryFailed(f"{METHOD}: the client's result has no text.", hint=TRUST)
        if len(text) > max_chars:
            raise CheapQueryFailed(
                f"{METHOD}: {len(text):,} characters came, {max_chars:,} were asked for.",
                hint=TRUST,
            )
        return text
