"""The cheap query: one small question to a model that somebody else runs and pays for.

Four may answer it: the host, over the pipe it opened (`host`); a configured command (`command`);
an OpenAI-compatible address (`url`); or nobody, and then there is none. What comes back is
untrusted text.
"""

from __future__ import annotations

from typing import Protocol

CHILD_VARIABLE = "MEMBOARD_CHILD"
"""Set for what a cheap query starts; a memboard that finds it asks nothing and hooks nothing."""


THREAD_NAME = "memboard-cheap-query"
"""The threads of a question; none outlives it."""


class CheapQuery(Protocol):
    """Whoever answers small questions."""

    name: str
    """What is said of it: `host`, `command` or `url`."""

    def ask(self, prompt: str, *, max_chars: int, timeout: float) -> str:
        """Give the model's answer as it came: untrusted, and of at most `max_chars` characters.

        Args:
            prompt: the whole question.
            max_chars: a longer answer is a failure; none is cut, for half an answer is no answer.
            timeout: seconds until whatever was started is ended.

        Raises:
            CheapQueryFailed: nobody may or can answer, too late or too much; says why in a line.
        """
        ...
