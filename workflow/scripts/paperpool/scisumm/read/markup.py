"""Parse the markup of CL-SciSumm: sentences in S elements, text escaped up to three times.

Files are untrusted and often malformed. So they are not parsed as XML, entities that they define
are not expanded, and elements are found by linear-time expressions.
"""

import html
import html.entities
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from paperpool.io.files import blank_controls
from paperpool.scisumm.read.problems import FileProblems

ABSTRACT = "abstract"
"""The section of the sentences of an ABSTRACT element."""

MAX_LEVELS = 4
"""The most levels of unescaping; the release has three."""

_ENTITY = re.compile(r"&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{0,31});")
_BROKEN_ENTITY = re.compile(r"& ?(?:amp|lt|gt|quot|apos|nbsp) ?;|&[A-Za-z]{1,8};")
_TAG = re.compile(
    r"<(?P<name>SUBSECTION|SECTION|ABSTRACT|PAPER|S)\b"
    r'(?P<attributes>(?:[^<>"]|"[^"<]*")*|[^<>]*)>'
    r"|</(?P<end>SUBSECTION|SECTION|ABSTRACT|PAPER|S)\b\s*(?P<bracket>>?)"
)
_SID = re.compile(r"\bsid\s*=\s*(?P<quote>[\"'“”]?)\s*(?P<sid>[0-9]{0,9})")
_TITLE = re.compile(r'\btitle\s*=\s*"([^"]*)"')
_BARE_START = re.compile(r"\s*S\s+sid\s*=")


@dataclass(frozen=True)
class Element:
    """An S element with its section and unescaped text; ``sid`` is None if missing or repeated."""

    sid: int | None
    section: str
    text: str


def decode(data: bytes, problems: FileProblems) -> str:
    """Return a file's text: UTF-8, other bytes as Windows-1252, without byte order mark."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        problems.add("not_utf8", "repaired", repr(data[error.start : error.start + 20]))
        text = data.decode("utf-8", "surrogateescape")
        text = re.sub("[\udc80-\udcff]", _from_windows, text)
    return text.removeprefix("\ufeff")


def clean(text: str, problems: FileProblems) -> str:
    """Return text with its entities decoded and white space collapsed."""
    n_levels = 0
    escaped = text
    while "&" in text and n_levels < MAX_LEVELS:
        decoded = _ENTITY.sub(_from_entity, text)
        if decoded == text:
            break
        escaped = text
        text = decoded
        n_levels += 1
    if n_levels > 1:
        entity = next(_ENTITY.finditer(escaped))[0]  # as it stood before the last level
        problems.repeat("nested_entity", "repaired", f"{entity} on level {n_levels}")

    broken = _BROKEN_ENTITY.search(text) if "&" in text else None
    if broken:
        problems.repeat("broken_entity", "kept", broken[0])
    return " ".join(blank_controls(text).split())


def read_elements(markup: str, problems: FileProblems, row: int | None = None) -> list[Element]:
    """Return the S elements of ``markup`` in order; an unclosed one ends at the next tag."""
    if _BARE_START.match(markup):
        problems.add("broken_tag", "repaired", markup, row)
        markup = "<" + markup.lstrip()
    markup = "".join(_split_declarations(markup, problems))

    elements: list[Element] = []
    outside: list[str] = []  # texts that are in no sentence and no heading
    section = ""
    sid: int | None = None
    in_sentence = False
    in_heading = False
    last = 0
    for tag in _TAG.finditer(markup):
        text = markup[last : tag.start()]
        last = tag.end()
        name = tag["name"]
        end = tag["end"]
        if end and not tag["bracket"]:
            problems.add("broken_tag", "repaired", tag[0], row)

        if in_sentence:
            if end != "S":
                problems.add("unclosed_sentence", "repaired", text, row)
            elements.append(Element(sid, section, clean(text, problems)))
            in_sentence = False
            if name == "S" and not tag["attributes"].strip():
                continue  # <S> in place of </S>
        elif not in_heading:
            outside.append(text)
            if end == "S":
                problems.add("stray_end_tag", "dropped", text[-40:] + tag[0], row)

        if name == "S":
            in_sentence = True
            sid = _read_sid(tag["attributes"], problems)
        elif name in ("SECTION", "ABSTRACT"):
            section = _read_section(name, tag["attributes"], problems)
        elif end in ("SECTION", "ABSTRACT"):
            section = ""
        in_heading = name == "SUBSECTION"

    text = markup[last:]
    if in_sentence:
        problems.add("unclosed_sentence", "repaired", text, row)
        elements.append(Element(sid, section, clean(text, problems)))
    else:
        outside.append(text)
    lost = " ".join(" ".join(outside).split())
    if elements and lost:
        problems.add("text_outside_sentences", "dropped", lost, row)
    return elements


def _read_sid(attributes: str, problems: FileProblems) -> int | None:
    found = _SID.search(attributes)
    if not found or not found["sid"]:
        return None
    if not found["quote"]:
        problems.repeat("unquoted_sid", "repaired", attributes)
    return int(found["sid"])


def _read_section(name: str, attributes: str, problems: FileProblems) -> str:
    if attributes.endswith("/"):  # an empty element contains no text
        return ""
    title = _TITLE.search(attributes)
    if title:
        return clean(title[1], problems)
    return ABSTRACT if name == "ABSTRACT" else ""


def _split_declarations(markup: str, problems: FileProblems) -> Iterator[str]:
    """Yield ``markup`` without comments and document type definitions (with their entities)."""
    start = 0
    for found in re.finditer(r"<!--|<!DOCTYPE\b", markup):
        if found.start() < start:
            continue
        yield markup[start : found.start()]
        if found[0] == "<!--":
            stop = "-->"
        else:  # a definition in brackets ends with them, another with its tag
            end = markup.find(">", found.end())
            stop = "]>" if markup.find("[", found.end(), max(end, 0)) >= 0 else ">"
        at = markup.find(stop, found.end())
        start = at + len(stop) if at >= 0 else len(markup)
        problems.add("dtd", "dropped", markup[found.start() : min(start, found.start() + 200)])
    yield markup[start:]


def _from_windows(match: re.Match[str]) -> str:
    return bytes([ord(match[0]) - 0xDC00]).decode("cp1252", "replace")


def _from_entity(match: re.Match[str]) -> str:
    name = match[1]
    if name.startswith("#"):
        return html.unescape(match[0])
    return html.entities.html5.get(f"{name};", match[0])


def read_sentences(data: bytes, problems: FileProblems) -> list[Element]:
    """Return the sentences of an XML file in order; only those with a new number can be chosen."""
    sentences: list[Element] = []
    seen: set[int] = set()
    for element in read_elements(decode(data, problems), problems):
        sid = element.sid
        if sid is None:
            problems.add("no_sid", "dropped", element.text)
        elif sid in seen:
            problems.add("repeated_sid", "dropped", f"{sid}: {element.text}")
            sid = None
        else:
            seen.add(sid)

        if not element.text:
            problems.add("empty_sentence", "kept", "" if sid is None else str(sid))
        sentences.append(replace(element, sid=sid))

    if not sentences:
        problems.add("no_sentence", "kept")
    return sentences
