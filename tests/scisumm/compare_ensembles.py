"""Compare readings of the BM25 ensemble on the training set, each paper by the others' choice.

    python tests/scisumm/compare_ensembles.py FOLDER

FOLDER is the release. For the authors' recipe: F1 of all training papers, and the share of test
citances that get the very sentences that they submitted (gold is not looked at), where one thing
alone differs. For ours, under each protocol: micro F1 of papers that are left out, each by the reading that is
best on the others, and how often a reading was chosen; and F1 of all training papers where one
thing alone differs from the library's reading.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import product
from pathlib import Path
from unittest.mock import patch

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "workflow" / "scripts"))

from paperpool.scisumm.choice import LEARNT
from paperpool.scisumm.corpus import collect_papers
from paperpool.scisumm.counts import Counts, micro
from paperpool.scisumm.judge.judging import Judge
from paperpool.scisumm.judge.official_rows import Answer, read_answers
from paperpool.scisumm.judge.overlap import count_answers, count_sentences
from paperpool.scisumm.match import bm25_ensemble
from paperpool.scisumm.match.bm25 import score_terms
from paperpool.scisumm.match.chosen_ensemble import (
    ANALYSES,
    READING,
    Reading,
    join_searches,
    search,
)
from paperpool.scisumm.match.prepared import clean
from paperpool.scisumm.read.release import read_release
from paperpool.scisumm.read.rows import by_citance
from paperpool.scisumm.read.submitted import read_submissions
from paperpool.search import bm25

ANSWERS = ("two", "both, one at least", "both, one or two")
COPIES = (("stems", "pairs"), ("stems", "words"), ("pairs", "words"))
BOOSTS = ((0.0, 1.0), (0.2, 1.25), (0.3, 1.25), (0.3, 1.5), (0.3, 2.0), (0.5, 1.25))
DEPTHS = (2, 3, 4, 5)

SUBMITTED = "submissions-2020/49-uniHD/intersection_2_field"


def round_lengths(lengths, *others, exact=bm25.norms):
    """Return Lucene's norms: from 24 on, of what is more the four highest bits are kept."""
    more = np.maximum(lengths - 24, 0)
    dropped = np.maximum(np.frexp(more)[1] - 4, 0)
    return exact(np.minimum(lengths, 24) + (more >> dropped << dropped), *others)


def mask_without_markers(text, mask=bm25_ensemble.mask):
    return mask(bm25_ensemble.cut_markers(text))


CHANGES = {
    "the authors' recipe": {},
    "markers taken out as for bm25": {"cut_markers": clean},
    "markers taken out of sentences, too": {"mask": mask_without_markers},
    "formulas kept": {"_MASKS": {}},
    "no pairs": {"score_terms": lambda queries, texts, mean: score_terms(queries, texts)},
    "no place": {"BOOST": (0.0, 0.0)},
    "lengths in a byte, as Lucene has them": {},
    "test citances of the column Citation Text Clean": {},
}


def answer(papers):
    """Return the sentences of each citance by the authors' recipe."""
    chosen = {}
    for paper in papers:
        scores = bm25_ensemble.score_ensemble([paper])[paper.paper_id]
        for (name, _), row in zip(paper.citances, scores, strict=True):
            first = np.argsort(-row, kind="stable")[: LEARNT.most]
            taken = first[LEARNT.take(row[first], np.arange(1, len(first) + 1))]
            chosen[name] = [paper.sids[i] for i in taken]
    return chosen


def read_clean(paper, submitted):
    """Return a test paper with the texts of its citances that the authors searched for."""
    if paper.split == "train":
        return paper
    with (submitted / f"Task1/{paper.paper_id}.csv").open(encoding="utf-8", newline="") as file:
        texts = [row["Citation Text Clean"] for row in csv.DictReader(file)]
    names = (name for name, _ in paper.citances)
    return replace(paper, citances=tuple(zip(names, texts, strict=True)))


def compare_recipe(folder, release, papers, rows, citing):
    """Print F1 on training papers, and the share of answers that are those of the authors."""
    path = Path(folder, SUBMITTED)
    theirs = read_submissions("uniHD", path, release.citances, release.sentences)
    theirs = {row.citance_id: set(row.sids) for of in theirs.values() for row in of}
    for name, change in CHANGES.items():
        norms = round_lengths if "byte" in name else bm25.norms
        change = {"DEPTH": None, **change}  # patch.multiple asks for one
        with (
            patch.object(bm25, "norms", norms),
            patch.multiple(bm25_ensemble, create=True, **change),
        ):
            chosen = answer([read_clean(p, path) if "Clean" in name else p for p in papers])
        counts = [
            count(p, rows[p.paper_id], citing, [chosen[name] for name, _ in p.citances])
            for p in papers
            if p.split == "train"
        ]
        f1 = [100 * micro(of[protocol] for of in counts).f1 for protocol in counts[0]]
        alike = np.mean([set(chosen[citance]) == sids for citance, sids in theirs.items()])
        print(f"{name}: official {f1[0]:.2f}, corrected {f1[1]:.2f}, alike {100 * alike:.1f}%")


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
    rows = defaultdict(list)
    for row in judge.rows("train"):
        rows[row.paper_id].append(row)
    citing = {row["citance_id"]: row["citing_id"] for row in release.citances.to_pylist()}
    compare_recipe(folder, release, papers, rows, citing)
    papers = [paper for paper in papers if paper.split == "train"]
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
