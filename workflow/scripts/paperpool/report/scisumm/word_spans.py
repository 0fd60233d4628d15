"""The spans of a text's words in it."""

import re
from collections.abc import Sequence

Span = tuple[int, int]
"""Start and length, in characters."""


def find_words(text: str, words: Sequence[str]) -> list[Span]:
    """Return the span of each word, one after another; a word that is not found has length 0.

    Words may be in small letters, and parts of the text (citation markers) may be no words.
    """
    spans = []
    end = 0
    for word in words:
        here = len(text) - len(text[end:].lstrip())
        if text.startswith(word, here):  # where a word is a part of what has no space in it
            start, length = here, len(word)
        else:
            start, length = find_word(text, word, end)
        spans.append((start, length))
        end = max(end, start + length)
    return spans


def find_word(text: str, word: str, start: int = 0) -> Span:
    """Return the first span of ``word`` from ``start``, that of a whole word if there is one."""
    if not word:
        return (start, 0)
    for pattern in (rf"(?<!\w){re.escape(word)}(?!\w)", re.escape(word)):
        for flags in (0, re.IGNORECASE):
            found = re.compile(pattern, flags).search(text, start)
            if found:
                return (found.start(), found.end() - found.start())
    return (start, 0)
