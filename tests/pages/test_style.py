"""The style keeps contents in view, wide things in their boxes, and prints all of it."""

import re
from pathlib import Path

import pytest

from paperpool import pages

STYLE = (Path(pages.__file__).parent / "style.css").read_text(encoding="utf-8")


def rules(medium: str) -> dict[str, str]:
    """Return the declarations of each selector of a medium; of all media by default."""
    text = re.sub(r"^@media[^\n]*\{\n.*?^\}", "", STYLE, flags=re.M | re.S)
    if medium:
        start = STYLE.index(medium)
        text = STYLE[STYLE.index("{", start) + 1 : STYLE.index("\n}", start)]
    found = re.findall(r"([^{}]+)\{([^{}]*)\}", text)
    return {one.strip(): body for names, body in found for one in names.split(",")}


NARROW, WIDE, PRINT = "@media (max-width: 74.99rem)", "@media (min-width: 75rem)", "@media print"


@pytest.mark.parametrize(
    ("medium", "selector", "declaration"),
    [
        # contents stay in view at every width, a narrow list of them scrolls in itself
        (NARROW, ".contents", "position: sticky; top: 0;"),
        (WIDE, ".contents", "position: sticky; top: 0;"),
        (NARROW, ".contents", "overflow-x: auto"),
        # boxes scroll on a screen and show all on paper
        ("", ".scroll", "overflow-x: auto"),
        (PRINT, ".scroll", "overflow: visible"),
        (PRINT, "thead", "table-header-group"),
        (PRINT, "tr", "break-inside: avoid"),
        (PRINT, "figure svg", "min-width: 0; max-width: 100%"),
        (PRINT, ".contents", "display: none"),
        (PRINT, "caption .files", "display: none"),
        ("", "@page", "size: A4"),
        # a figure is never narrower than its text can be read
        ("", "figure svg", "min-width: var(--readable"),
    ],
)
def test_a_rule_is_of_its_medium(medium, selector, declaration):
    assert declaration in rules(medium)[selector]


def test_dark_colours_are_not_printed():
    assert "@media screen and (prefers-color-scheme: dark)" in STYLE
    assert STYLE.count("prefers-color-scheme") == 1
