"""How long the sentences are that rankers and annotators choose (Ricci et al., table 4)."""

from collections.abc import Callable, Mapping

import pandas as pd

from paperpool.errors import Problem, UserError
from paperpool.scisumm.judge.evaluation import Judged

COLUMNS = ["split", "ranker", "mean_tokens", "n_sentences"]

SENTENCES, GOLD = "(all sentences)", "(gold)"
"""The rows that are of no ranker."""


def length_table(splits: Mapping[str, Judged], count_tokens: Callable[[str], int]) -> pd.DataFrame:
    """Return the mean number of tokens of the sentences that each chose of each split, in COLUMNS.

    A sentence counts as often as it was chosen: once for each citance and, in gold, annotator.
    Offsets of gold that the paper has no sentence for are left out. Raises UserError if a
    submission has such a sentence.
    """
    rows = []
    for split, judged in splits.items():
        lengths = {sentence: count_tokens(text) for sentence, text in judged.texts.items()}
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
