"""Figures as SVG: deterministic, readable as text, and in the colours of the page around them.

Matplotlib draws in placeholder colours that become CSS variables with a fallback. A figure thus
follows the page's light or dark colours, and suits a white background if saved by itself.
"""

from __future__ import annotations

import math
import re
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Literal

from paperpool.pages.wording import visible

if TYPE_CHECKING:  # slow to import
    from matplotlib.figure import Figure

INK = "#0100a0"
MUTED = "#0100a1"
LINE = "#0100a2"
ACCENT = "#0100a3"
DROP = "#0100a4"
FACET_COLOURS = ("#0100b0", "#0100b1", "#0100b2", INK, MUTED)
"""The colours of facets by their place in the scheme; those of further facets begin again."""

_CSS = {
    INK: "var(--ink, #1f2328)",
    MUTED: "var(--muted, #57606a)",
    LINE: "var(--line, #d0d7de)",
    ACCENT: "var(--accent, #1f5fa8)",
    DROP: "var(--drop, #b4541a)",
    FACET_COLOURS[0]: "var(--background, #1f5fa8)",
    FACET_COLOURS[1]: "var(--method, #b4541a)",
    FACET_COLOURS[2]: "var(--result, #2b7a4b)",
}

Dashes = Literal["-"] | tuple[float, tuple[float, ...]]

_SETTINGS = {
    "svg.hashsalt": "paperpool",
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "text.color": INK,
    "axes.labelcolor": MUTED,
    "axes.edgecolor": LINE,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.axisbelow": True,
    "xtick.color": LINE,
    "ytick.color": LINE,
    "xtick.labelcolor": MUTED,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 8,
    "ytick.labelsize": 9,
    "ytick.left": False,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
}

SMALLEST_TEXT = 9
"""Pixels; on a narrower screen a figure scrolls in its box."""

_FONT_SIZE = re.compile(r"font(?:-size)?: (?:[a-z0-9]+ )*?([\d.]+)px")

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}

ET.register_namespace("", _SVG)
ET.register_namespace("xlink", _XLINK)


@contextmanager
def drawing(width: float, height: float) -> Iterator[Figure]:
    """Yield an empty figure of ``width`` by ``height`` inches in the report's style."""
    from matplotlib import rc_context  # slow to import
    from matplotlib.figure import Figure

    with rc_context(_SETTINGS):
        yield Figure(figsize=(width, height), layout="constrained")


def make_svg(
    figure: Figure, name: str, description: str, titles: Mapping[str, str] | None = None
) -> str:
    """Return ``figure`` as SVG, inside its ``drawing`` block.

    ``name`` prefixes every id, so that several figures can share a page; ``description`` is for
    screen readers; ``titles`` are tooltips by the gid of their artist.
    """
    buffer = BytesIO()
    with warnings.catch_warnings():
        # a glyph that the layout font lacks is drawn by the reader's own fonts
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        figure.savefig(buffer, format="svg", transparent=True, metadata=_NO_METADATA)

    root = ET.fromstring(buffer.getvalue())
    _add_titles(root, titles or {})
    _prefix_ids(root, f"{name}-")
    _recolour(root)
    for definitions in root.findall(f"{{{_SVG}}}defs"):
        for style in definitions.findall(f"{{{_SVG}}}style"):
            definitions.remove(style)  # it would apply to the whole page

    style = f"--readable: {_readable_width(root)}px; stroke-linejoin: round; stroke-linecap: butt"
    root.set("style", style)
    root.set("role", "img")
    root.set("aria-label", visible(description))
    return ET.tostring(root, encoding="unicode")


def _readable_width(root: ET.Element) -> int:
    """Return the width in pixels at which the smallest text has ``SMALLEST_TEXT``.

    A figure fills the width of the page, its text shrinking with it; its units are points.
    """
    width = float(root.get("viewBox", "0 0 1 1").split()[2])
    sizes = []
    for element in root.iter(f"{{{_SVG}}}text"):
        sizes += map(float, _FONT_SIZE.findall(element.get("style", "")))
    return math.ceil(width * SMALLEST_TEXT / min(sizes, default=SMALLEST_TEXT))


def _add_titles(root: ET.Element, titles: Mapping[str, str]) -> None:
    for group in root.iter(f"{{{_SVG}}}g"):
        text = titles.get(group.get("id", ""))
        if text is not None:
            title = ET.Element(f"{{{_SVG}}}title")
            title.text = visible(text)
            group.insert(0, title)


def _prefix_ids(root: ET.Element, prefix: str) -> None:
    for element in root.iter():
        for key, value in element.attrib.items():
            if key == "id":
                element.set(key, prefix + value)
            elif key == f"{{{_XLINK}}}href":
                element.set(key, f"#{prefix}{value.removeprefix('#')}")
            elif "url(#" in value:
                element.set(key, value.replace("url(#", f"url(#{prefix}"))


def _recolour(root: ET.Element) -> None:
    for element in root.iter():
        style = element.get("style")
        if style:
            for placeholder, css in _CSS.items():
                style = style.replace(placeholder, css)
            style = re.sub(r"font-family: [^;]*", "font-family: system-ui, sans-serif", style)
            element.set("style", style)
