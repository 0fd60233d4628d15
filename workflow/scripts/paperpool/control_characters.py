"""Texts on one line: what ends a line or a column is no part of them."""

from __future__ import annotations

import re

# C0 and C1 controls, and Unicode's own line ends: all that any reader takes for one
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def blank_controls(text: str) -> str:
    """Return ``text`` with a space for each tab, line end and other control character."""
    return _CONTROLS.sub(" ", text)
