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


@pytest.mark.parametrize("medium", ["@media (max-width: 74.99rem)", "@media (min-width: 75rem)"])
def test_contents_stay_in_view_at_every_width(medium):
    assert "position: sticky; top: 0;" in rules(medium)[".contents"]


def test_a_narrow_list_of_contents_scrolls_in_itself():
    assert "overflow-x: auto" in rules("@media (max-width: 74.99rem)")[".contents"]


def test_boxes_scroll_on_a_screen_and_show_all_on_paper():
    assert "overflow-x: auto" in rules("")[".scroll"]
    printed = rules("@media print")
    assert "overflow: visible" in printed[".scroll"]
    assert "table-header-group" in printed["thead"] and "break-inside: avoid" in printed["tr"]
    assert "min-width: 0; max-width: 100%" in printed["figure svg"]
    assert "display: none" in printed[".contents"] and "display: none" in printed["caption .files"]
    assert "size: A4" in rules("")["@page"]


def test_dark_colours_are_not_printed():
    assert "@media screen and (prefers-color-scheme: dark)" in STYLE
    assert STYLE.count("prefers-color-scheme") == 1


def test_a_figure_is_never_narrower_than_its_text_can_be_read():
    assert "min-width: var(--readable" in rules("")["figure svg"]
