"""One conversation, as its host drives it; all that is known of it lies in the store.

So a host may drive it through one object in one process, or through a fresh one for each event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from memboard.engine.errors import InvalidInput
from memboard.engine.memory.desk import Desk
from memboard.engine.memory.keeping import Keeping
from memboard.engine.model import Level, Surface, Trigger
from memboard.engine.recall.block import join_blocks, room_beside
from memboard.engine.recall.inject import Wish, checked_budget, checked_level
from memboard.engine.session.capture import Captured, capture
from memboard.engine.session.events import READABLE, Event, Outcome, Ran, Said
from memboard.engine.session.hearing import MAX_HEARD, unheard
from memboard.engine.session.lessons import Lesson
from memboard.engine.session.logged import events_of
from memboard.engine.session.outcomes import Boundary, Compacted, Hinted, Started, Turn
from memboard.engine.session.tools import Call, Ending, said_hint
from memboard.engine.shown import Recall
from memboard.engine.store import injected, sessions

OFF = "capture is off: neither the level nor auto_capture has it on"
NOBODY = "no cheap query: the host lends none, and none is configured"


class Session:
    """A conversation of a host's; made by `Memory.session`."""

    def __init__(self, desk: Desk, session: str, host: str | None) -> None:
        self.session = session
        self.host = host
        self._desk = desk
        self._store = desk.store
        self._kept = Keeping(desk.store)

    def start(self, transcript: str | None = None) -> Started:
        """Make the conversation known; the other calls do so too.

        Args:
            transcript: the file that Claude Code or Codex keeps of it; what is said is then
                read from there.
        """
        known = sessions.is_known(self._store.database, self.session)
        self._see(transcript)
        return Started(
            session=self.session,
            host=self.host,
            known=known,
            captures=self._desk.captures,
            re_searches=self._desk.re_searches,
            notices=self._kept.lost(),
        )

    def turn(
        self,
        prompt: str,
        *,
        transcript: Sequence[Said] = (),
        budget: int | None = None,
        level: Level | None = None,
        wait: bool = True,
    ) -> Turn:
        """Give what a prompt is worth knowing for; no note twice in one conversation.

        Args:
            prompt: any text.
            transcript: what was said since the last turn, or the whole of it: what is known
                is not kept twice. Kept, bounded, only where captures are on.
            budget: characters the block may have, by the host; whole notes only.
            level: how much; None takes the setting `aggressiveness`.
            wait: load the model first if need be; else answer by words while it loads.

        Raises:
            InvalidInput: the budget is negative, or there is no such level.
        """
        self._see()
        self._hear([*transcript, Said(role="user", text=prompt)])
        wish = self._wish("recall", budget, level)
        research = self._research(wish, wait=wait)
        if research is None:
            recall = self._desk.recall(prompt, wish, wait)
            return Turn(block=recall.block, recall=recall, research=None, notices=self._kept.lost())
        left = None if budget is None else room_beside(research.block, budget)
        recall = self._desk.recall(prompt, msgspec.structs.replace(wish, budget=left), wait)
        block = join_blocks(research.block, recall.block)
        return Turn(block=block, recall=recall, research=research, notices=self._kept.lost())

    def research(
        self, *, budget: int | None = None, level: Level | None = None, wait: bool = True
    ) -> Recall | None:
        """Recall for what the last compaction left, once; None where nothing waits for that."""
        return self._research(self._wish("research", budget, level), wait=wait)

    def tool_call(self, tool: str, given: object, call_id: str | None = None) -> Hinted:
        """Give the one line that a command about to be run is worth, if there is one.

        Args:
            tool: the tool's name at the host.
            given: its input as the host has it: an object, or a bare command.
            call_id: the host's id of the call.
        """
        call = Call(self.session, tool, given, call_id)
        lesson = self._kept.attempt(lambda: self._desk.watch.called(call))
        return self._hinted(lesson, logged=False)

    def tool_result(
        self,
        tool: str,
        given: object,
        outcome: Outcome,
        *,
        exit_code: int | None = None,
        call_id: str | None = None,
    ) -> Hinted:
        """Log a call that ended; gives the line that names its fix, if it failed and has one.

        The same `call_id` is logged once.
        """
        self._see()
        call = Call(self.session, tool, given, call_id)
        heard = self._kept.attempt(lambda: self._desk.watch.ended(call, Ending(outcome, exit_code)))
        return self._hinted(heard and heard.lesson, logged=heard is not None and heard.logged)

    def before_compact(self, *, timeout: float | None = None) -> Boundary:
        """Keep what is worth it before the host drops a part of the conversation."""
        return self._boundary("capture:before_compact", timeout)

    def compacted(self, summary: str | None = None) -> Compacted:
        """Let the conversation be given again what its compaction dropped.

        Args:
            summary: what the host left of it; searched with for the next turn where that is on.

        Raises:
            StoreBusy, StoreFull, StoreReadOnly: nothing was changed.
        """
        from memboard.engine.session.talk import clean_said  # patterns, and only where needed

        searched = bool(summary and summary.strip()) and self._desk.re_searches
        with self._store.database.writing("a compaction"):
            self._note(self._store.now())
            injected.drop_injected(self._store.database, self.session)
            if searched and summary:
                sessions.keep_summary(self._store.database, self.session, clean_said(summary))
        return Compacted(re_search=searched)

    def shutdown(self, *, timeout: float | None = None) -> Boundary:
        """End the conversation: keep what is worth it, then consolidate if due; twice is fine."""
        return self._ended(self._boundary("capture:shutdown", timeout), timeout)

    def read_back(
        self, transcript: Path, trigger: Trigger, *, timeout: float | None = None
    ) -> Boundary:
        """Keep what is worth it of the file that the host keeps of the conversation.

        Args:
            transcript: the file; it is read from where the last capture ended.
            trigger: `capture:before_compact` or `capture:shutdown`.
            timeout: seconds for the cheap query; None takes the setting.

        Raises:
            InvalidInput: the file cannot be read.
        """
        boundary = self._read(transcript, trigger, timeout)
        return self._ended(boundary, timeout) if trigger == "capture:shutdown" else boundary

    # --- what the calls share

    def _read(self, transcript: Path, trigger: Trigger, timeout: float | None) -> Boundary:
        from memboard.engine.session.talk import talk_of  # patterns, and only at boundaries
        from memboard.engine.session.transcripts import read_transcript

        self._see()
        database = self._store.database
        whole = read_transcript(transcript, self.host or "auto")
        start = sessions.reached(database, self.session)
        new = read_transcript(transcript, self.host or "auto", start=start) if start else whole
        ran = any(isinstance(one, Ran) for one in whole.events)  # it is written later than we log
        done = {self._desk.project: whole.events} if ran else events_of(database, self.session)
        if whole.skipped and not whole.events:
            self._unread(f"none of its {whole.skipped:,} lines is understood")
        boundary = self._distil(done, talk_of(new.events), trigger, timeout)
        if boundary.capture.reason is None:
            self._kept.change(lambda _: sessions.set_reached(database, self.session, new.offset))
        return msgspec.structs.replace(boundary, notices=self._kept.lost())

    def _unread(self, why: str) -> None:
        self._kept.say("transcript_unread", f"The host's own file was not read: {why}")

    def _hinted(self, lesson: Lesson | None, *, logged: bool) -> Hinted:
        hint = said_hint(lesson) if lesson else None
        if lesson and hint is None:
            self._kept.say("hint_withheld", "A known fix reads like an attack, and is withheld.")
        return Hinted(hint=hint, logged=logged, notices=self._kept.lost())

    def _wish(self, surface: Surface, budget: int | None, level: Level | None) -> Wish:
        chosen = checked_level(level or self._desk.settings.aggressiveness)
        return Wish(
            level=chosen, budget=checked_budget(budget), session=self.session, surface=surface
        )

    def _research(self, wish: Wish, *, wait: bool) -> Recall | None:
        """Recall for a summary that waits; nobody else does it again."""
        database = self._store.database
        summary = sessions.summary_of(database, self.session)
        if summary is None:
            return None
        taken = self._kept.change(lambda _: sessions.drop_summary(database, self.session))
        if not taken or not self._desk.re_searches:
            return None
        wish = msgspec.structs.replace(wish, surface="research")
        return self._desk.recall(summary, wish, wait)

    def _boundary(self, trigger: Trigger, timeout: float | None) -> Boundary:
        from memboard.engine.session.talk import talk_of  # patterns, and only at boundaries

        database = self._store.database
        path = Path(sessions.transcript_of(database, self.session) or "")
        if self.host in READABLE and path.is_file():
            try:
                return self._read(path, trigger, timeout)
            except (InvalidInput, OSError) as error:
                self._unread(str(error))
        done = events_of(database, self.session)
        said = sessions.said_in(database, self.session)
        talk = talk_of([Said(role=role, text=text) for _, role, text in said])
        boundary = self._distil(done, talk, trigger, timeout)
        if said and boundary.capture.reason is None:
            upto = said[-1][0]
            self._kept.change(lambda _: sessions.forget_talk(database, self.session, upto))
        return msgspec.structs.replace(boundary, notices=self._kept.lost())

    def _ended(self, boundary: Boundary, timeout: float | None) -> Boundary:
        self._kept.change(lambda now: sessions.end(self._store.database, self.session, now))
        lost = (*boundary.notices, *self._kept.lost())
        return msgspec.structs.replace(boundary, dream=self._desk.dream(timeout), notices=lost)

    def _distil(
        self,
        done: Mapping[str, Sequence[Event]],
        talk: str,
        trigger: Trigger,
        timeout: float | None,
    ) -> Boundary:
        """Learn from what was done, and capture what was said."""
        lessons = self._kept.attempt(lambda: self._desk.learn(self.session, done))
        learned, retired = lessons or (0, 0)
        return Boundary(
            learned=learned, retired=retired, capture=self._capture(talk, trigger, timeout)
        )

    def _capture(self, talk: str, trigger: Trigger, timeout: float | None) -> Captured:
        if not self._desk.captures:
            return Captured(reason=OFF)
        if self._desk.query is None:
            return Captured(reason=NOBODY)
        return capture(
            self._desk.workshop,
            self._desk.query,
            talk,
            trigger=trigger,
            session=self.session,
            host=self.host,
            timeout=timeout or self._desk.settings.cheap_query.timeout,
        )

    def _see(self, transcript: str | None = None) -> None:
        self._kept.change(lambda now: self._note(now, transcript))

    def _note(self, now: int, transcript: str | None = None) -> None:
        """Note inside a transaction that the conversation is at work."""
        project = self._desk.project
        sessions.see(self._store.database, self.session, self.host, project, now, transcript)

    def _hear(self, said: Sequence[Said]) -> None:
        """Keep what was said and is not known, where somebody will distil it."""
        database = self._store.database
        is_written = self.host in READABLE and sessions.transcript_of(database, self.session)
        if is_written or not self._desk.captures:
            return
        from memboard.engine.session.talk import clean_said  # patterns, and only where needed

        heard = [Said(role=one.role, text=clean_said(one.text)) for one in said[-MAX_HEARD:]]
        known = [
            Said(role=role, text=text) for _, role, text in sessions.said_in(database, self.session)
        ]
        new = unheard(known, [one for one in heard if one.text])

        def say(now: int) -> None:
            for one in new:
                sessions.say(database, self.session, one.role, one.text, now)

        self._kept.change(say)
