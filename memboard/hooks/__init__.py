"""Host hooks: one short process an event, which never breaks its host.

A hook answers within its 800 milliseconds or not at all; whatever goes wrong, it ends with
exit code 0 and prints nothing. It imports neither click, msgspec nor numpy, but for a prompt
that nobody else answers.
"""
