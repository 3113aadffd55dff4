"""The shapes of credentials, as data."""

from __future__ import annotations

import re

from memboard.engine.model import Value


class Credential(Value, frozen=True):
    """One format of secret: where it stands and how much of it may stay readable."""

    kind: str
    why: str
    """Where the format is described, and what keeps other texts out."""
    cues: tuple[str, ...]
    """Pieces of which one must be there; only for speed."""
    pattern: re.Pattern[str]
    """Group `secret` is what is masked; group `keep`, if any, is the prefix that stays.

    Where names may nest, it stands in a lookahead, so that a refused value hides no other.
    """
    judged: bool = False
    """Whether the value must also look random: for values that only their name gives away."""
    catches: tuple[str, ...] = ()
    passes: tuple[str, ...] = ()


def _token(keep: str, rest: str) -> re.Pattern[str]:
    """A token of its own: a fixed prefix and a random rest."""
    return re.compile(rf"(?<![A-Za-z0-9_])(?P<secret>(?P<keep>{keep}){rest})(?![A-Za-z0-9])")


_NAME = (
    r"(?:pass(?:word|wd|phrase)|pwd|secret|token|api[_-]?key|access[_-]?key|auth[_-]?key"
    r"|client[_-]?secret|private[_-]?key|secret[_-]?key|signing[_-]?key|encryption[_-]?key)"
)

