"""How long the sentences are that rankers and annotators choose (Ricci et al., table 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import pandas as pd

from paperpool.errors import Problem, UserError
from paperpool.scisumm.judge.rouge_s import Texts
from paperpool.scisumm.read.rows import GoldRow, SubmittedRow

COLUMNS = ["split", "ranker", "mean_tokens", "n_sentences"]

SENTENCES, GOLD = "(all sentences)", "(gold)"
"""The rows that are of no ranker."""


def length_table(
    split: str,
    submissions: Mapping[str, Iterable[SubmittedRow]],
    gold: Iterable[GoldRow],
    texts: Texts,
    count_tokens: Callable[[str], int],
) -> pd.DataFrame:
    """Return the mean number of tokens of the sentences that each chose, in COLUMNS.

    A sentence counts as often as it was chosen: once for each citance and, in gold, annotator.
    Offsets of gold that the paper has no sentence for are left out. Raises UserError where a
    submission has such a sentence.
    """
    lengths = {sentence: count_tokens(text) for sentence, text in texts.items()}
    chosen = {
        ranker: [(row.paper_id, sid) for row in rows for sid in row.sids]
        for ranker, rows in submissions.items()
    }
    problems = [
        Problem(f"Ranker {ranker!r} chose sentence {sid}, which paper {paper_id} lacks.", ranker)
        for ranker, sentences in chosen.items()
        for paper_id, sid in sorted(set(sentences) - set(lengths))
    ]
    if problems:
        raise UserError(problems)
    annotated = [(row.paper_id, sid) for row in gold for sid in row.sids]
    parts: dict[str, Sequence[tuple[str, int]]] = {
        **chosen,
        SENTENCES: list(lengths),
        GOLD: [sentence for sentence in annotated if sentence in lengths],
    }
    return pd.DataFrame(
        [
            (split, name, sum(lengths[s] for s in sentences) / len(sentences), len(sentences))
            for name, sentences in parts.items()
            if sentences
        ],
        columns=COLUMNS,
    )
