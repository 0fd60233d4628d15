"""The files of a run, below ``results/<run>/``: those that readers of it look for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

CONFIG = "config.yaml"

NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
"""A name of a run or ranker, before it becomes a path."""

_RANKINGS = {
    "csfcube": "csfcube/runs/{ranker}.parquet",
    "csfcube-corpus": "csfcube/corpus/{ranker}.parquet",
    "mdcr": "mdcr/scores/{ranker}.json",
    "scisumm": "scisumm/runs/{ranker}",
    "collections": "collections/{collection}/runs/{ranker}.parquet",
}


@dataclass(frozen=True)
class Below:
    """A path below the folder of a run."""

    path: str

    def __get__(self, run: Layout, owner: type) -> Path:
        return run.folder / self.path


@dataclass(frozen=True)
class Table:
    """A table that is one file or a folder of several: those that are there, in their order."""

    path: str

    def __get__(self, run: Layout, owner: type) -> Sequence[Path]:
        single = run.folder / f"{self.path}.parquet"
        return [single] if single.is_file() else sorted((run.folder / self.path).glob("*.parquet"))


@dataclass(frozen=True)
class Layout:
    """The files of the run in ``folder``; they need not be there."""

    folder: Path

    config_file = Below(CONFIG)
    """The merged configuration; a folder without it is no run."""
    papers = Table("corpus/papers")
    """The papers of the corpus."""
    citations = Table("corpus/citations")
    """The citations of the corpus."""
    twins = Below("corpus/twins.parquet")
    """The papers that stand in the corpus under several ids."""
    corpus_summary = Below("corpus/summary.json")
    """The counts of the corpus."""
    sentences = Table("facets/sentences")
    """The labelled sentences."""
    trained_labeller = Below("facets/labeller")
    """The folder of the labeller that the run trained."""
    demo_collection = Below("demo/csfcube")
    """CSFCube's release as a demo generates it."""
    corrected_collection = Below("csfcube/collection")
    """CSFCube's release with labels that were corrected by hand."""
    csfcube_runs = Below(str(Path(_RANKINGS["csfcube"]).parent))
    """The folder of the rankings of CSFCube's queries, a table for each ranker."""
    pool_papers = Below("mdcr/steps/papers.parquet")
    """The papers of MDCR's large pools."""
    encoded_papers = Below("encode/corpus/papers.parquet")
    """The papers of the corpus that are encoded: the candidates of pools."""
    rerankers = Below("scisearch/models")
    """The folder of SciSearch's trained re-rankers."""
    ensembles = Below("scisearch/ensembles.csv")
    """The choices of the ensembles of re-rankers."""

    def paper_vectors(self, stage: str, ranker: str) -> Path:
        """Return the vectors by a dense ranker, row by row: of ``pool_papers`` for ``mdcr``.

        Those of ``encoded_papers`` are of the stage ``corpus``.
        """
        return self.folder / f"encode/{stage}/{ranker}.npy"

    def metrics(self, benchmark: str) -> Path:
        """Return the table of figures of a benchmark, or of ``collections/<name>``."""
        return self.folder / benchmark / "metrics.csv"

    def ranking(self, benchmark: str, ranker: str, collection: str = "") -> Path:
        """Return the rankings of a ranker, of CL-SciSumm a folder.

        ``collection`` is the user's collection that is ranked, if the benchmark is these.
        """
        return self.folder / _RANKINGS[benchmark].format(ranker=ranker, collection=collection)

    def collection_steps(self, collection: str) -> Path:
        """Return the folder of a collection of other people's as it was read."""
        return self.folder / "collections" / collection / "steps"

    def list_collections(self) -> list[str]:
        """Return the names of other people's collections that have a folder, sorted."""
        return sorted(path.name for path in self.folder.glob("collections/*") if path.is_dir())


def list_runs(results: str | Path) -> set[str]:
    """Return the names of the runs below the folder ``results``."""
    return {file.parent.name for file in Path(results).glob(f"*/{CONFIG}")}
