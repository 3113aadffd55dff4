"""Transcripts of agents' hosts: what was said in them, what ran and how it ended."""

from memboard.engine.session.transcripts.reading import HOSTS, host_of, read_transcript
from memboard.engine.session.transcripts.transcript import Transcript

__all__ = ["HOSTS", "Transcript", "host_of", "read_transcript"]
