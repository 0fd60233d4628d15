"""Sentence overlap: true and false positives and false negatives of chosen sentences.

The *official* protocol keys rows by reference and citing paper, so only the last citance of a
citing paper is scored, and compares offsets as strings. The *corrected* one scores every judged
citance of the blind file by sentence number.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from paperpool.scisumm.counts import Counts, micro
from paperpool.scisumm.judge.official_rows import Answer, Key, Row, read_answers
from paperpool.scisumm.read.rows import GoldRow, by_citance, by_file


def official_counts(gold: Iterable[GoldRow], submitted: Iterable[Row]) -> dict[str, Counts]:
    """Return the official counts of each annotation file whose reference paper was submitted."""
    return {
        file: count_answers(annotated, answers)
        for file, annotated, answers in paired_answers(gold, submitted)
    }


def paired_answers(
    gold: Iterable[GoldRow], submitted: Iterable[Row]
) -> list[tuple[str, dict[Key, Answer], dict[Key, Answer]]]:
    """Return (file, its answers, the submitted answers) for each file with a submitted paper."""
    papers: dict[str, list[Row]] = {}
    for row in submitted:
        papers.setdefault(row.paper_id, []).append(row)
    answers = {paper_id: read_answers(rows) for paper_id, rows in papers.items()}
    return [
        (file, read_answers(rows), answers[rows[0].paper_id])
        for file, rows in by_file(gold).items()
        if rows[0].paper_id in answers
    ]


def count_answers(gold: Mapping[Key, Answer], submitted: Mapping[Key, Answer]) -> Counts:
    """Return the counts of one file; an offset counts as often as its list has it."""
    nothing = Answer((), (), None, ())
    tp = fp = fn = 0
    for key, answer in gold.items():
        found = submitted.get(key, nothing).offsets
        hits = sum(offset in found for offset in answer.offsets)
        tp += hits
        fn += len(answer.offsets) - hits
    for key, answer in submitted.items():
        annotated = gold.get(key, nothing).offsets
        fp += sum(offset not in annotated for offset in answer.offsets)
    return Counts(tp, fp, fn)


def corrected_counts(
    gold: Iterable[GoldRow], chosen: Mapping[str, Sequence[int]]
) -> dict[str, Counts]:
    """Return the corrected counts of each annotation file; ``chosen`` may lack citances.

    Every sentence chosen for a citance without a gold span is a false positive. Gold rows without a
    citance in the blind file, and citances outside the gold file, are not scored.
    """
    return {
        file: micro(
            count_sentences(sids, chosen.get(citance_id, ()))
            for citance_id, sids in by_citance(rows).items()
        )
        for file, rows in by_file(gold).items()
    }


def count_sentences(gold: Collection[int], chosen: Collection[int]) -> Counts:
    tp = len(set(gold) & set(chosen))
    return Counts(tp, len(set(chosen)) - tp, len(set(gold)) - tp)
