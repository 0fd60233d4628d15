"""The lengths of chosen and gold sentences (Ricci et al., table 4)."""

from collections.abc import Mapping

import pandas as pd

from paperpool.errors import Problem, UserError
from paperpool.scisumm.scoring.evaluation import Judged
from paperpool.scisumm.words import split_words

COLUMNS = ["split", "ranker", "mean_tokens", "n_sentences"]

SENTENCES, GOLD = "(all sentences)", "(gold)"
"""Pseudo-rankers of the table."""


def length_table(splits: Mapping[str, Judged]) -> pd.DataFrame:
    """Return the mean number of words of the chosen sentences of each ranker, in COLUMNS.

    A sentence counts once for each citance (and in gold, annotator) that it was chosen for. Gold
    offsets without a sentence of the paper are left out; in a submission they raise UserError.
    """
    rows = []
    for split, judged in splits.items():
        lengths = {sentence: len(split_words(text)) for sentence, text in judged.texts.items()}
        chosen = {
            ranker: [(row.paper_id, sid) for row in submission.rows for sid in row.sids]
            for ranker, submission in judged.submissions.items()
        }
        what = "Ranker {!r} chose sentence {}, which paper {} lacks."
        problems = [
            Problem(what.format(ranker, sid, paper_id), ranker)
            for ranker, sentences in chosen.items()
            for paper_id, sid in sorted(set(sentences) - set(lengths))
        ]
        if problems:
            raise UserError(problems)
        annotated = [(row.paper_id, sid) for row in judged.gold for sid in row.sids]
        parts = {**chosen, SENTENCES: list(lengths), GOLD: [s for s in annotated if s in lengths]}
        rows += [
            (split, name, sum(lengths[s] for s in sentences) / len(sentences), len(sentences))
            for name, sentences in parts.items()
            if sentences
        ]
    return pd.DataFrame(rows, columns=COLUMNS)
