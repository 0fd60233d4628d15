"""The sentences of a Reference Text as lxml's recovering parser finds them.

The shared task's script has its texts repaired by that parser (libxml2's, fed with chunks). What it
makes of text that is no XML: a ``<`` before anything but a name ends the text, and all that follows
is lost; before a name it opens an element, with as many attributes as can be read; an end tag
closes the innermost element, whatever it is called; what follows the end of the whole is lost; what
is open at the end is closed.
"""

from __future__ import annotations

import re

_NAME = r"(?:[^\W\d]|[_:])[\w:.\-]*"
_OPENING = re.compile(f"<({_NAME})")
_ATTRIBUTE = re.compile(rf"[ \t\r\n]+({_NAME})[ \t\r\n]*=[ \t\r\n]*(?:\"([^\"<]*)\"?|'([^'<]*)'?)")
_REST = re.compile(rf"[ \t\r\n]*(?:(?<=[ \t\r\n]){_NAME}[ \t\r\n]*(?:=[ \t\r\n]*)?)?(/?>)?")
"""What is read of a tag after its attributes: one that has no value, and the tag's end."""
_CLOSING = re.compile(rf"</(?:{_NAME})?[ \t\r\n]*>?")
_PASSED = {"<!--": "-->", "<?": "?>"}
"""What is passed over, and how it ends."""
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def recover_sentences(text: str) -> list[tuple[str | None, str]]:
    """Return ``sid`` (None: without) and text of each S element that is in no other, in order.

    The text of an element ends where another begins inside it. Entities are left as they are.
    """
    sentences: list[tuple[str | None, str]] = []
    depth = at = 0
    is_read = False  # the text belongs to the last sentence
    while at < len(text):
        tag = text.find("<", at)
        tag = len(text) if tag < 0 else tag
        if is_read:
            sid, before = sentences[-1]
            sentences[-1] = sid, before + _CONTROLS.sub("", text[at:tag])
        passed = next((mark for mark in _PASSED if text.startswith(mark, tag)), None)
        if passed:
            end = text.find(_PASSED[passed], tag + len(passed))
            at = end + len(_PASSED[passed]) if end >= 0 else len(text)
        elif closing := _CLOSING.match(text, tag):
            at, is_read, depth = closing.end(), False, depth - 1
            if depth < 0:
                break
        elif opening := _OPENING.match(text, tag):
            attributes, at, is_empty = _read_attributes(text, opening.end())
            is_read = depth == 0 and opening[1] == "S"
            if is_read:
                sentences.append((attributes.get("sid"), ""))
            is_read, depth = (False, depth) if is_empty else (is_read, depth + 1)
        else:
            break
    return sentences


def _read_attributes(text: str, at: int) -> tuple[dict[str, str], int, bool]:
    """Return the attributes of a tag, where its content begins, and whether it has none."""
    attributes = {}
    while found := _ATTRIBUTE.match(text, at):
        attributes[found[1]] = found[2] if found[2] is not None else found[3]
        at = found.end()
    rest = _REST.match(text, at)
    assert rest  # the tag was found by a pattern that has it
    return attributes, rest.end(), rest[1] == "/>"
