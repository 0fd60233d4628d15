"""Abstracts as batches of token sequences: what every labeller reads with.

How an abstract becomes sequences is told in ``windows``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from paperpool.facets.windows import Window, build_windows, longest_sentence

if TYPE_CHECKING:
    import torch

_WIDTH_STEP = 32
"""Batches are padded to a multiple of this: torch keeps memory for every shape that it has seen."""

NumberedWindow = tuple[int, Window]
"""A window, and before it the place of its abstract."""


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

    ``alone`` makes a sequence of each sentence, which is labelled at its [CLS], and not of an
    abstract. ``n_cut`` counts the
    sentences that were longer than a sequence and of which only the beginning was read.
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
    """Return how many tokens a sequence may have: as asked, and as model and tokenizer allow."""
    positions = getattr(model_config, "max_position_embeddings", max_tokens)
    return min(max_tokens, tokenizer.model_max_length, positions)
