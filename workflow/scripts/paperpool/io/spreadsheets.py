"""Texts in cells of a spreadsheet: none is taken for a formula, and each can be had back.

Source: OWASP, "CSV Injection": a spreadsheet computes a cell that begins in one of these ways, and
what it computes may run a program or send other cells away.
"""

import re

_FORMULA = re.compile(r"['\s]*[=+\-@\t\r\n＝＋－＠]")


def defuse(text: str) -> str:
    """Return a text for a cell, with a ``'`` before it where a spreadsheet might compute it.

    A text that looks like a defused one gets a ``'`` too, so that ``restore`` is exact.
    """
    return f"'{text}" if _FORMULA.match(text) else text


def restore(text: str) -> str:
    """Return the text that ``defuse`` made a cell's of."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text[1:]) else text
