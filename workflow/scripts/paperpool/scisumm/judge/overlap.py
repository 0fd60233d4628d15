"""Sentence overlap: how many of the sentences that annotators chose a system chose, and the others.

Two protocols. *Official* counts as the shared task's script does (see ``official_rows``): rows are
keyed by the reference and the citing paper that they name, so that of several citances of one
citing paper the last alone is scored, and offsets are strings. *Corrected* scores every citance of
the blind file that an annotator judged, by the numbers of its sentences.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from paperpool.scisumm.counts import Counts, micro
from paperpool.scisumm.judge.official_rows import Answer, Key, Row, read_answers
from paperpool.scisumm.read.rows import GoldRow, by_citance, by_file


def official_counts(gold: Iterable[GoldRow], submitted: Iterable[Row]) -> dict[str, Counts]:
    """Return the official counts of each annotation file whose reference paper was submitted.

    ``submitted`` may be the rows of another annotator.
    """
    return {
        file: count_answers(annotated, answers)
        for file, annotated, answers in paired_answers(gold, submitted)
    }


def paired_answers(
    gold: Iterable[GoldRow], submitted: Iterable[Row]
) -> list[tuple[str, dict[Key, Answer], dict[Key, Answer]]]:
    """Return (file, its answers, the submitted answers for its paper), as the script reads them.

    Files of reference papers without a submission are left out.
    """
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
    """Return the counts of one file: offsets are counted as often as they stand in their list."""
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
    """Return the corrected counts of each annotation file.

    ``chosen`` has the sentences of each citance; a missing one has no sentences. A citance without
    a span was judged too: every sentence chosen for it is wrong. Gold rows without a citance in the
    blind file are not scored, nor are citances that the annotator did not judge.
    """
    return {
        file: micro(
            count_sentences(sids, chosen.get(citance_id, ()))
            for citance_id, sids in by_citance(rows).items()
        )
        for file, rows in by_file(gold).items()
    }


def count_sentences(gold: Collection[int], chosen: Collection[int]) -> Counts:
    """Return the counts of one citance."""
    tp = len(set(gold) & set(chosen))
    return Counts(tp, len(set(chosen)) - tp, len(set(gold)) - tp)
