"""A server that is asked: whatever it sends, there is an answer or a reason, in time."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler

import pytest

from memboard.engine.errors import CheapQueryFailed
from memboard.engine.session.cheap.url import UrlQuery

from .fake_server import FakeServer, completion

KEY = "sk-a-key-that-nobody-else-may-see"
SOON = 0.5
AMPLE = 30.0


def ask(server: FakeServer, prompt: str = "a question", *, timeout: float = AMPLE) -> str:
    """Ask for at most a hundred characters."""
    return UrlQuery(server.url, "small").ask(prompt, max_chars=100, timeout=timeout)


def refusal(server: FakeServer, *, timeout: float = AMPLE) -> str:
    """Ask what has no answer; gives the reason."""
    with pytest.raises(CheapQueryFailed) as raised:
        ask(server, timeout=timeout)
    assert raised.value.message.isprintable()
    return raised.value.message


def test_the_question_goes_out_and_the_answer_comes_back(server: FakeServer) -> None:
    """As one user message to the configured model, under the address's own path."""
    server.answer = completion("naïve ☃\n")
    assert ask(server, "what is ☃\x00?") == "naïve ☃\n"
    (asked,) = server.asked
    assert asked.path == "/v1/chat/completions"
    assert asked.body == {
        "model": "small",
        "messages": [{"role": "user", "content": "what is ☃\x00?"}],
        "stream": False,
    }
    assert "authorization" not in asked.headers


def test_a_slash_at_the_end_of_the_address_is_fine(server: FakeServer) -> None:
    """And a question with half a character too."""
    server.url += "/"
    assert ask(server, "a\ud800b") == "an answer"
    assert (server.asked[0].path, server.asked[0].body["messages"][0]["content"]) == (
        "/v1/chat/completions",
        "a?b",
    )


