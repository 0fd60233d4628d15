"""Labelled abstracts in the form of CSAbstruct, of papers of a demo corpus, all confidences 1."""

from collections.abc import Collection
from pathlib import Path

import numpy as np

from paperpool.extras.demo.corpus_plan import Dirt, Plan
from paperpool.extras.demo.papers import compose_papers
from paperpool.io.json_lines import write_json_lines

N_ABSTRACTS = {"train": 64, "dev": 16, "test": 16}
"""Abstracts of each split; of a small corpus fewer."""

_PAPERS_PER_ABSTRACT = 16
"""A small corpus has so many papers for each abstract of the train split."""


def count_abstracts(n_papers: int) -> dict[str, int]:
    """Return the abstracts of each split that go with a corpus of ``n_papers``."""
    share = min(1.0, n_papers / (_PAPERS_PER_ABSTRACT * N_ABSTRACTS["train"]))
    return {split: max(1, round(share * n)) for split, n in N_ABSTRACTS.items()}


def write_labelled_abstracts(plan: Plan, later: Collection[str], folder: str | Path) -> None:
    """Write a file for each split, of distinct abstracts, of papers of ``later`` only if needed."""
    generator = np.random.default_rng([plan.seed, 500])
    plain = np.flatnonzero((plan.dirt == Dirt.CLEAN) & (plan.twin_of < 0))
    drawn = generator.permutation(plain)
    is_later = np.array([paper_id in later for paper_id in plan.ids(drawn)])
    drawn = drawn[np.argsort(is_later, kind="stable")]

    counts = count_abstracts(len(plan))
    stops = np.cumsum(list(counts.values()))
    for split, papers in zip(counts, np.split(drawn, stops), strict=False):
        rows = []
        for paper in compose_papers(plan, papers.tolist()):
            rows.append(
                {
                    "abstract_id": paper.paper_id,
                    "sentences": paper.text.sentences,
                    "labels": paper.text.labels,
                    "confs": [1.0] * len(paper.text.labels),
                }
            )
        write_json_lines(rows, Path(folder) / f"{split}.jsonl")
