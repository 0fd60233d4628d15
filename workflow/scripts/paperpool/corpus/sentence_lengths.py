"""How many sentences texts have and how long the longest is, for a whole column at once.

The sentences are those of ``sentences.split_sentences``. In most abstracts nearly every one ends
with a stop behind a plain word, which the column's bytes show without a Python object per text.
Other full stops are looked at one by one, and so are whole texts in which anything rarer stands:
characters beyond ASCII, a run of stops, a stop before a closing mark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from paperpool.text.sentences import SPECIAL_WORDS, ends_at_full_stop, split_sentences

_FULL_STOP, _EXCLAMATION_MARK, _QUESTION_MARK = b".!?"
_SPACE = re.compile(r"\s+")


def _one_of(characters: bytes) -> NDArray[np.bool_]:
    table = np.zeros(256, bool)
    table[list(characters)] = True
    return table


_LETTER = _one_of(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_STOP_OR_CLOSER = _one_of(b".!?\"')]}")

_LONGEST_SPECIAL = max(map(len, SPECIAL_WORDS))


def _pack(letters: bytes) -> int:
    """Return a number for a word of at most eight lower-case letters."""
    return int.from_bytes(letters[::-1], "little")


_SPECIAL = np.array(sorted(_pack(word.encode()) for word in SPECIAL_WORDS), np.uint64)

Counts = NDArray[np.int64]


def measure_sentences(texts: pa.StringArray) -> tuple[Counts, Counts]:
    """Return the number of sentences of each text and the white-space tokens of its longest.

    Both of shape (n,). A text without sentences, null among them, has a longest of -1.
    """
    texts = pc.fill_null(texts, "")
    count = np.zeros(len(texts), np.int64)
    longest = np.full(len(texts), -1, np.int64)
    column = _Column(texts)
    if not len(column.data):
        return count, longest
    stops, rare = column.find_stops()
    ends = stops[column.is_end(stops)]
    segments = np.sort(np.concatenate([column.starts[column.starts < column.ends], ends + 1]))
    begins = column.token_begins()
    tokens = np.diff(np.append(np.searchsorted(begins, segments), len(begins)))
    row = column.row_of(segments)[tokens > 0]  # white space at the end is no sentence
    np.add.at(count, row, 1)
    np.maximum.at(longest, row, tokens[tokens > 0])
    for row in rare.tolist():
        count[row], longest[row] = measure_split(split_sentences(texts[row].as_py()))
    return count, longest


def measure_split(sentences: Sequence[str]) -> tuple[int, int]:
    """Return the number of sentences and the white-space tokens of the longest, -1 for none."""
    return len(sentences), max((len(sentence.split()) for sentence in sentences), default=-1)


class _Column:
    """The bytes of texts end to end, and where each text starts and ends."""

    def __init__(self, texts: pa.StringArray):
        _, offsets, data = texts.buffers()
        bounds = np.frombuffer(offsets, np.int32)[texts.offset : texts.offset + len(texts) + 1]
        values = np.frombuffer(data or b"", np.uint8)
        self.data = values[bounds[0] : bounds[-1]]
        self.starts = (bounds[:-1] - bounds[0]).astype(np.int64)
        self.ends = (bounds[1:] - bounds[0]).astype(np.int64)
        self.space = self.data <= ord(" ")  # in texts without other control characters

    def row_of(self, places: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return the text that each place is in."""
        return np.searchsorted(self.ends, places, side="right")

    def find_stops(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the places of stops with white space behind them, and the texts left out."""
        data = self.data
        is_rare = np.zeros(len(self.starts), bool)
        unusual = (data >= 0x80) | ((data < ord(" ")) & (data - ord("\t") > 4))
        is_rare[self.row_of(np.flatnonzero(unusual))] = True
        stops = np.flatnonzero(
            (data == _FULL_STOP) | (data == _EXCLAMATION_MARK) | (data == _QUESTION_MARK)
        )
        row = self.row_of(stops)
        inside = stops + 1 < self.ends[row]
        stops, row = stops[inside], row[inside]
        is_rare[row[_STOP_OR_CLOSER[data[stops + 1]]]] = True
        return stops[self.space[stops + 1] & ~is_rare[row]], np.flatnonzero(is_rare)

    def is_end(self, stops: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Say of each stop of ``find_stops`` whether it ends a sentence (or the text)."""
        row = self.row_of(stops)
        ends = self._is_behind_plain_word(stops, self.starts[row])
        ends |= self.data[stops] != _FULL_STOP
        for i in np.flatnonzero(~ends).tolist():
            start, end = self.starts[row[i]], self.ends[row[i]]
            text, stop = self.data[start:end].tobytes().decode("ascii"), int(stops[i] - start)
            after = _SPACE.match(text, stop + 1).end()
            ends[i] = after == len(text) or ends_at_full_stop(text, stop, after)
        return ends

    def _is_behind_plain_word(
        self, stops: NDArray[np.int64], starts: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Say whether at least two letters, and no word with an exception, stand before a stop."""
        word = np.zeros(len(stops), np.uint64)
        in_word = np.ones(len(stops), bool)
        length = np.zeros(len(stops), np.int64)
        for distance in range(1, _LONGEST_SPECIAL + 2):
            letters = self.data[np.maximum(stops - distance, 0)]
            in_word &= _LETTER[letters] & (stops - distance >= starts)
            lower = np.where(in_word, letters | 0x20, 0).astype(np.uint64)
            word |= lower << np.uint64(8 * (distance - 1))
            length += in_word
        before = stops - length - 1
        is_whole = (before < starts) | self.space[np.maximum(before, 0)]
        is_plain = (length > 1) & is_whole & ~np.isin(word, _SPECIAL)
        return is_plain | (length > _LONGEST_SPECIAL)

    def token_begins(self) -> NDArray[np.int64]:
        """Return the places where white-space tokens begin."""
        begins = ~self.space
        begins[1:] &= self.space[:-1]
        first = self.starts[self.starts < self.ends]
        begins[first] = ~self.space[first]
        return np.flatnonzero(begins)
