"""Formats of numbers and foreign text on pages and in charts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from markupsafe import Markup

MISSING = "–"
"""The text of a cell without a value."""


class ExactText(str):
    """A number as readers see it, with its ``exact`` value for CSV and JSON.

    For an interval that is the tuple of its ends, for an estimate its value before them.
    """

    exact: Any

    def __new__(cls, text: str, exact: Any) -> ExactText:
        made = super().__new__(cls, text)
        made.exact = exact
        return made


_PICTURES = {code: 0x2400 + code for code in range(32) if code not in b"\t\n"} | {127: 0x2421}


_NONCHARACTERS = "".join(
    chr(0x10000 * plane + 0xFFFE) + chr(0x10000 * plane + 0xFFFF) for plane in range(17)
)
_TURNING = "\u202a-\u202e\u2066-\u2069"
"""Characters that turn the direction of all that follows, until another one ends it."""

_REPLACED = re.compile(f"[\ud800-\udfff{_TURNING}{_NONCHARACTERS}]")


def visible(text: str) -> str:
    """Return ``text`` with its control characters as pictures, for HTML and XML.

    Tabs and line ends stay. Surrogates, noncharacters and characters that turn the direction of
    writing, also that of the page's own words behind them, become U+FFFD.
    """
    return _REPLACED.sub("\N{REPLACEMENT CHARACTER}", text.translate(_PICTURES))


def quote(text: str) -> Markup:
    """Return foreign text as code, in its own direction of writing."""
    return Markup("<code><bdi>{}</bdi></code>").format(visible(text))


def shorten(text: str, characters: int) -> str:
    """Return ``text`` cut to ``characters``, with an ellipsis if it was cut."""
    if len(text) <= characters:
        return text
    return text[: characters - 1].rstrip() + "…"


def words(reason: str) -> str:
    """Return a reason such as ``short_abstract`` in words."""
    return reason.replace("_", " ")


def plural(n: int, noun: str) -> str:
    """Return ``n`` and ``noun``, with an s unless n is 1 (query, queries)."""
    if n != 1 and noun.endswith("y"):
        noun = f"{noun[:-1]}ies"
    elif n != 1:
        noun = f"{noun}s"
    return f"{n:,} {noun}"


def percent(value: float | None, digits: int = 2) -> str:
    """Format a fraction as a percentage: 0.4633 gives 46.33."""
    if value is None:
        return MISSING
    return ExactText(f"{100 * value:.{digits}f}", times_100(value))


def times_100(value: float) -> float:
    """Return a fraction ×100, without floating-point noise behind the twelfth digit."""
    return float(f"{100 * value:.12g}")


def decimal(value: float | None, digits: int = 2) -> str:
    """Format a number with ``digits`` after the point."""
    if value is None:
        return MISSING
    return ExactText(f"{value:.{digits}f}".replace("-", "−"), value)


def interval(low: str, high: str) -> str:
    """Return the interval between two numbers as text."""
    text = f"[{low}, {high}]"
    if isinstance(low, ExactText) and isinstance(high, ExactText):
        return ExactText(text, (low.exact, high.exact))
    return text


def estimate(
    value: float | None,
    low: float | None,
    high: float | None,
    form: Callable[[float | None], str] = decimal,
) -> str:
    """Format a value and its interval, 0.80 [0.65, 0.91], or the value alone."""
    ends = [form(low), form(high)]
    if value is None or MISSING in ends:
        return form(value)
    text = f"{form(value)} [{', '.join(ends)}]"
    exact = tuple(getattr(form(number), "exact", number) for number in (value, low, high))
    return ExactText(text, exact)


def signed_percent(value: float | None) -> str:
    """Format a difference of fractions ×100 with its sign; a rounded zero has no sign."""
    if value is None:
        return MISSING
    text = f"{abs(100 * value):.2f}"
    if float(text) != 0:
        text = f"−{text}" if value < 0 else f"+{text}"
    return ExactText(text, times_100(value))


def count(n: float | None) -> str:
    """Format a whole number with thousands separated."""
    if n is None:
        return MISSING
    return ExactText(f"{n:,.0f}", int(n))


def share(n: int, total: int) -> str:
    """Format n as a share of total, e.g. 49.9%; a share that rounds to zero is <0.1%."""
    if not total:
        return MISSING
    text = f"{100 * n / total:.1f}%"
    if n and text == "0.0%":
        text = "<0.1%"
    return ExactText(text, times_100(n / total))


def p_value(p: float | None) -> str:
    """Format a p-value with four digits; the smallest are a bound."""
    if p is None:
        return MISSING
    return ExactText("<0.0001" if p < 0.0001 else f"{p:.4f}", p)


def duration(seconds: float) -> str:
    """Format seconds as 0.4 s, 2 min 05 s or 3 h 20 min."""
    if seconds < 100:
        return f"{seconds:.1f} s"
    minutes, left = divmod(round(seconds), 60)
    if minutes < 100:
        return f"{minutes} min {left:02d} s"
    return f"{minutes // 60} h {minutes % 60:02d} min"


def megabytes(mb: float | None) -> str:
    """Return a size given in megabytes."""
    if mb is None:
        return MISSING
    return f"{mb:,.0f} MB"


def rounded(value: float) -> str:
    """Format a number to four digits, or all those before the point: 12,345, 0.9999."""
    return ExactText(f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}", value)


def align_cells(lines: Sequence[Sequence[str]]) -> str:
    """Align lines of cells in columns; a line of one cell may be wider than a column.

    The codes of a terminal's colours have no width.
    """
    several = [line for line in lines if len(line) > 1] or lines
    widths = [max(map(_width, column)) for column in zip(*several, strict=True)]
    aligned = []
    for line in lines:
        padded = []
        for cell, width in zip(line, widths, strict=False):
            padded.append(cell + " " * (width - _width(cell)))
        aligned.append("  ".join(padded).rstrip())
    return "\n".join(aligned)


def _width(cell: str) -> int:
    return len(re.sub(r"\x1b\[\d+m", "", cell))
