"""Sections of a page as HTML, each made in a job of its own and kept in a file, and the page."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from markupsafe import Markup

from paperpool.io.files import read_json, write_json
from paperpool.pages.environment import make_environment
from paperpool.pages.fingerprints import Fingerprint
from paperpool.pages.headline_card import ComparedScore, HeadlineCard
from paperpool.pages.section import Section
from paperpool.pages.section_html import write_section


@dataclass(frozen=True)
class Fragment:
    """A section: its HTML, and its part of the report's frame.

    ``links`` are anchors and titles for the contents, ``summary`` is a clause of the report's first
    sentence, ``pages`` are the HTML of further pages by name, ``cards`` are its headline scores,
    ``made_of`` is the fingerprint of its files.
    """

    html: str
    links: Sequence[tuple[str, str]]
    summary: str = ""
    pages: Mapping[str, str] = field(default_factory=dict)
    cards: Sequence[HeadlineCard] = field(default_factory=list)
    made_of: Fingerprint | None = None


def make_fragment(sections: Iterable[Section], summary: str = "", **more: Any) -> Fragment:
    """Return sections as HTML with the links to them; ``more`` are further fields."""
    sections = list(sections)
    html = Markup("").join(map(write_section, sections))
    links = [(section.anchor, section.link or section.title) for section in sections]
    return Fragment(html, links, summary, **more)


def write_fragments(path: str | Path, fragments: Mapping[str, Fragment]) -> None:
    write_json(path, {name: asdict(fragment) for name, fragment in fragments.items()})


def read_fragments(path: str | Path) -> dict[str, Fragment]:
    fragments = {}
    for name, values in read_json(path).items():
        for card in values["cards"]:
            card["beside"] = [ComparedScore(**one) for one in card["beside"]]
        values["links"] = [(anchor, title) for anchor, title in values["links"]]
        values["cards"] = [HeadlineCard(**card) for card in values["cards"]]
        values["made_of"] = values["made_of"] and Fingerprint(**values["made_of"])
        fragments[name] = Fragment(**values)
    return fragments


def write_page(kind: str, title: str, summary: str, fragments: Iterable[Fragment]) -> str:
    """Return a self-contained page of sections; the first link of each is above its others.

    ``kind`` names its maker, ``summary`` may be markup.
    """
    template = make_environment(Path(__file__).parent).get_template("page.html.jinja")
    return template.render(kind=kind, title=title, summary=summary, fragments=list(fragments))
