"""Where the files of a run lie, below ``results/<run>/``: those that readers of it look for."""

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
    "mdcr": "mdcr/scores/{ranker}.json",
    "scisumm": "scisumm/runs/{ranker}",
    "collections": "collections/{collection}/runs/{ranker}.parquet",
}


@dataclass(frozen=True)
class Layout:
    """The files of the run in ``folder``; they need not be there."""

    folder: Path

    @property
    def config_file(self) -> Path:
        """The merged configuration; where there is none is no run."""
        return self.folder / CONFIG

    @property
    def papers(self) -> Sequence[Path]:
        """The tables of the corpus's papers that are there, in the order of its shards."""
        return self._list_parts("corpus/papers")

    @property
    def citations(self) -> Sequence[Path]:
        """The tables of the corpus's citations that are there."""
        return self._list_parts("corpus/citations")

    @property
    def twins(self) -> Path:
        """The table of papers that stand in the corpus under several ids."""
        return self.folder / "corpus/twins.parquet"

    @property
    def corpus_summary(self) -> Path:
        """The counts of the corpus."""
        return self.folder / "corpus/summary.json"

    @property
    def sentences(self) -> Sequence[Path]:
        """The tables of labelled sentences that are there."""
        return self._list_parts("facets/sentences")

    @property
    def trained_labeller(self) -> Path:
        """The folder of the labeller that the run trained."""
        return self.folder / "facets/labeller"

    @property
    def demo_collection(self) -> Path:
        """CSFCube's release as a demo generates it."""
        return self.folder / "demo/csfcube"

    @property
    def corrected_collection(self) -> Path:
        """CSFCube's release with labels that were corrected by hand."""
        return self.folder / "csfcube/collection"

    @property
    def csfcube_runs(self) -> Path:
        """The folder of the rankings of CSFCube's queries, a table for each ranker."""
        return self.folder / "csfcube/runs"

    def metrics(self, benchmark: str) -> Path:
        """Return the table of figures of a benchmark, or of ``collections/<name>``."""
        return self.folder / benchmark / "metrics.csv"

    def ranking(self, benchmark: str, ranker: str, collection: str = "") -> Path:
        """Return the rankings of a ranker, of CL-SciSumm a folder.

        ``collection`` is the one of other people's that is ranked, where the benchmark is these.
        """
        file = _RANKINGS[benchmark].format(ranker=ranker, collection=collection)
        return self.folder / file

    def collection_steps(self, collection: str) -> Path:
        """Return the folder of a collection of other people's as it was read."""
        return self.folder / "collections" / collection / "steps"

    def list_collections(self) -> list[str]:
        """Return the names of other people's collections that have a folder, sorted."""
        return sorted(path.name for path in self.folder.glob("collections/*") if path.is_dir())

    @property
    def pool_papers(self) -> Path:
        """The papers of MDCR's large pools."""
        return self.folder / "mdcr/steps/papers.parquet"

    def pool_vectors(self, ranker: str) -> Path:
        """Return the vectors of these papers by a dense ranker, row by row."""
        return self.folder / f"mdcr/steps/vectors/{ranker}.npy"

    @property
    def rerankers(self) -> Path:
        """The folder of SciSearch's trained re-rankers."""
        return self.folder / "scisearch/models"

    @property
    def ensembles(self) -> Path:
        """The table of what the ensembles of re-rankers chose."""
        return self.folder / "scisearch/ensembles.csv"

    def _list_parts(self, name: str) -> list[Path]:
        """Return the files of a table that is one file or a folder of several."""
        single = self.folder / f"{name}.parquet"
        return [single] if single.is_file() else sorted((self.folder / name).glob("*.parquet"))


def list_runs(results: str | Path) -> set[str]:
    """Return the names of the runs below the folder ``results``."""
    return {file.parent.name for file in Path(results).glob(f"*/{CONFIG}")}
