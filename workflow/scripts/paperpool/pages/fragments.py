"""Sections of a page as HTML, each made in a job of its own and kept in a file, and the page."""

import hashlib
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from paperpool.io.files import read_bytes, read_json, write_json
from paperpool.pages.environment import make_environment
from paperpool.pages.fingerprints import Fingerprint
from paperpool.pages.grid import Grid
from paperpool.pages.grid_html import as_html, write_html
from paperpool.pages.headline import ComparedScore, HeadlineCard
from paperpool.pages.scores import Score
from paperpool.pages.section import Code, Drawing, Facts, Fold, Heading, Items, Part, Section, Text


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
    """Write sections by their names as JSON."""
    write_json(path, {name: asdict(fragment) for name, fragment in fragments.items()})


def read_fragments(path: str | Path) -> dict[str, Fragment]:
    """Read sections by their names, in the order of the file."""
    fragments = {}
    for name, values in read_json(path).items():
        values["links"] = [(anchor, title) for anchor, title in values["links"]]
        values["cards"] = [_read_card(card) for card in values["cards"]]
        if values["made_of"]:
            values["made_of"] = Fingerprint(**values["made_of"])
        fragments[name] = Fragment(**values)
    return fragments


def _read_card(card: dict[str, Any]) -> HeadlineCard:
    """Return the card of its values in JSON."""
    card["scores"] = [Score(**score) for score in card["scores"]]
    card["compared"] = [ComparedScore(**score) for score in card["compared"]]
    return HeadlineCard(**card)


def write_page(kind: str, title: str, summary: str, fragments: Iterable[Fragment]) -> str:
    """Return a self-contained page of sections; the first link of each is above its others.

    ``kind`` names its maker, ``summary`` may be markup. A script lets readers sort the tables.
    """
    template = make_environment(Path(__file__).parent).get_template("page.html.jinja")
    script = read_bytes(Path(__file__).with_name("sort.js")).decode("utf-8")
    shown = {"kind": kind, "title": title, "summary": summary, "fragments": list(fragments)}
    return template.render(shown, script=Markup(script), digest=hash_script(script))


def hash_script(script: str) -> str:
    """Return the hash by which a page's policy lets a script run."""
    return b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")


def write_section(section: Section) -> Markup:
    """Return a section as HTML; text is escaped, control characters are visible."""
    line = Markup(
        '<section id="{0}"{1} aria-labelledby="{0}-heading">\n'
        '<h2 id="{0}-heading">{2}</h2>\n{3}\n</section>\n'
    )
    kind = _attribute("class", section.kind)
    return line.format(section.anchor, kind, as_html(section.title), _join(section.parts))


def _join(parts: Iterable[Part]) -> Markup:
    return Markup("\n").join(filter(None, map(_write, parts)))


def _write(part: Part) -> Markup:
    """Return a part of a section as HTML; a chart without marks is empty."""
    match part:
        case Grid():
            return write_html(part)
        case Heading(text, anchor):
            return Markup("<h3{}>{}</h3>").format(_attribute("id", anchor), as_html(text))
        case Text(text, kind):
            return Markup("<p{}>{}</p>").format(_attribute("class", kind), as_html(text))
        case Items(items, title):
            name = ""
            if title:
                name = Markup('<p><strong class="warn">{}</strong></p>\n').format(as_html(title))
            lines = Markup("").join(Markup("<li>{}</li>").format(as_html(item)) for item in items)
            return Markup('{}<ul class="problems">{}</ul>').format(name, lines)
        case Facts(facts):
            line = Markup("<div><dt>{}</dt><dd>{}</dd></div>\n")
            lines = [line.format(as_html(name), as_html(fact)) for name, fact in facts.items()]
            return Markup('<dl class="facts">\n{}</dl>').format(Markup("").join(lines))
        case Code(text):
            line = Markup('<pre class="scroll" tabindex="0"><code>{}</code></pre>')
            return line.format(as_html(text))
        case Drawing(label, chart, is_wide):
            if not chart:
                return Markup("")
            return _draw(label, chart, is_wide)
        case Fold(title, parts, anchor, is_open):
            line = Markup("<details{}{}>\n<summary>{}</summary>\n{}\n</details>")
            opened = " open" if is_open else ""
            return line.format(_attribute("id", anchor), opened, as_html(title), _join(parts))


def _draw(label: str, chart: object, is_wide: bool) -> Markup:
    line = '<figure class="scroll{}" tabindex="0" role="group" aria-label="{}">\n{}\n</figure>'
    return Markup(line).format(" wide" if is_wide else "", as_html(label), escape(chart))


def _attribute(name: str, value: str) -> Markup:
    if not value:
        return Markup("")
    return Markup(' {}="{}"').format(name, value)
