"""Count the sentences of texts, and the tokens of the longest, for a whole column at once.

The sentences are those of ``sentences.split_sentences``. Most full stops follow a plain word, as
the column's bytes show without a Python object per text; others are looked at one by one. Texts
with rarer things (no ASCII, a run of stops, a stop before a closing mark) are split whole.
"""

import re
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from paperpool.text.sentences import SPECIAL_WORDS, ends_at_full_stop, split_sentences

_TEXTS = 1024
"""Texts that are looked at together: their bytes stay in a processor's cache."""

_FULL_STOP, _EXCLAMATION_MARK, _QUESTION_MARK = b".!?"
_SPACE = re.compile(r"\s+")


def _one_of(characters: bytes) -> NDArray[np.bool_]:
    table = np.zeros(256, bool)
    table[list(characters)] = True
    return table


_LETTER = _one_of(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_STOP_OR_CLOSER = _one_of(b".!?\"')]}")
_WITHIN_WORD = _one_of(b"0123456789)]}-/\\$%^_+=<>*&#@|!?")
"""Characters of no abbreviation and no initial, and not stripped before one either."""

_WINDOW = 8
"""Bytes before a stop that are looked at: more than the longest special word has."""


def _pack(letters: bytes) -> int:
    """Return a number for the last letters, in lower case, before a stop."""
    return int.from_bytes(letters.rjust(_WINDOW, b"\0"), "little")


_LOWER = np.uint64(_pack(b" " * _WINDOW))
_LAST_BYTES = np.array([_pack(b"\xff" * n) for n in range(_WINDOW + 1)], np.uint64)
_LAST_BITS = np.array([(1 << n) - 1 for n in range(_WINDOW + 1)], np.uint8)
_TRAILING_ONES = np.array([_WINDOW + 1 - len(f"0{n:08b}".rstrip("1")) for n in range(256)])

_SPECIAL = np.array(sorted(_pack(word.encode()) for word in SPECIAL_WORDS), np.uint64)

Counts = NDArray[np.int64]


def measure_sentences(texts: pa.StringArray) -> tuple[Counts, Counts]:
    """Return texts' sentences and longest sentences' white-space tokens (-1: empty), shape (n,)."""
    count = np.zeros(len(texts), np.int64)
    longest = np.full(len(texts), -1, np.int64)
    texts = pc.fill_null(texts, "")
    for first in range(0, len(texts), _TEXTS):
        part = slice(first, first + _TEXTS)
        _measure_together(texts[part], count[part], longest[part])
    return count, longest


def _measure_together(texts: pa.StringArray, count: Counts, longest: Counts) -> None:
    """Write the results of ``measure_sentences`` to ``count`` and ``longest``."""
    column = _Column(texts)
    if not len(column.data):
        return

    # a sentence begins where a text does, and behind each end of a sentence
    stops, rare = column.find_stops()
    ends = stops[column.is_end(stops)]
    segments = np.sort(np.concatenate([column.starts[column.starts < column.ends], ends + 1]))
    begins = column.token_begins()
    tokens = np.diff(begins.count_before(segments), append=begins.total)
    row = column.row_of(segments)[tokens > 0]  # white space at the end is no sentence
    np.add.at(count, row, 1)
    np.maximum.at(longest, row, tokens[tokens > 0])

    for row in rare.tolist():
        count[row], longest[row] = measure_split(split_sentences(texts[row].as_py()))


def measure_split(sentences: Sequence[str]) -> tuple[int, int]:
    """Return the number of sentences and the white-space tokens of the longest, -1 for a null."""
    longest = max((len(sentence.split()) for sentence in sentences), default=-1)
    return len(sentences), longest


class _Ranks:
    """Flags as bits, and how many are set before each 64 of them."""

    def __init__(self, flags: NDArray[np.bool_]):
        bits = np.packbits(flags, bitorder="little")
        self._words = np.pad(bits, (0, 8 - len(bits) % 8)).view("<u8")
        self._before = np.append(0, np.bitwise_count(self._words).cumsum(dtype=np.int64))
        self.total = int(self._before[-1])

    def count_before(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many flags are set before each place (the end is a place)."""
        word = places >> 6
        bit = (places & 63).astype(np.uint64)
        below = self._words[word] & ((np.uint64(1) << bit) - np.uint64(1))
        return self._before[word] + np.bitwise_count(below)


class _Column:
    """The bytes of texts end to end, and the start and end of each text."""

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

        # all but printable ASCII and its white space; bytes below the space wrap around
        unusual = np.flatnonzero(data - np.uint8(ord(" ")) >= 0x80 - ord(" "))
        unusual = unusual[data[unusual] - np.uint8(ord("\t")) > ord("\r") - ord("\t")]
        is_rare[self.row_of(unusual)] = True

        is_stop = data == _FULL_STOP
        is_stop |= data == _EXCLAMATION_MARK
        is_stop |= data == _QUESTION_MARK
        stops = np.flatnonzero(is_stop)
        row = self.row_of(stops)

        # a stop at the end of its text parts nothing; one before a stop or a closing mark is rare
        inside = stops + 1 < self.ends[row]
        stops = stops[inside]
        row = row[inside]
        is_rare[row[_STOP_OR_CLOSER[data[stops + 1]]]] = True
        return stops[self.space[stops + 1] & ~is_rare[row]], np.flatnonzero(is_rare)

    def is_end(self, stops: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return for each stop of ``find_stops`` whether it ends a sentence (or the text)."""
        row = self.row_of(stops)
        ends = self._is_behind_plain_word(stops, self.starts[row])
        ends |= self.data[stops] != _FULL_STOP
        for i in np.flatnonzero(~ends).tolist():
            start = self.starts[row[i]]
            end = self.ends[row[i]]
            text = self.data[start:end].tobytes().decode("ascii")
            stop = int(stops[i] - start)
            space = _SPACE.match(text, stop + 1)
            assert space  # a stop has a space behind it
            after = space.end()
            ends[i] = after == len(text) or ends_at_full_stop(text, stop, after)
        return ends

    def _is_behind_plain_word(
        self, stops: NDArray[np.int64], starts: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Return whether the word before a stop is surely without an exception."""
        before = np.concatenate([np.zeros(_WINDOW, np.uint8), self.data])
        window = sliding_window_view(before, _WINDOW)[stops]
        inside = (stops - starts).clip(max=_WINDOW)  # bytes of the window that are of the text

        # the letters that end at the stop, as one number in lower case: is it a special word?
        letters = np.packbits(_LETTER[window], axis=1).ravel() & _LAST_BITS[inside]
        length = _TRAILING_ONES[letters]
        word = (window.view("<u8").ravel() | _LOWER) & _LAST_BYTES[length]
        special = _SPECIAL[np.searchsorted(_SPECIAL, word).clip(max=len(_SPECIAL) - 1)] == word

        first = window[np.arange(len(stops)), (_WINDOW - 1 - length).clip(min=0)]
        return ((length > 1) & ~special) | ((length < inside) & _WITHIN_WORD[first])

    def token_begins(self) -> _Ranks:
        """Return the starts of white-space tokens."""
        begins = ~self.space
        begins[1:] &= self.space[:-1]
        first = self.starts[self.starts < self.ends]
        begins[first] = ~self.space[first]
        return _Ranks(begins)
