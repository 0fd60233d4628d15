"""Ask the search page with real abstracts: are the papers that it finds of their field?

    PYTHONPATH=workflow/scripts .venv/bin/python studies/ask_real_abstracts.py [RUN]

asks a finished run, by default ``demo``, with 200 abstracts of s2orc-arxiv below PAPERPOOL_DATA
(default ../shared/data), drawn by seed: once with an equal number from each field, once from all.
The field of an arXiv paper is that of its primary category (the data's README): cs is Computer
Science, q-bio Biology, econ Economics, eess Engineering, stat and math Mathematics, all else
Physics. An abstract is answered where more than five of the first ten papers are of its field.
``--rankers dense fusion bm25`` asks by embeddings, by both and by words. It also says which is the
page's choice where a search names none.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from paperpool.extras.search_page.engine import SearchEngine, open_run
from paperpool.extras.search_page.model import Settings

N_RESULTS = 10
MIN_CHARACTERS = 300
"""A shorter abstract says too little of its field to be asked with."""


class RealAbstract(NamedTuple):
    """A real paper."""

    title: str
    abstract: str
    field: str


def read_abstracts(folder: Path, n_shards: int = 8) -> list[RealAbstract]:
    """Return the papers of the first shards of a folder of S2ORC metadata."""
    found = []
    for path in sorted((folder / "metadata").glob("*.jsonl.gz"))[:n_shards]:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                if len(row["abstract"] or "") >= MIN_CHARACTERS:
                    [field] = row["mag_field_of_study"]
                    found.append(RealAbstract(row["title"], row["abstract"], field))
    return found


def draw_evenly(papers: list[RealAbstract], n: int, seed: int) -> list[RealAbstract]:
    """Return ``n`` papers, of each field as many as of the others, give or take one."""
    order = np.random.default_rng(seed).permutation(len(papers))
    fields = sorted({paper.field for paper in papers})
    shares = {field: len(range(i, n, len(fields))) for i, field in enumerate(fields)}
    taken: Counter[str] = Counter()
    drawn = []
    for paper in (papers[i] for i in order):
        if taken[paper.field] < shares[paper.field]:
            taken[paper.field] += 1
            drawn.append(paper)
    return drawn


def draw_from_all(papers: list[RealAbstract], n: int, seed: int) -> list[RealAbstract]:
    """Return ``n`` papers, each as likely as the others."""
    chosen = np.random.default_rng(seed).choice(len(papers), n, replace=False)
    return [papers[i] for i in chosen]


def count_of_field(
    engine: SearchEngine, papers: Iterable[RealAbstract], ranker: str = "dense"
) -> list[tuple[str, int]]:
    """Return the field of each abstract, and how many of the first ten papers found have it."""
    counts = []
    for paper in papers:
        example = engine.paste(paper.title, paper.abstract)
        found = engine.search(example, Settings(ranker=ranker, n_results=N_RESULTS))
        counts.append((paper.field, sum(paper.field in result.fields for result in found.results)))
    return counts


def share_answered(counts: list[tuple[str, int]]) -> float:
    """Return the share of the abstracts for which most papers found are of their field."""
    return float(np.mean([2 * count > N_RESULTS for _, count in counts]))


def describe(counts: list[tuple[str, int]]) -> str:
    """Return the share of the abstracts that are answered, of all and by field."""
    fields = sorted({field for field, _ in counts})
    lines = [f"{share_answered(counts):7.1%} of {len(counts)} abstracts"]
    for name in fields:
        own = [pair for pair in counts if pair[0] == name]
        lines.append(f"{share_answered(own):7.1%} of {len(own)} in {name}")
    return "\n".join(lines)


def main() -> None:
    """Ask a run and print how many abstracts were answered."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", nargs="?", default="demo")
    parser.add_argument("--seed", type=int, default=13)
    parser.add_argument("--abstracts", type=int, default=200)
    parser.add_argument("--rankers", nargs="+", default=["dense"])
    given = parser.parse_args()
    data = Path(os.environ.get("PAPERPOOL_DATA", "../shared/data"))
    papers = read_abstracts(data / "s2orc-arxiv")
    engine = open_run(given.run)
    for draw, name in ((draw_evenly, "Each field alike"), (draw_from_all, "Drawn from all")):
        drawn = draw(papers, given.abstracts, given.seed)
        for ranker in given.rankers:
            counts = count_of_field(engine, drawn, ranker)
            print(f"{name}, by {ranker}:\n{describe(counts)}\n", flush=True)
    print(f"The page's own choice: {engine.facts.default_ranker}")


if __name__ == "__main__":
    main()
