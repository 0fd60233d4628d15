"""What each annotation file adds to a ranker's figures, by protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.judge.overlap import corrected_counts, official_counts
from paperpool.scisumm.judge.recall import Best, corrected_hits, official_hits
from paperpool.scisumm.judge.rouge_s import SkipBigrams, Texts, corrected_rouge, official_rouge
from paperpool.scisumm.judge.sums import file_sums
from paperpool.scisumm.read.rows import GoldRow, SubmittedRow, submitted_sentences


@dataclass(frozen=True)
class Submission:
    """The rows that a ranker submits, and each citance's sentences as far as it ranks them."""

    rows: Sequence[SubmittedRow]
    best: Best

    @classmethod
    def of_rows(cls, rows: Sequence[SubmittedRow]) -> Submission:
        """Return a user's run: its rows are all that is known of it."""
        return cls(rows, submitted_sentences(rows))


def submission_sums(
    protocol: str,
    gold: Sequence[GoldRow],
    submission: Submission,
    texts: Texts,
    depth: int,
    bigrams: SkipBigrams,
) -> dict[str, Floats]:
    """Return the vector (see ``sums``) of each file that the protocol scores."""
    if protocol == "official":
        return file_sums(
            official_counts(gold, submission.rows),
            official_rouge(gold, submission.rows, bigrams),
            official_hits(gold, submission.rows, submission.best, depth),
        )
    chosen = submitted_sentences(submission.rows)
    return file_sums(
        corrected_counts(gold, chosen),
        corrected_rouge(gold, chosen, texts, bigrams),
        corrected_hits(gold, submission.best, depth),
    )


def annotators_of(files: Mapping[str, Sequence[GoldRow]]) -> dict[str, str]:
    """Return the annotator of each file: of most of its rows, the first by name where equal.

    A file of the training set holds the rows of two; one that names nobody has the empty name.
    """
    annotators = {}
    for file, rows in files.items():
        names = [row.annotator for row in rows]
        annotators[file] = min(set(names), key=lambda name: (-names.count(name), name))
    return annotators
