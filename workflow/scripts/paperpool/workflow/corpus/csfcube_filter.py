"""The corpus filter of CSFCube (section 3 and datasheet): selected papers of usual sentences."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from paperpool.workflow.corpus.drop_reasons import (
    KEPT,
    Filter,
    Flags,
    Reasons,
    first_that_holds,
)
from paperpool.workflow.corpus.filter_kind import Thresholds
from paperpool.workflow.corpus.sentence_lengths import Counts, measure_sentences, measure_split


@dataclass(frozen=True)
class CsfcubeThresholds:
    """Thresholds of CSFCube's filter: sentences per abstract, white-space tokens per sentence."""

    min_sentences: int = 3
    max_sentences: int = 20
    max_sentence_tokens: int = 80
    min_sentence_tokens: int = 4


def csfcube_filter(thresholds: CsfcubeThresholds) -> Filter:
    """Return CSFCube's filter: in the selected set, and an abstract of usual sentences.

    Only selected papers are measured: their own sentences, or those of the split abstract.
    """

    def find_reasons(papers: pa.Table, selected: Flags) -> Reasons:
        """Return each paper's reason; measure only the selected ones, as splitting takes long."""
        reasons = np.zeros(len(papers), np.int64)
        read = [name for name in ("abstract", "sentences") if name in papers.column_names]
        texts = papers.select(read).filter(pa.array(selected))
        count, longest = _measure(texts)
        of_sentences = find_sentence_reasons(count, longest, thresholds)

        # the first reason of this filter is that a paper is not selected
        reasons[selected] = np.where(of_sentences == KEPT, KEPT, of_sentences + 1)
        return reasons

    return Filter(("not_selected", *SENTENCE_REASONS), find_reasons)


def _measure(papers: pa.Table) -> tuple[Counts, Counts]:
    """Return the counts of ``measure_sentences``, of a paper's own sentences if it has them."""
    count, longest = measure_sentences(papers["abstract"].combine_chunks())
    if "sentences" in papers.column_names:
        sentences = papers["sentences"].combine_chunks()
        for row in np.flatnonzero(sentences.is_valid()):
            count[row], longest[row] = measure_split(sentences[int(row)].as_py())
    return count, longest


SENTENCE_REASONS = ("too_few_sentences", "too_many_sentences", "long_sentence", "short_sentences")
"""The drop reasons of CSFCube's conditions on an abstract's sentences, in their order."""


def find_sentence_reasons(count: Counts, longest: Counts, thresholds: CsfcubeThresholds) -> Reasons:
    """Return the first of ``SENTENCE_REASONS`` that holds for each abstract, or ``KEPT``."""
    return first_that_holds(
        len(count),
        count < thresholds.min_sentences,
        count > thresholds.max_sentences,
        longest > thresholds.max_sentence_tokens,
        longest < thresholds.min_sentence_tokens,
    )


def make_filter(settings: Thresholds) -> Filter:
    """Return the filter of the thresholds of ``corpus.csfcube``."""
    return csfcube_filter(CsfcubeThresholds(**settings))
