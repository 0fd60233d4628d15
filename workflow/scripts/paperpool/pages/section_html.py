"""Write a section as HTML."""

from collections.abc import Iterable

from markupsafe import Markup, escape

from paperpool.pages.grid import Grid
from paperpool.pages.grid_html import as_html, write_html
from paperpool.pages.section import Code, Drawing, Facts, Fold, Heading, Items, Part, Section, Text


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
    match part:
        case Grid():
            return write_html(part)
        case Heading(text, anchor):
            return Markup("<h3{}>{}</h3>").format(_attribute("id", anchor), as_html(text))
        case Text(text, kind):
            return Markup("<p{}>{}</p>").format(_attribute("class", kind), as_html(text))
        case Items(items, title):
            name = Markup('<p><strong class="warn">{}</strong></p>\n').format(as_html(title))
            lines = Markup("").join(Markup("<li>{}</li>").format(as_html(item)) for item in items)
            line = Markup('{}<ul class="problems">{}</ul>')
            return line.format(name if title else "", lines)
        case Facts(facts):
            line = Markup("<div><dt>{}</dt><dd>{}</dd></div>\n")
            lines = [line.format(as_html(name), as_html(fact)) for name, fact in facts.items()]
            return Markup('<dl class="facts">\n{}</dl>').format(Markup("").join(lines))
        case Code(text):
            line = Markup('<pre class="scroll" tabindex="0"><code>{}</code></pre>')
            return line.format(as_html(text))
        case Drawing(label, chart, is_wide):
            return _draw(label, chart, is_wide) if chart else Markup("")
        case Fold(title, parts, anchor, is_open):
            line = Markup("<details{}{}>\n<summary>{}</summary>\n{}\n</details>")
            opened = Markup(" open" if is_open else "")
            return line.format(_attribute("id", anchor), opened, as_html(title), _join(parts))


def _draw(label: str, chart: object, is_wide: bool) -> Markup:
    line = '<figure class="scroll{}" tabindex="0" role="group" aria-label="{}">\n{}\n</figure>'
    return Markup(line).format(" wide" if is_wide else "", as_html(label), escape(chart))


def _attribute(name: str, value: str) -> Markup:
    return Markup(' {}="{}"').format(name, value) if value else Markup("")
