"""In whose name a change is made, and whose change an undo takes back."""

from __future__ import annotations

from collections.abc import Callable

from .client import Served


def test_undo_takes_back_ones_own_change_and_never_another_servers(
    serve: Callable[..., Served],
) -> None:
    """Of two servers on one store, each undoes its own last change, whatever the order."""
    one, two = serve("rpc-one"), serve("rpc-two")
    first = one.call("memory.add", text="said by the first")["note"]["id"]
    second = two.call("memory.add", text="said by the second")["note"]["id"]
    assert one.call("memory.undo")["notes"] == [first]
    assert one.fail("memory.undo")["data"]["code"] == "not_found"
    assert two.call("memory.undo")["notes"] == [second]


def test_a_connections_own_session_is_the_journals_alone(client: Served) -> None:
    """Without a session the journal tells the connection, and the note tells none."""
    note = client.call("memory.add", text="a fact")["note"]
    (change,) = client.call("memory.history", id=note["id"])["changes"]
    assert (note["session"], change["session"]) == (None, "rpc-testtest")


def test_a_given_session_is_kept_with_note_and_change(client: Served) -> None:
    """A host's session id is where the note came from, and whose change it is."""
    note = client.call("memory.add", text="a fact", session="conversation-1")["note"]
    (change,) = client.call("memory.history", session="conversation-1")["changes"]
    assert (note["session"], change["session"]) == ("conversation-1", "conversation-1")


def test_a_batchs_session_is_its_notes_session_unless_they_have_one(client: Served) -> None:
    """A note's own session wins over the call's."""
    results = client.call(
        "memory.add_many",
        notes=[{"text": "one"}, {"text": "two", "session": "mine"}],
        session="theirs",
    )["results"]
    assert [result["note"]["session"] for result in results] == ["theirs", "mine"]


def test_undo_without_a_session_follows_the_one_used_last(client: Served) -> None:
    """A caller that adds in a session's name need not name it again to take it back."""
    note = client.call("memory.add", text="a fact", session="conversation-1")["note"]
    assert client.call("memory.undo")["notes"] == [note["id"]]
    assert client.call("memory.redo")["notes"] == [note["id"]]


def test_an_undo_names_one_thing_at_most(client: Served) -> None:
    """Two targets at once are refused instead of one being picked."""
    error = client.fail("memory.undo", seq=1, change=1)
    assert error["data"]["code"] == "invalid_input"