CREDENTIALS = (
    Credential(
        kind="private-key",
        why="RFC 7468 blocks and OpenPGP's. The words BEGIN PRIVATE KEY alone are a mention.",
        cues=("PRIVATE KEY",),
        pattern=re.compile(
            r"-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY(?: BLOCK)?-----"
            r"(?P<secret>(?:(?!-----)[\s\S]){40,8000})"
        ),
        catches=("-----BEGIN RSA PRIVATE KEY-----\n" + "MIIEowIBAAKCAQEA7bq" * 4 + "\n-----END",),
        passes=("grep for '-----BEGIN PRIVATE KEY-----' in CI",),
    ),
    Credential(
        kind="aws-access-key",
        why="AWS: four letters of type, sixteen more. Amazon's own docs end theirs in EXAMPLE.",
        cues=("AKIA", "ASIA"),
        pattern=_token("AKIA|ASIA", "[A-Z0-9]{16}"),
        catches=("AKIAQ7WEJ4ZK3MVP9TXB",),
        passes=("AKIAIOSFODNN7EXAMPLE",),
    ),
    Credential(
        kind="aws-secret-key",
        why="Forty characters without a prefix, told by their name only.",
        cues=("ecret",),
        pattern=re.compile(
            r"(?i:aws[_-]?secret(?:[_-]?access)?[_-]?key)[\"']?\s{0,3}[=:]\s{0,3}[\"']?"
            r"(?P<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])"
        ),
        catches=("aws_secret_access_key = kT9vQ2xLw8ZrB4nM7yPc3dHf6gJs1aEuVi0oXqWt",),
        passes=("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",),
    ),
    Credential(
        kind="github-token",
        why="GitHub's prefixes since 2021, with 36 characters or more.",
        cues=("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        pattern=_token("gh[pousr]_|github_pat_", "[A-Za-z0-9_]{36,255}"),
        catches=("ghp_k3JfQ9xLw2ZrB4nM7yPc3dHf6gJs1aEuVi0o",),
        passes=("ghp_YOUR_TOKEN_HERE", "ghp_" + "x" * 36),
    ),
    Credential(
        kind="gitlab-token",
        why="GitLab's token prefixes.",
        cues=("glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glsoat-", "glagent-"),
        pattern=_token("gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent)-", r"[\w-]{20,80}"),
        catches=("glpat-Xy7_kQ2mZr9LwB4nVt3P",),
        passes=("glpat-<your-token>",),
    ),
    Credential(
        kind="slack-token",
        why="Slack's bot, user, app and refresh tokens.",
        cues=("xox", "xapp-"),
        pattern=_token("xox[abeoprs]-|xapp-", r"[0-9A-Za-z][\w-]{19,200}"),
        catches=("xoxb-2384756102-9182736450-aBcD3fGh1JkLmN0pQrSt",),
        passes=("xoxb-your-token", "xoxb-" + "x" * 24),
    ),
    Credential(
        kind="slack-webhook",
        why="Whoever knows the address may post.",
        cues=("hooks.slack.com",),
        pattern=re.compile(
            r"hooks\.slack\.com/(?:services|workflows)/(?P<secret>"
            r"(?P<keep>[TA])\w{6,14}/\w{6,14}/\w{16,40})"
        ),
        catches=("https://hooks.slack.com/services/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",),
        passes=("https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",),
    ),
    Credential(
        kind="stripe-key",
        why="Stripe's secret and restricted keys and webhook secrets; publishable ones are public.",
        cues=("sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"),
        pattern=_token("[sr]k_(?:live|test)_|whsec_", "[A-Za-z0-9]{16,200}"),
        catches=("sk_live_" + "51HqL2kQ9xLw2ZrB4nM7yPc3",),
        passes=("pk_live_51HqL2kQ9xLw2ZrB4nM7yPc3", "sk_test_..."),
    ),
    Credential(
        kind="anthropic-key",
        why="Anthropic's API and admin keys.",
        cues=("sk-ant-",),
        pattern=_token("sk-ant-", r"[\w-]{24,200}"),
        catches=("sk-ant-api03-k3JfQ9xLw2ZrB4nM7yPc3dHf6gJs1aEuVi0oXq",),
        passes=("sk-ant-...", "sk-ant-your-key-here"),
    ),
    Credential(
        kind="openai-key",
        why="OpenAI's keys of all generations, and OpenRouter's, which look alike.",
        cues=("sk-",),
        pattern=_token(
            "sk-(?:proj-|svcacct-|admin-|or-v1-)?",
            r"(?!ant-)(?=[\w-]{0,40}\d)[A-Za-z0-9][\w-]{31,220}",
        ),
        catches=("sk-proj-k3JfQ9xLw2ZrB4nM7yPc3dHf6gJs1aEuVi0oXq",),
        passes=("sk-short", "sk-proj-YOUR_KEY", "mask-image-of-a-very-long-css-class-name-2"),
    ),
    Credential(
        kind="google-key",
        why="Google's API keys, OAuth access tokens and client secrets.",
        cues=("AIza", "ya29.", "GOCSPX-"),
        pattern=_token(r"AIza|ya29\.|GOCSPX-", r"[\w-]{28,300}"),
        catches=("AIzaSyD3k9xLw2ZrB4nM7yPc3dHf6gJs1aEuVi0",),
        passes=("AIzaSy...", "AIza" + "x" * 35),
    ),
    Credential(
        kind="registry-token",
        why="npm, PyPI, Hugging Face, Docker Hub, RubyGems: each with its own prefix.",
        cues=("npm_", "pypi-", "hf_", "dckr_pat_", "rubygems_"),
        pattern=_token(
            "npm_|pypi-AgE|hf_|dckr_pat_|rubygems_", r"(?=\w{0,30}[A-Z0-9])[\w-]{27,250}"
        ),
        catches=(
            "npm_k3JfQ9xLw2ZrB4nM7yPc3dHf6gJs1aEuVi0o",
            "pypi-AgEIcHlwaS5vcmcCJGk3SmZROXhMdzJackI0",
        ),
        passes=(
            "npm_config_registry",
            "npm_package_config_some_long_setting_name",
            "hf_hub_download",
        ),
    ),
    Credential(
        kind="service-token",
        why="SendGrid, DigitalOcean, Shopify, Telegram, age: each with its own shape.",
        cues=("SG.", "dop_v1_", "shpat_", "shpss_", "AGE-SECRET-KEY-1", ":AA"),
        pattern=re.compile(
            r"(?<![A-Za-z0-9_])(?P<secret>(?P<keep>SG\.)[\w-]{20,24}\.[\w-]{39,50}"
            r"|(?:dop_v1_|shpat_|shpss_)[0-9a-f]{32,64}|AGE-SECRET-KEY-1[0-9A-Z]{58}"
            r"|\d{8,10}:AA[\w-]{32,34})(?![\w-])"
        ),
        catches=("123456789:AAk3JfQ9xLw2ZrB4nM7yPc3dHf6gJs1aEuVi",),
        passes=("SG.xxx", "12:AA is a time"),
    ),
    Credential(
        kind="jwt",
        why="RFC 7519: header and claims in base64 both begin with an opening brace; signed.",
        cues=("eyJ",),
        pattern=_token("eyJ", r"[\w-]{8,500}\.eyJ[\w-]{8,3000}\.[\w-]{16,1000}"),
        catches=("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n",),
        passes=("eyJhbGciOiJIUzI1NiJ9 is a header", "eyJ..."),
    ),
    Credential(
        kind="url-password",
        why="A password in the authority of a URL (RFC 3986), which also forbids its use.",
        cues=("://",),
        pattern=re.compile(
            r"(?i)(?<![a-z0-9])[a-z][a-z0-9+.-]{1,20}://[^\s/:@'\"`<>]{0,80}:"
            r"(?P<secret>[^\s/@'\"`]{3,120})@"
            r"(?!(?:[\w-]{1,40}\.)?example\.(?:com|org|net))"
        ),
        catches=("postgres://app:k3Jf-Q9xLw@db.internal/main",),
        passes=(
            "postgres://user:password@localhost/db",
            "https://user:${TOKEN}@github.com/x",
            "redis://:<password>@host",
            "https://me:k3JfQ9xLw@example.com",
        ),
    ),
    Credential(
        kind="bearer-token",
        why="A literal in an Authorization header.",
        cues=("earer", "asic"),
        pattern=re.compile(
            r"(?i)\b(?:authorization[\"']?\s{0,2}[:=]\s{0,2}[\"']?)(?:bearer|basic|token) "
            r"(?P<secret>[\w.~+/=-]{16,2000})"
        ),
        judged=True,
        catches=("Authorization: Bearer k3JfQ9xLw2ZrB4nM7yPc3dHf",),
        passes=("Authorization: Bearer $TOKEN", "Authorization: Bearer your-access-token-here"),
    ),
    Credential(
        kind="assigned-secret",
        why="A random literal under a name such as password. Variables, calls, words and "
        "placeholders are how one writes about secrets.",
        cues=(
            "pass",
            "pwd",
            "secret",
            "token",
            "key",
            "PASS",
            "PWD",
            "SECRET",
            "TOKEN",
            "KEY",
            "Key",
            "Pass",
            "Secret",
            "Token",
        ),
        pattern=re.compile(
            rf"(?i){_NAME}[\"']?\s{{0,3}}(?::=|[=:])\s{{0,3}}[\"']?"
            r"(?=(?P<secret>[^\s\"'`,;<>(){}\[\]|$\\]{10,200})(?:[\s\"',;`.]|$))"
        ),
        judged=True,
        catches=("DB_PASSWORD=k3Jf-Q9xLw2Z", 'api_key: "9xLw2ZrB4nM7yPc3dHf6"'),
        passes=(
            "rotate the API key monthly",
            "password=YOUR_PASSWORD_2",
            "token = os.environ['T0KEN']",
            "secret: projects/123/secrets/db-password-1",
            "API_KEY=550e8400-e29b-41d4-a716-446655440000",
        ),
    ),
)
"""All formats, the most telling first."""
