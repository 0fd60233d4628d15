"""Compare the BM25 ensemble with one thing changed, and with what its authors submitted.

    python studies/compare_ensembles.py FOLDER

FOLDER is the release. Printed are F1 of all training papers, and the share of test citances that
get the very sentences that the authors submitted; gold of the test papers is not looked at.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from unittest.mock import patch

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "workflow" / "scripts"))

from paperpool.scisumm.choice import LEARNT
from paperpool.scisumm.corpus import collect_papers
from paperpool.scisumm.counts import micro
from paperpool.scisumm.read.release import read_release
from paperpool.scisumm.read.submitted import read_submissions
from paperpool.scisumm.scoring.evaluator import Judge
from paperpool.scisumm.scoring.official_rows import Answer, read_answers
from paperpool.scisumm.scoring.overlap import count_overlap, pair_answers, pair_by_citance
from paperpool.search import term_index
from paperpool.workflow.scisumm.match import bm25_ensemble
from paperpool.workflow.scisumm.match.bm25 import score_terms
from paperpool.workflow.scisumm.match.prepared import clean

SUBMITTED = "submissions-2020/49-uniHD/intersection_2_field"


def round_lengths(lengths, *others, exact=term_index.bm25.norms):
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
    "test citances of the column Citation Text": {},
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


def count(paper, rows, citing, chosen):
    """Return the counts of a training paper by protocol."""
    answers, given = {}, {}
    for (name, _), sids in zip(paper.citances, chosen, strict=True):
        given[name] = sids
        answers[paper.paper_id, citing[name]] = Answer(tuple(map(str, sids)), (), name, tuple(sids))
    return {
        "official": count_overlap(pair_answers(read_answers(rows), answers)),
        "corrected": micro(map(count_overlap, pair_by_citance(rows, given, {}).values())),
    }


def main(folder):
    release = read_release(folder, ())
    judge = Judge(release.sentences, release.citances, release.gold, 2)
    papers = {
        citance: collect_papers(release.sentences, release.citances, folder, citance)
        for citance in ("clean", "text")
    }
    rows = defaultdict(list)
    for row in judge.rows("train"):
        rows[row.paper_id].append(row)
    citing = {row["citance_id"]: row["citing_id"] for row in release.citances.to_pylist()}
    path = Path(folder, SUBMITTED)
    submitted = read_submissions("theirs", path, release.citances, release.sentences)
    theirs = {row.citance_id: set(row.sids) for of in submitted.values() for row in of}
    for name, change in CHANGES.items():
        norms = round_lengths if "byte" in name else term_index.bm25.norms
        change = {"score_terms": score_terms, **change}
        read = papers["text" if "column" in name else "clean"]
        with patch.object(term_index.bm25, "norms", norms), patch.multiple(bm25_ensemble, **change):
            chosen = answer(read)
        counts = [
            count(p, rows[p.paper_id], citing, [chosen[name] for name, _ in p.citances])
            for p in read
            if p.split == "train"
        ]
        f1 = [100 * micro(of[protocol] for of in counts).f1 for protocol in counts[0]]
        alike = np.mean([set(chosen[citance]) == sids for citance, sids in theirs.items()])
        print(f"{name}: official {f1[0]:.2f}, corrected {f1[1]:.2f}, alike {100 * alike:.1f}%")


if __name__ == "__main__":
    main(sys.argv[1])
