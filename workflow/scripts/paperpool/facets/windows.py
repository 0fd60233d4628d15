"""Abstracts as token sequences that a model can take.

A sequence is ``[CLS] sentence [SEP] sentence [SEP] ...``: a sentence is classified where its own
[SEP] stands, having seen the others (Cohan et al., 2019, section 2). An abstract that is longer
than the model takes is cut into windows of whole sentences that overlap by half, and each sentence
is labelled in the window where it has most around it. So no sentence is ever left out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

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


def build_windows(
    sentences: Sequence[TokenIds], cls: int, sep: int, max_tokens: int
) -> list[Window]:
    """Return the windows of an abstract; each of its sentences is labelled in exactly one.

    ``sentences`` are token ids without special tokens, none longer than ``longest_sentence``.
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

    A span takes as many sentences as fit; the next begins in its middle. None lies within another.
    Raises ValueError where a sentence does not fit at all.
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
    """Return for each sentence the span in which it is labelled.

    It is the one in which the nearest cut is furthest, the earlier of two; the beginning and the
    end of the abstract are no cuts.
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
