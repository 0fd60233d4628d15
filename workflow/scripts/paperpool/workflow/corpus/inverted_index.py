"""Rebuild abstracts from OpenAlex's inverted indexes: each word with the positions it stands at.

The exporter splits a text at white space, and cuts an index above 32,760 bytes after its last list
(github.com/ourresearch/openalex-walden, export_works.ipynb). The words that would have begun later
are lost then, while frequent words keep their later positions.
"""

from bisect import bisect_left
from collections.abc import Mapping
from itertools import chain
from typing import Annotated, Any

from msgspec import Meta, MsgspecError, Struct
from msgspec.json import Decoder

from paperpool.workflow.corpus.openalex_marks import (
    BROKEN,
    CUT,
    DISORDERED,
    GAPS,
    REPEATED,
)

Index = dict[str, list[Annotated[int, Meta(ge=0, le=2**63 - 1)]]]
"""The positions of each word, counted from 0.

Of a number beyond 64 bits ``json_lines`` makes a float, and msgspec does not.
"""


class _Of2023(Struct, rename={"index": "InvertedIndex", "length": "IndexLength"}):
    """The form of the snapshots of 2023, with the number of positions."""

    index: Index
    length: int


_decode_index = Decoder(Index).decode
_decode_2023 = Decoder(_Of2023).decode


def rebuild_abstract(index: Mapping[str, list[int]] | str | None) -> tuple[str | None, list[str]]:
    """Return the text of an index, or None without a word, and its marks (``INDEX_MARKS``).

    ``index`` may be JSON: of an index, as in Parquet, or of the form of 2023. Words are sorted by
    position, then text, and joined by one space.
    """
    length = None
    if isinstance(index, str):
        try:
            index, length = _parse(index)
        except (MsgspecError, RecursionError):
            return None, [BROKEN]
    if not index:
        return None, []

    words, marks = _place_words(index) or _sort_words(index)
    last = max(chain.from_iterable(index.values()), default=-1)
    if length is not None and length > last + 1:  # the end is missing, whatever else is
        marks = [CUT, *(mark for mark in marks if mark not in (CUT, GAPS))]
    return _fold_spaces(" ".join(words)) or None, marks


def _parse(text: str) -> tuple[Index, int | None]:
    try:
        return _decode_index(text), None
    except MsgspecError:
        stored = _decode_2023(text)
        return stored.index, stored.length


def _place_words(index: Mapping[str, list[int]]) -> tuple[list[str], list[str]] | None:
    """Return words and marks of an index with positions 0 to n - 1 once each, else None."""
    words: list[Any] = [None] * sum(map(len, index.values()))
    is_ordered = True
    try:
        for word, positions in index.items():
            if len(positions) == 1:
                words[positions[0]] = word
                continue

            last = -1
            for position in positions:
                words[position] = word
                is_ordered &= position > last
                last = position
    except IndexError:  # there are fewer words than the highest position says
        return None

    if None in words:
        return None
    return words, [] if is_ordered else [DISORDERED]


def _sort_words(index: Mapping[str, list[int]]) -> tuple[list[str], list[str]]:
    """Return the words of any index, and whether positions are missing or repeated."""
    placed = []
    for word, positions in index.items():
        for position in positions:
            placed.append((position, word))
    placed.sort()
    places = sorted({place for place, _ in placed})

    marks = []
    if places and len(places) <= places[-1]:
        last_start = max(min(positions) for positions in index.values() if positions)
        marks.append(CUT if _is_cut(places, last_start) else GAPS)
    if len(places) < len(placed):
        marks.append(REPEATED)
    if any(positions != sorted(positions) for positions in index.values()):
        marks.append(DISORDERED)
    return [word for _, word in placed], marks


def _fold_spaces(text: str) -> str:
    """Return a text with one space for white space and NUL; most are of these alone."""
    if text.isprintable() and "  " not in text and text == text.strip(" "):
        return text
    return " ".join(text.replace("\0", " ").split())


def _is_cut(places: list[int], last_start: int) -> bool:
    """Return whether the end of a text was lost, from its sorted positions, some of them missing.

    A position missing after ``last_start``, the last of a word's first occurrence, belonged to a
    word that began later. Indexes of 2023 may keep the last word: most of the last tenth is missing
    then.
    """
    end = places[-1] + 1
    n_after = len(places) - bisect_left(places, last_start)
    n_tenth = len(places) - bisect_left(places, end - end // 10)
    return n_after < end - last_start or 2 * n_tenth < end // 10