def test_the_key_is_read_from_the_environment(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When it is needed, from the one variable."""
    monkeypatch.setenv("A_KEY", f"{KEY}\n")
    assert UrlQuery(server.url, "m", "A_KEY").ask("?", max_chars=100, timeout=AMPLE)
    assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize("key", [None, "", "a\nb", "ké"])
def test_without_a_key_nothing_is_sent(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch, key: str | None
) -> None:
    """And neither the key nor the variable, which may be the key by mistake, is named."""
    if key is None:
        monkeypatch.delenv("A_KEY", raising=False)
    else:
        monkeypatch.setenv("A_KEY", key)
    with pytest.raises(CheapQueryFailed, match="Not asked: ") as raised:
        UrlQuery(server.url, "m", "A_KEY").ask("?", max_chars=100, timeout=AMPLE)
    assert "A_KEY" not in str(raised.value)
    assert server.asked == []


def test_a_key_that_comes_back_in_an_error_is_masked(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Servers say which key was wrong."""
    monkeypatch.setenv("A_KEY", KEY)
    server.status = 401
    server.answer = b'{"error": {"message": "Incorrect API key provided: %s"}}' % KEY.encode()
    with pytest.raises(CheapQueryFailed) as raised:
        UrlQuery(server.url, "m", "A_KEY").ask("?", max_chars=100, timeout=AMPLE)
    assert "status 401: Incorrect API key provided" in raised.value.message
    assert KEY not in repr(raised.getrepr(chain=True))
    assert KEY not in str(raised.value)


@pytest.mark.parametrize(
    ("status", "answer", "reason"),
    [
        (500, b"<html>oh</html>", "answered with status 500."),
        (404, b'{"error": "model \'x\' not found"}', "status 404: model 'x' not found."),
        (429, b'{"error": {"message": "Slow down.\\nPlease."}}', "status 429: Slow down."),
        (400, b"[" * 60_000, "answered with status 400."),
        (204, b"", "answered with status 204."),
        (200, b"<html>oh</html>", "answered with something that is no completion."),
        (200, b"", "answered with something that is no completion."),
        (200, b'{"answer": "yes"}', "answered with something that is no completion."),
        (200, b'{"choices": 3}', "answered with something that is no completion."),
        (200, b'{"x": ' + b"[" * 60_000, "answered with something that is no completion."),
        (200, completion("x").replace(b'"x"', b'"\xff"'), "something that is no completion."),
        (200, completion("x").replace(b'"x"', b'"\\ud800"'), "something that is no completion."),
        (200, b'{"choices": []}', "answered nothing."),
        (200, completion(None), "answered nothing."),
        (200, completion(" \n"), "answered nothing."),
        (
            200,
            completion("half an", finish_reason="length"),
            "cut its answer at a limit of its own.",
        ),
    ],
)
def test_what_is_no_answer_is_told_apart(
    server: FakeServer, status: int, answer: bytes, reason: str
) -> None:
    """In one line that names the host."""
    server.status, server.answer = status, answer
    said = refusal(server)
    assert said.startswith("127.0.0.1 ")
    assert said.endswith(reason)


@pytest.mark.parametrize("letter", ["x", "☃", "🦊", '"', "\x01"])
def test_characters_count_and_not_bytes(server: FakeServer, letter: str) -> None:
    """A hundred are an answer, one more is none; however they are escaped."""
    for number, escaped in ((100, False), (100, True), (101, False)):
        server.answer = completion(letter * number)
        if escaped:
            units = letter.encode("utf-16-be").hex(" ", 2).split()
            written = "".join(f"\\u{unit}" for unit in units) * number
            server.answer = completion("@").replace(b'"@"', f'"{written}"'.encode())
        if number == 100:
            assert ask(server) == letter * 100
        else:
            assert refusal(server).endswith("answered with more than 100 characters.")


@pytest.mark.parametrize("announced", [True, False])
def test_a_huge_answer_is_not_read(server: FakeServer, *, announced: bool) -> None:
    """Neither where its size is told beforehand nor where it has no end."""

    def flood(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        if announced:
            handler.send_header("Content-Length", str(10**12))
        handler.end_headers()
        while not server.ended.is_set():
            handler.wfile.write(b" " * 65_536)

    server.act = flood
    assert refusal(server).endswith("answered with more than 100 characters.")


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed(server: FakeServer, status: int) -> None:
    """The question and the key stay with whom they are meant for."""
    with FakeServer().running() as other:
        server.status, server.headers = status, {"Location": other.url}
        assert "redirects are not followed" in refusal(server)
        assert other.asked == []


def test_a_compressed_answer_is_refused(server: FakeServer) -> None:
    """A small one may unpack to anything."""
    server.headers = {"Content-Encoding": "gzip"}
    assert "compresses" in refusal(server)


@pytest.mark.parametrize("part", ["head", "body", "chunks"])
def test_an_answer_that_drips_is_too_late(server: FakeServer, part: str) -> None:
    """The timeout covers the whole of it; every single piece came in time."""

    def drip(handler: BaseHTTPRequestHandler) -> None:
        body = server.answer
        if part == "head":
            head = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nX-Filler: %s\r\n\r\n"
            server.drip(handler, head % (len(body), b"x" * 400) + body)
        elif part == "body":
            handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body))
            server.drip(handler, body)
        else:
            handler.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            pieces = b"".join(b"1\r\n%c\r\n" % byte for byte in body)
            server.drip(handler, pieces + b"0\r\n\r\n")

    server.act = drip
    assert refusal(server, timeout=SOON) == "127.0.0.1: no whole answer within 0.5 seconds."


def test_a_server_that_says_nothing_is_too_late(server: FakeServer) -> None:
    """The connection is closed, and no thread waits for it."""
    server.act = lambda _: server.ended.wait(AMPLE)
    assert "no whole answer within 0.5 seconds" in refusal(server, timeout=SOON)


def test_an_answer_that_breaks_off_is_none(server: FakeServer) -> None:
    """Even where what is there can be read."""
    server.headers = {"Content-Length": "4000"}
    assert refusal(server).endswith("its answer breaks off.")


def test_what_speaks_no_http_is_named(server: FakeServer) -> None:
    """Its first line may be hostile."""
    server.act = lambda handler: handler.wfile.write(b"\x1b]0;x\x07 220 smtp ready\r\n")
    assert refusal(server).startswith("127.0.0.1: ")


def test_nobody_there_is_said_so() -> None:
    """With the setting that names it."""
    with FakeServer().running() as gone:
        pass
    with pytest.raises(CheapQueryFailed, match=r"127\.0\.0\.1: Connection refused") as raised:
        ask(gone)
    assert "memory.cheap_query.url" in str(raised.value)


def test_no_encryption_where_some_was_wanted_is_said_so(server: FakeServer) -> None:
    """Nothing is sent in the clear instead."""
    server.url = server.url.replace("http:", "https:")
    assert refusal(server).startswith("127.0.0.1: ")
    assert server.asked == []
