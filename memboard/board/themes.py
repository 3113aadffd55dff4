"""Colours by role. Components name roles; each theme says how a role looks.

A test holds every role to 4.5 : 1 against the ground and against the cursor row. The stock themes
fail that, so all roles here have colours of their own.
"""

from __future__ import annotations

from textual.theme import Theme

DARK_ROLES = {
    "role-ground": "#14171c",
    "role-text": "#d7dce3",
    "role-cursor": "#28313d",
    "role-chosen": "#1f2a36",
    "role-focus": "#7cc4ff",
    "role-mark": "#ffd479",
    "role-meaning": "#7cc4ff",
    "role-words": "#e2b3ff",
    "role-pin": "#ffd479",
    "role-warn": "#ffb86b",
    "role-danger": "#ff9a94",
    "role-good": "#8fdc8f",
    "role-quiet": "#9fabb9",
    "role-bar": "#1b2027",
}
LIGHT_ROLES = {
    "role-ground": "#fbfaf7",
    "role-text": "#1d2530",
    "role-cursor": "#dde6f1",
    "role-chosen": "#eef0e2",
    "role-focus": "#0a4f94",
    "role-mark": "#7a4a00",
    "role-meaning": "#0a4f94",
    "role-words": "#79249c",
    "role-pin": "#7a4a00",
    "role-warn": "#8a4100",
    "role-danger": "#a3121d",
    "role-good": "#14602a",
    "role-quiet": "#4d5966",
    "role-bar": "#efece5",
}
TEXT_ROLES = tuple(
    name
    for name in DARK_ROLES
    if name not in ("role-ground", "role-cursor", "role-chosen", "role-bar")
)
"""Roles that colour letters, and so must be readable."""
GROUNDS = ("role-ground", "role-cursor", "role-chosen", "role-bar")
"""Roles that letters stand on."""


def theme_of(name: str, roles: dict[str, str], *, dark: bool) -> Theme:
    """Make a Textual theme of roles; what Textual itself draws takes its colours from them too."""
    return Theme(
        name=name,
        primary=roles["role-focus"],
        secondary=roles["role-words"],
        accent=roles["role-focus"],
        warning=roles["role-warn"],
        error=roles["role-danger"],
        success=roles["role-good"],
        foreground=roles["role-text"],
        background=roles["role-ground"],
        surface=roles["role-ground"],
        panel=roles["role-bar"],
        dark=dark,
        variables={
            **roles,
            "input-selection-background": roles["role-focus"] + " 35%",
            "scrollbar": roles["role-quiet"],
            "scrollbar-hover": roles["role-focus"],
            "scrollbar-active": roles["role-focus"],
            "scrollbar-background": roles["role-ground"],
            "scrollbar-background-hover": roles["role-ground"],
            "scrollbar-background-active": roles["role-ground"],
            "scrollbar-corner-color": roles["role-ground"],
        },
    )


THEMES = {
    "dark": theme_of("memboard-dark", DARK_ROLES, dark=True),
    "light": theme_of("memboard-light", LIGHT_ROLES, dark=False),
}


def luminance(colour: str) -> float:
    """Give the relative luminance of `#rrggbb` (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Give the contrast of two colours, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
