"""`failures.*`: commands that failed, and what worked instead."""

from __future__ import annotations

from memboard.rpc import lessons, results
from memboard.rpc.calls.call import Call


def list_failures(call: Call, given: lessons.ListFailures) -> results.FailureLessons:
    """List failure lessons, those that happened last first."""
    failures = call.memory.failures(everywhere=given.everywhere, limit=given.limit)
    return results.FailureLessons(failures=failures, notices=call.memory.failure_notices())


def forget(call: Call, given: lessons.ForgetFailure) -> results.ForgottenLesson:
    """Forget a failure lesson of this project; the same fix is not learnt again."""
    (forgotten,) = call.memory.forget_failures(given.key)
    return results.ForgottenLesson(forgotten=forgotten)


def edit(call: Call, given: lessons.EditFailure) -> results.OneFailure:
    """Say what works instead of a command; what is learnt later does not change it."""
    return results.OneFailure(failure=call.memory.edit_failure_fix(given.key, given.fix))
