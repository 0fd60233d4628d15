"""Compare readings of the BM25 ensemble on the training set, each paper by the others' choice.

    python tests/scisumm/compare_ensembles.py FOLDER

FOLDER is the release. For each protocol: micro F1 of papers that are left out, each by the reading
that is best on the others, and how often a reading was chosen; and F1 of all training papers where
one thing alone differs from the library's reading.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "workflow" / "scripts"))

from paperpool.scisumm.corpus import collect_papers
from paperpool.scisumm.counts import Counts, micro
from paperpool.scisumm.judge.judging import Judge
from paperpool.scisumm.judge.official_rows import Answer, read_answers
from paperpool.scisumm.judge.overlap import count_answers, count_sentences
from paperpool.scisumm.match.chosen_ensemble import (
    ANALYSES,
    READING,
    Reading,
    join_searches,
    search,
)
from paperpool.scisumm.read.release import read_release
from paperpool.scisumm.read.rows import by_citance

ANSWERS = ("two", "both, one at least", "both, one or two")
COPIES = (("stems", "pairs"), ("stems", "words"), ("pairs", "words"))
BOOSTS = ((0.0, 1.0), (0.2, 1.25), (0.3, 1.25), (0.3, 1.5), (0.3, 2.0), (0.5, 1.25))
DEPTHS = (2, 3, 4, 5)


def choose(paper, searches, reading, answer):
    """Return the sentences of each citance."""
    total, both = join_searches(
        [searches[paper.paper_id, name] for name in reading.copies], reading
    )
    ranked = total + both * total.max(axis=1, keepdims=True)
    chosen = []
    for row, found in zip(ranked, both.sum(axis=1), strict=True):
        k = {"two": 2, "both, one at least": max(1, found)}.get(answer, min(2, max(1, found)))
        chosen.append([paper.sids[i] for i in np.argsort(-row, kind="stable")[:k]])
    return chosen


def count(paper, rows, citing, chosen):
    """Return the counts of a training paper by protocol."""
    answers, given = {}, {}
    for (name, _), sids in zip(paper.citances, chosen, strict=True):
        given[name] = sids
        answers[paper.paper_id, citing[name]] = Answer(tuple(map(str, sids)), (), name, tuple(sids))
    judged = by_citance(rows).items()
    return {
        "official": count_answers(read_answers(rows), answers),
        "corrected": micro(count_sentences(sids, given[name]) for name, sids in judged),
    }


def leave_one_out(counts, papers, protocol):
    """Return F1 of papers left out, and how often each reading was chosen."""
    totals = {key: micro(of[name][protocol] for name in papers) for key, of in counts.items()}
    picks, found = Counter(), Counts()
    for name in papers:

        def without(key, name=name):
            own, all_papers = counts[key][name][protocol], totals[key]
            return Counts(all_papers.tp - own.tp, all_papers.fp - own.fp, all_papers.fn - own.fn).f1

        best = max(counts, key=without)
        picks[best] += 1
        found += counts[best][name][protocol]
    return found.f1, picks


def main(folder):
    release = read_release(folder, ())
    judge = Judge(release.sentences, release.citances, release.gold, 2)
    papers = collect_papers(release.sentences, release.citances, folder)
    papers = [paper for paper in papers if paper.split == "train"]
    rows = defaultdict(list)
    for row in judge.rows("train"):
        rows[row.paper_id].append(row)
    citing = {row["citance_id"]: row["citing_id"] for row in release.citances.to_pylist()}
    searches = {(p.paper_id, name): search(p, name) for p in papers for name in ANALYSES}
    counts = {
        (Reading(copies, *boost, depth), answer): {
            p.paper_id: count(
                p,
                rows[p.paper_id],
                citing,
                choose(p, searches, Reading(copies, *boost, depth), answer),
            )
            for p in papers
        }
        for copies, boost, depth, answer in product(COPIES, BOOSTS, DEPTHS, ANSWERS)
    }
    names = [paper.paper_id for paper in papers]
    for protocol in ("official", "corrected"):
        for wanted in (ANSWERS, *((answer,) for answer in ANSWERS)):
            some = {key: of for key, of in counts.items() if key[1] in wanted}
            f1, picks = leave_one_out(some, names, protocol)
            print(
                f"{protocol}, left out, {len(some)} readings ({'; '.join(wanted)}): {100 * f1:.2f}"
            )
            for (reading, answer), n in picks.most_common(3):
                print(f"    {n} of {len(names)}: {reading}, {answer}")
    changes = [
        *(replace(READING, copies=copies) for copies in COPIES),
        *(replace(READING, early=early, boost=boost) for early, boost in BOOSTS),
        *(replace(READING, depth=depth) for depth in DEPTHS),
    ]
    for key in dict.fromkeys([*((r, "two") for r in changes), *((READING, a) for a in ANSWERS)]):
        f1 = [
            100 * micro(of[p] for of in counts[key].values()).f1 for p in ("official", "corrected")
        ]
        print(f"{key[0]}, {key[1]}: official {f1[0]:.2f}, corrected {f1[1]:.2f}")


if __name__ == "__main__":
    main(sys.argv[1])
