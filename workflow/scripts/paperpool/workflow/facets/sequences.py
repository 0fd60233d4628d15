"""Turn abstracts into batches of token sequences, for every labeller.

Each sentence of ``[CLS] sentence [SEP] sentence [SEP] ...`` is classified at its [SEP] (Cohan et
al., 2019, section 2). Long abstracts are cut into windows that overlap by half, and a sentence is
labelled in the window with most context.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import torch

_WIDTH_STEP = 32
"""Batches are padded to a multiple of this: torch caches memory per shape."""


@dataclass(frozen=True)
class LabellerSettings:
    """Longest sequence in tokens, precision (``bfloat16`` or ``float32``), sequences per batch."""

    max_tokens: int = 512
    precision: str = "bfloat16"
    batch_size: int = 32


class SequenceMaker:
    """Makes sequences of ``max_tokens``, of single sentences if ``alone``; counts truncations."""

    def __init__(self, tokenizer: Any, max_tokens: int, alone: bool = False):
        self.tokenizer = tokenizer
        self.n_cut = 0
        self._max_tokens = max_tokens
        self._alone = alone

    def windows(self, abstracts: Sequence[Sequence[str]]) -> list[NumberedWindow]:
        """Return the windows of all abstracts, each with its abstract's index."""
        cls = self.tokenizer.cls_token_id
        sep = self.tokenizer.sep_token_id
        longest = self._max_tokens - 2  # beside [CLS] and [SEP]
        windows: list[NumberedWindow] = []
        for number, sentences in enumerate(abstracts):
            if not sentences:
                continue
            tokens = self.tokenizer(list(sentences), add_special_tokens=False, verbose=False)
            self.n_cut += sum(len(ids) > longest for ids in tokens["input_ids"])
            cut = [ids[:longest] for ids in tokens["input_ids"]]

            if self._alone:
                for place, ids in enumerate(cut):
                    window = Window([cls, *ids, sep], {place: 1}, {place: 0}, len(cut))
                    windows.append((number, window))
            else:
                for window in build_windows(cut, cls, sep, self._max_tokens):
                    windows.append((number, window))
        return windows

    def pad(self, windows: Sequence[Window]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the tokens of windows and their mask, shape (windows, longest) each."""
        import torch

        longest = max(len(window.tokens) for window in windows)
        width = min(-(-longest // _WIDTH_STEP) * _WIDTH_STEP, self._max_tokens)
        ids = torch.full((len(windows), width), self.tokenizer.pad_token_id)
        mask = torch.zeros((len(windows), width), dtype=torch.long)
        for row, window in enumerate(windows):
            ids[row, : len(window.tokens)] = torch.tensor(window.tokens)
            mask[row, : len(window.tokens)] = 1
        return ids, mask


def batch_by_length(windows: Sequence[NumberedWindow], size: int) -> Iterator[list[NumberedWindow]]:
    """Yield batches of windows of similar length, to save padding."""
    order = sorted(range(len(windows)), key=lambda i: (len(windows[i][1].tokens), i))
    for start in range(0, len(order), size):
        yield [windows[i] for i in order[start : start + size]]


def count_positions(model_config: Any, tokenizer: Any, max_tokens: int) -> int:
    """Return the longest sequence that setting, model and tokenizer allow, in tokens."""
    positions = getattr(model_config, "max_position_embeddings", max_tokens)
    return min(max_tokens, tokenizer.model_max_length, positions)


TokenIds = list[int]


@dataclass(frozen=True)
class Window:
    """Sentences of an abstract as one sequence of ``tokens`` (ids).

    ``starts`` and ``ends`` map a sentence labelled here (its index in the abstract) to the index of
    its first token and of its [SEP]. ``n_sentences`` is that of the whole abstract.
    """

    tokens: TokenIds
    starts: dict[int, int]
    ends: dict[int, int]
    n_sentences: int


NumberedWindow = tuple[int, Window]
"""The index of an abstract, and one of its windows."""


def build_windows(
    sentences: Sequence[TokenIds], cls: int, sep: int, max_tokens: int
) -> list[Window]:
    """Return the windows of an abstract (token ids); each sentence is labelled in one window."""
    spans = cut_spans([len(tokens) + 1 for tokens in sentences], max_tokens - 1)
    owners = choose_spans(spans, len(sentences))
    windows = []
    for number, span in enumerate(spans):
        tokens = [cls]
        starts: dict[int, int] = {}
        ends: dict[int, int] = {}
        for place in span:
            if owners[place] == number:
                starts[place] = len(tokens)
                ends[place] = len(tokens) + len(sentences[place])
            tokens += sentences[place]
            tokens.append(sep)
        windows.append(Window(tokens, starts, ends, len(sentences)))
    return windows


def cut_spans(lengths: Sequence[int], room: int) -> list[range]:
    """Cut sentences of given ``lengths`` into spans of at most ``room`` tokens, in order.

    A span takes as many sentences as fit; the next begins in its middle, and no span contains
    another. Raises ValueError for a longer sentence.
    """
    if lengths and max(lengths) > room:
        raise ValueError(f"a sentence of {max(lengths)} tokens does not fit into {room}")

    spans: list[range] = []
    start = 0
    while not spans or spans[-1].stop < len(lengths):
        stop = start
        total = 0
        while stop < len(lengths) and total + lengths[stop] <= room:
            total += lengths[stop]
            stop += 1

        if not spans or stop > spans[-1].stop:
            spans.append(range(start, stop))
            start = (start + stop + 1) // 2
        else:  # the last span contains it
            start += 1
    return spans


def choose_spans(spans: Sequence[range], n_sentences: int) -> list[int]:
    """Return the span that labels each sentence: the nearest cut is furthest, the first of ties."""

    def distance(place: int, span: range) -> float:
        """Return how far the nearest cut is; the ends of the abstract are no cuts."""
        before = place - span.start if span.start > 0 else math.inf
        after = span.stop - 1 - place if span.stop < n_sentences else math.inf
        return min(before, after)

    chosen = []
    for place in range(n_sentences):
        distances = {}
        for number, span in enumerate(spans):
            if place in span:
                distances[number] = distance(place, span)
        chosen.append(max(distances, key=distances.__getitem__))  # the first of the furthest
    return chosen
