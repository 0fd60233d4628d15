"""Abstracts as batches of token sequences: the reader of every labeller.

A sequence is ``[CLS] sentence [SEP] sentence [SEP] ...``: a sentence is classified at its own
[SEP], having seen the others (Cohan et al., 2019, section 2). An abstract that is longer than the
model takes is cut into windows of whole sentences that overlap by half, and each sentence is
labelled in the window with most context. So no sentence is ever left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import torch

_WIDTH_STEP = 32
"""Batches are padded to a multiple of this: torch keeps memory for every shape that it has seen."""


@dataclass(frozen=True)
class LabellerSettings:
    """How a labeller is applied.

    ``max_tokens`` is the longest sequence, ``precision`` is ``bfloat16`` or ``float32``,
    ``batch_size`` the number of sequences at once.
    """

    max_tokens: int = 512
    precision: str = "bfloat16"
    batch_size: int = 32


class SequenceMaker:
    """A tokenizer, and the longest sequence that is made with it.

    ``alone`` makes a sequence of each sentence, labelled at its [CLS], and not of an abstract.
    ``n_cut`` counts the sentences that were longer than a sequence and were cut.
    """

    def __init__(self, tokenizer: Any, max_tokens: int, alone: bool = False):
        self.tokenizer = tokenizer
        self.n_cut = 0
        self._max_tokens = max_tokens
        self._alone = alone

    def windows(self, abstracts: Sequence[Sequence[str]]) -> list[NumberedWindow]:
        """Return the windows of all abstracts, each with the place of its abstract."""
        cls, sep = self.tokenizer.cls_token_id, self.tokenizer.sep_token_id
        longest = longest_sentence(self._max_tokens)
        windows = []
        for number, sentences in enumerate(abstracts):
            if not sentences:
                continue
            tokens = self.tokenizer(list(sentences), add_special_tokens=False, verbose=False)
            self.n_cut += sum(len(ids) > longest for ids in tokens["input_ids"])
            cut = [ids[:longest] for ids in tokens["input_ids"]]
            if self._alone:
                windows += [
                    (number, Window([cls, *ids, sep], {place: 1}, {place: 0}, len(cut)))
                    for place, ids in enumerate(cut)
                ]
            else:
                built = build_windows(cut, cls, sep, self._max_tokens)
                windows += [(number, window) for window in built]
        return windows

    def pad(self, windows: Sequence[Window]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the tokens of some windows and their mask, shape (windows, longest) each."""
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
    """Yield batches of windows of similar length, so that little is padded."""
    order = sorted(range(len(windows)), key=lambda i: (len(windows[i][1].tokens), i))
    for start in range(0, len(order), size):
        yield [windows[i] for i in order[start : start + size]]


def count_positions(model_config: Any, tokenizer: Any, max_tokens: int) -> int:
    """Return the most tokens of a sequence: of the setting, the model and the tokenizer."""
    positions = getattr(model_config, "max_position_embeddings", max_tokens)
    return min(max_tokens, tokenizer.model_max_length, positions)


TokenIds = list[int]


@dataclass(frozen=True)
class Window:
    """Some sentences of an abstract as one sequence.

    ``tokens`` are token ids; ``ends`` maps each sentence (its place in the abstract, from 0) that
    is labelled in this window to the place of its [SEP] in ``tokens``, ``starts`` to that of its
    first token. ``n_sentences`` is the number of sentences of the whole abstract.
    """

    tokens: TokenIds
    starts: dict[int, int]
    ends: dict[int, int]
    n_sentences: int


NumberedWindow = tuple[int, Window]
"""A window, and before it the place of its abstract."""


def build_windows(
    sentences: Sequence[TokenIds], cls: int, sep: int, max_tokens: int
) -> list[Window]:
    """Return the windows of an abstract; each of its sentences is labelled in exactly one.

    ``sentences`` are token ids without special tokens, each at most ``longest_sentence``.
    """
    spans = cut_spans([len(tokens) + 1 for tokens in sentences], max_tokens - 1)
    owners = choose_spans(spans, len(sentences))
    windows = []
    for number, span in enumerate(spans):
        tokens, starts, ends = [cls], {}, {}
        for place in span:
            if owners[place] == number:
                starts[place] = len(tokens)
                ends[place] = len(tokens) + len(sentences[place])
            tokens += [*sentences[place], sep]
        windows.append(Window(tokens, starts, ends, len(sentences)))
    return windows


def longest_sentence(max_tokens: int) -> int:
    """Return how many tokens of a sentence fit into a window, with its [CLS] and [SEP]."""
    return max_tokens - 2


def cut_spans(lengths: Sequence[int], room: int) -> list[range]:
    """Cut sentences of some ``lengths`` into spans of at most ``room`` tokens, in order.

    A span takes as many sentences as fit; the next begins in its middle. No window lies within
    another. Raises ValueError if a sentence does not fit at all.
    """
    if lengths and max(lengths) > room:
        raise ValueError(f"a sentence of {max(lengths)} tokens does not fit into {room}")
    spans: list[range] = []
    start = 0
    while not spans or spans[-1].stop < len(lengths):
        stop, total = start, 0
        while stop < len(lengths) and total + lengths[stop] <= room:
            total += lengths[stop]
            stop += 1
        if not spans or stop > spans[-1].stop:
            spans.append(range(start, stop))
            start = (start + stop + 1) // 2
        else:
            start += 1
    return spans


def choose_spans(spans: Sequence[range], n_sentences: int) -> list[int]:
    """Return for each sentence the span of its label. It is the one with the furthest nearest cut,
    the earlier of two; the beginning and the end of the abstract are no cuts.
    """

    def distance(place: int, span: range) -> float:
        before = place - span.start if span.start > 0 else math.inf
        after = span.stop - 1 - place if span.stop < n_sentences else math.inf
        return min(before, after)

    return [
        max(
            (number for number, span in enumerate(spans) if place in span),
            key=lambda number: (distance(place, spans[number]), -number),
        )
        for place in range(n_sentences)
    ]
