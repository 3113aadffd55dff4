"""A cheap query answered by an OpenAI-compatible address, such as a local Ollama's."""

from __future__ import annotations

import os

from memboard.engine.errors import CheapQueryFailed
from memboard.engine.session.cheap.completions import body_of, complaint_in, text_of
from memboard.engine.session.cheap.saying import checked_answer, harmless, too_long

HINT = "memory.cheap_query.url names it; Ollama's is http://127.0.0.1:11434/v1."
LONGEST_ESCAPE = 12
"""Bytes of one character in JSON: two \\uXXXX."""
FRAME_BYTES = 65_536
"""What an answer holds beside its text."""


class UrlQuery:
    """Posts each question to one address; follows no redirect, and keeps nothing open."""

    name = "url"

    def __init__(self, url: str, model: str, key_env: str = "") -> None:
        """Take an address as the settings allow it, a model, and where its key is kept, if any."""
        self._url = url
        self._model = model
        self._key_env = key_env

    def ask(self, prompt: str, *, max_chars: int, timeout: float) -> str:
        """Ask the address; the timeout covers all of it, from the name's look-up on.

        Raises:
            CheapQueryFailed: it cannot be reached, refuses, takes too long, or gives no answer.
        """
        from memboard.engine.session.cheap.posting import Post, TooMuch, Unreached  # http: 25 ms

        key = self._key()
        text = prompt.encode("utf-8", "replace").decode("utf-8")  # half characters too
        post = Post(self._url, "/chat/completions", body_of(self._model, text), key)
        try:
            reply = post.send(max_chars * LONGEST_ESCAPE + FRAME_BYTES, timeout)
        except TooMuch as error:
            raise too_long(post.host, max_chars) from error
        except Unreached as error:
            raise CheapQueryFailed(f"{post.host}: {error}.", hint=HINT) from error
        if reply.status != 200:
            said = harmless(complaint_in(reply.body), key)
            raise CheapQueryFailed(said_refusal(post.host, reply.status, said), hint=HINT)
        return checked_answer(post.host, text_of(post.host, reply.body), max_chars)

    def _key(self) -> str:
        """Read the key.

        Raises:
            CheapQueryFailed: there is none, or it is no key; neither is ever named.
        """
        if not self._key_env:
            return ""
        key = os.environ.get(self._key_env, "").strip()
        if not key or not key.isascii() or not key.isprintable():
            what = "holds no key" if key else "is not set"
            raise CheapQueryFailed(f"Not asked: the environment variable of the key {what}.")
        return key


def said_refusal(host: str, status: int, said: str) -> str:
    """Say what a server answered instead of an answer."""
    if 300 <= status < 400:
        return f"{host} leads elsewhere (status {status}), and redirects are not followed."
    return f"{host} answered with status {status}{': ' if said else ''}{said.rstrip('.')}."
