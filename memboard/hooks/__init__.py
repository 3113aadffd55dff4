"""Host hooks: one short process an event, which never breaks its host."""
