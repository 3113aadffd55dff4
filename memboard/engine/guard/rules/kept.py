"""What is kept secret on a machine, and where it may be sent: pieces of patterns."""

from __future__ import annotations

KEPT_FILE = (
    "(?:~?/?\\.ssh/\\w+|\\bid_(?:rsa|ed25519|ecdsa|dsa)\\b|/etc/(?:passwd|shadow|sudoers)"
    "|\\.aws/credentials|\\.kube/config|\\.netrc|\\.pgpass|\\.npmrc|\\.pypirc"
    "|\\.docker/config\\.json"
    "|\\.git-credentials|\\.gnupg|\\.bash_history|\\.zsh_history|/proc/self/environ"
    "|(?:^|[ @/'\"])\\.env(?:\\.\\w{1,12})?\\b|\\.config/gh/hosts|\\b\\w{1,20}\\.(?:pem|key|p12"
    "|kdbx)\\b)"
)
"""Files that hold credentials, however often they are also moved about in the open."""

PRIVATE_FILE = (
    "(?:\\.ssh/(?!config\\b|known_hosts|authorized_keys|[\\w-]{1,30}\\.pub\\b)[\\w*]"
    "|\\bid_(?:rsa|ed25519|ecdsa|dsa)\\b(?!\\.pub)|/etc/(?:passwd|shadow|sudoers)\\b"
    "|(?:~|\\$home|\\$\\{home\\}|/root|/home/\\w{1,30}|/users/\\w{1,30})/\\.(?:ssh|aws|gnupg"
    "|kube)/?"
    "(?![\\w./*-])"
    "|\\.aws/credentials|\\.kube/config|\\.netrc\\b|\\.pgpass\\b|\\.git-credentials|\\.gnupg\\b"
    "|\\.(?:bash|zsh)_history|/proc/self/environ|\\.config/gh/hosts|\\.docker/config\\.json"
    "|\\b[\\w-]{1,20}\\.(?:kdbx|keystore|wallet)\\b|\\bwallet\\.dat\\b|\\blogin data\\b)"
)
"""Files that nobody sends anywhere; public keys and lists of hosts are none of them."""

SENT_FILE = (
    f"(?:{PRIVATE_FILE}|(?<![\\w.])\\.env\\b(?!\\.(?:example|sample|template|dist))"
    "|(?<![\\w.])\\.(?:npmrc|pypirc)\\b)"
)
"""The same with the settings of a project, which are copied to its own servers."""

KEY_NAME = (
    "(?:\\w{0,30}(?:api_?key|secret|token|passw(?:or)?d|credential|private_?key|access_?key|_key)s?"
    "\\w{0,12}|keys?\\b)"
)
"""Names of variables that hold credentials."""

NET = "(?:curl|wget|nc|ncat|netcat|http|https|xh|telnet|iwr|invoke-webrequest|invoke-restmethod)"
"""Programs that speak to a host."""

PUBLIC_IP = (
    "(?<![\\w.])(?!10\\.|127\\.|0\\.|169\\.254\\.|192\\.168\\.|172\\.(?:1[6-9]|2\\d|3[01])\\.)"
    "(?:\\d{1,3}\\.){3}\\d{1,3}(?![\\w.]\\d)"
)
"""A bare address outside of private networks."""

FAR_HOST = (
    f"(?:{PUBLIC_IP}|\\[[0-9a-f:]{{4,40}}\\]|(?:[\\w-]{{1,40}}\\.){{1,4}}"
    "(?!local\\b|lan\\b|internal\\b|home\\b|corp\\b|intranet\\b)[a-z]{2,12}\\b)"
)
"""A host outside of private networks."""

ADDRESS = (
    "(?:(?:https?|ftps?|wss?)://(?!localhost|127\\.0\\.0)[^\\s\"'<>]{3}"
    "|[\\w.+-]{1,40}@[\\w-]{1,40}\\.[a-z]"
    f"|[\\w.-]{{1,30}}@{FAR_HOST}|{PUBLIC_IP})"
)
"""A web address, a mail address, a login on a far host, or a bare address."""

KEPT_CUES = (
    ".ssh",
    "id_rsa",
    "id_ed",
    "id_ec",
    "id_dsa",
    "/etc/",
    ".aws",
    ".kube",
    ".netrc",
    ".pgpass",
    ".git-cred",
    ".gnupg",
    "sh_history",
    "/proc/self",
    ".config/gh",
    ".docker",
    ".kdbx",
    ".keystore",
    "wallet",
    ".env",
    ".npmrc",
    ".pypirc",
    "login data",
)
"""A piece of each path above."""
