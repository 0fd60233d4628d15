"""Paths below ``results/<run>/`` for readers of a run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from paperpool.benchmarks.registry import find_protocols, judged_benchmark

CONFIG = "config.yaml"

NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
"""Valid names of runs and rankers, before they become a path."""


@dataclass(frozen=True)
class Below:
    """A path below the folder of a run."""

    path: str

    def __get__(self, run: Layout, owner: type) -> Path:
        return run.folder / self.path


@dataclass(frozen=True)
class Table:
    """A table of one file or of a folder of files: the existing ones, sorted."""

    path: str

    def __get__(self, run: Layout, owner: type) -> Sequence[Path]:
        single = run.folder / f"{self.path}.parquet"
        if single.is_file():
            return [single]
        return sorted((run.folder / self.path).glob("*.parquet"))


@dataclass(frozen=True)
class Layout:
    """The files of the run in ``folder``; they may be missing."""

    folder: Path

    config_file = Below(CONFIG)
    """The merged configuration; without it the folder is no run."""
    papers = Table("corpus/papers")
    citations = Table("corpus/citations")
    twins = Below("corpus/twins.parquet")
    """The groups of ids that denote one paper."""
    corpus_summary = Below("corpus/summary.json")
    sentences = Table("facets/sentences")
    trained_labeller = Below("facets/labeller")
    extended_labeller = Below("facets/extended_labeller")
    pool_papers = Below("mdcr/steps/papers.parquet")
    encoded_papers = Below("encode/corpus/papers.parquet")
    """The encoded papers of the corpus: the candidates of pools."""
    rerankers = Below("scisearch/models")

    @property
    def demo_collection(self) -> Path:
        """The folder of the judged collection of a demo."""
        return self.folder / "demo" / judged_benchmark().name

    @property
    def corrected_collection(self) -> Path:
        """The folder of the judged collection with labels that were corrected by hand."""
        return self.folder / judged_benchmark().name / "collection"

    def paper_vectors(self, stage: str, ranker: str) -> Path:
        """Return a dense ranker's vectors, a row per paper.

        Stage ``mdcr`` follows ``pool_papers``, stage ``corpus`` follows ``encoded_papers``.
        """
        return self.folder / f"encode/{stage}/{ranker}.npy"

    def metrics(self, benchmark: str) -> Path:
        """Return the score table of a benchmark, or of ``collections/<name>``."""
        return self.folder / benchmark / "metrics.csv"

    def ranking(self, benchmark: str, ranker: str, collection: str = "") -> Path:
        """Return a ranker's rankings: a file, or a folder for CL-SciSumm.

        ``benchmark`` may also be a further protocol of one. ``collection`` names one of other
        people's collections.
        """
        rankings = find_protocols()[benchmark].rankings
        return self.folder / rankings.format(ranker=ranker, collection=collection)

    def collection_steps(self, collection: str) -> Path:
        """Return the folder of a collection of other people's as it was read."""
        return self.folder / "collections" / collection / "steps"

    def list_collections(self) -> list[str]:
        """Return the sorted names of other people's collections that have a folder."""
        return sorted(path.name for path in self.folder.glob("collections/*") if path.is_dir())


def list_runs(results: str | Path) -> set[str]:
    """Return the names of the runs below the folder ``results``."""
    return {file.parent.name for file in Path(results).glob(f"*/{CONFIG}")}
