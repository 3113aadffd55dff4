"""Credentials are masked before they are stored; talk about them is not."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memboard.engine.guard.credentials import CREDENTIALS, Credential
from memboard.engine.guard.masking import MASK, mask_secrets

CAUGHT = [(credential, text) for credential in CREDENTIALS for text in credential.catches]
PASSED = [(credential, text) for credential in CREDENTIALS for text in credential.passes]

PIECES = [
    *(text for _, text in CAUGHT),
    *("password=", "://", ":", "@", MASK, "token: ", "-----END PRIVATE KEY-----", " ", "\n", '"'),
]


@pytest.mark.parametrize(("credential", "text"), CAUGHT, ids=lambda v: getattr(v, "kind", ""))
def test_a_credential_is_masked_and_its_kind_named(credential: Credential, text: str) -> None:
    """The value is gone but for its prefix, and the span says where it stood."""
    masked = mask_secrets(text)
    hit = next(found for found in masked.found if found.kind == credential.kind)
    secret = text[hit.span[0] : hit.span[1]]
    assert secret not in masked.text
    assert secret[-8:] not in masked.text
    assert MASK in masked.text


@pytest.mark.parametrize(("credential", "text"), PASSED, ids=lambda v: getattr(v, "kind", ""))
def test_mentions_and_placeholders_stay_word_for_word(credential: Credential, text: str) -> None:
    """What only looks like a credential, or speaks of one, is kept."""
    assert mask_secrets(text).text == text, credential.why


@pytest.mark.parametrize(
    "text",
    [
        "rotate the API key monthly",
        "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "commit 9b418d6c0ffee4d3adbeef00112233445566778899",
        "id 550e8400-e29b-41d4-a716-446655440000",
        "payload UXVhcnRlcmx5IHNhbGVzIGdyZXcgMTIgcGVyY2VudA==",
        "export TOKEN=${TOKEN} PASSWORD=<password> SECRET=xxxxxxxxxxxx",
        "postgres://postgres:postgres@localhost:5432/app",
        "the session token expires after 24 hours: see docs/auth.md#token=lifetime",
    ],
)
def test_hashes_ids_and_test_data_stay(text: str) -> None:
    """Randomness alone is no secret; a name or a format must say so."""
    assert mask_secrets(text).found == ()


def test_a_masked_token_keeps_its_recognisable_prefix() -> None:
    """`ghp_••••` tells what it was and is of no use."""
    masked = mask_secrets("use ghp_k3JfQ9xLw2ZrB4nM7yPc3dHf6gJs1aEuVi0o for CI")
    assert masked.text == f"use ghp_{MASK} for CI"


@given(st.one_of(st.text(max_size=300), st.lists(st.sampled_from(PIECES), max_size=8).map("".join)))
def test_masking_a_masked_text_changes_nothing(text: str) -> None:
    """Masking is idempotent on any text, and never raises."""
    once = mask_secrets(text)
    assert mask_secrets(once.text) == type(once)(once.text)
    spans = [found.span for found in once.found]
    assert all(left[1] <= right[0] for left, right in pairwise(spans))
