"""Clean titles and abstracts of tags and entities that publishers' HTML and XML left in them.

Only names of fixed lists count: of HTML, JATS, MathML and PubMed for tags, of HTML for entities.
So ``a<b``, ``<k>`` and ``List<String>`` stay. So does ``<i>`` without its ``</i>``, which is a mean
more often than italics.
"""

import html
import re
from collections.abc import Sequence
from html.entities import html5

_BLOCKS = """
abstract abstracttext blockquote body br break center dd disp-formula disp-quote div dl dt h1 h2 h3
h4 h5 h6 head hr li list list-item math ol p pre sec section table tbody td th thead title tr ul
"""
"""Names of tags that part words."""

_EMPHASIS = "b bold em i italic strong u underline"

_INLINE = """
a abbr alternatives bdi big cite code email ext-link font inline-formula kbd label monospace
overline q roman s samp sans-serif sc scp small span strike styled-content sub sup tex-math tt uri
var xref
annotation maction menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mroot
mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics
"""
"""Names of other tags that may stand inside a word."""

_ALONE = frozenset({"br", "break", "hr"})
"""Names of tags that have no closing one."""

_ENTITY = re.compile(
    r"&(?:amp;)*(?P<name>(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});)"
)
"""An entity that was escaped once or more often: ``&lt;``, ``&amp;lt;``."""

_VALUE = r"""(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+)"""

_TAG = re.compile(
    rf"""
    <(?P<slash>/?)
    (?P<prefix>(?:jats|mml):)?
    (?P<name>{"|".join(f"{_BLOCKS} {_EMPHASIS} {_INLINE}".split())})
    (?:\s+[a-z][a-z0-9:_.-]*\s*=\s*{_VALUE})*
    \s*(?P<empty>/?)>
    """,
    re.IGNORECASE | re.VERBOSE,
)

_HEADING = re.compile(
    r"\s*<(?P<tag>(?:jats:)?title|h[1-6])>\s*abstract\s*[.:]?\s*</(?P=tag)>", re.IGNORECASE
)
"""The heading *Abstract*, which is no word of the abstract."""

_PARTING = frozenset(_BLOCKS.split())
_EMPHASISING = frozenset(_EMPHASIS.split())


def clean_texts(texts: Sequence[str | None]) -> list[str | None]:
    """Return texts without markup (``clean_text``); None stays.

    Few texts have a sign of markup at all, and the others cost no call.
    """
    return [clean_text(text) if text and ("<" in text or "&" in text) else text for text in texts]


def clean_text(text: str) -> str:
    """Return a text with characters in place of its entities, and without its tags.

    A tag of a block, as ``<p>``, becomes a space. One inside a line, as ``<sub>``, vanishes, unless
    it parts two words. An opening tag stays if its closing one is not in the text. White space of a
    changed text is folded. A text of markup alone stays as it is.
    """
    plain = _remove_tags(_ENTITY.sub(_decode, text))
    if plain == text:
        return text
    return " ".join(plain.split()) or text


def _decode(entity: re.Match[str]) -> str:
    """Return the character of an entity; one whose name is unknown stays."""
    name = entity["name"]
    if name.startswith("#"):
        return html.unescape(f"&{name}")
    return html5.get(name, entity[0])


def _remove_tags(text: str) -> str:
    """Return a text without its known tags, and without the heading that it begins with."""
    heading = _HEADING.match(text)
    if heading:
        text = text[heading.end() :]
    closed = {_full_name(tag) for tag in _TAG.finditer(text) if tag["slash"]}

    def replace(tag: re.Match[str]) -> str:
        """Return a space for a tag that parts words, else nothing; a doubtful tag stays."""
        name = tag["name"].lower()
        is_sure = tag["prefix"] or tag["slash"] or tag["empty"] or name in _ALONE
        if not is_sure and _full_name(tag) not in closed:
            return tag[0]
        if name in _PARTING:
            return " "
        if name in _EMPHASISING and _parts_words(tag):
            return " "
        return ""

    return _TAG.sub(replace, text)


def _full_name(tag: re.Match[str]) -> str:
    return f"{tag['prefix'] or ''}{tag['name']}".lower()


def _parts_words(tag: re.Match[str]) -> bool:
    """Return whether a tag of emphasis has a word on either side, as in ``grown<i>in vitro</i>``.

    A single emphasised letter is a part of its word: ``<b>B</b>ERT``.
    """
    before = tag.string[max(tag.start() - 2, 0) : tag.start()]
    after = tag.string[tag.end() : tag.end() + 2]
    inner = before if tag["slash"] else after
    is_between_letters = before[-1:].isalpha() and after[:1].isalpha()
    return is_between_letters and len(inner) == 2 and "<" not in inner and ">" not in inner
