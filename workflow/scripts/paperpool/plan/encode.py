"""The shares in which papers are encoded, and the vectors that are given as files."""

from collections.abc import Callable
from typing import Any

from paperpool.encoding.given_vectors import find_ids, list_vector_files
from paperpool.plan.stage import StagePlan, fill


class EncodePlan(StagePlan):
    """The jobs that encode the papers of pools and of MDCR, each a share of them.

    Vectors that are given as files are of the papers of a table: ``corpus`` and ``mdcr`` as those
    that are encoded, ``csfcube``, ``benchmark`` (MDCR's released one) and ``collections/<name>``.
    """

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        self.shares = [str(share) for share in range(self.settings.jobs)]
        """The shares of the papers of a table, each of which a job encodes."""
        rankers, sources = run.settings.rankers.items(), run.settings.data.s2orc
        self.given = {
            name: list_vector_files(given, sources)
            for name, ranker in rankers
            if (given := getattr(ranker, "vectors", None))
        }
        """The files of each ranker whose vectors are given."""
        others = [f"collections/{name}" for name in run.collections.named]
        self.tables = ["corpus", "mdcr", "csfcube", "benchmark", *others]
        """The tables whose papers' vectors are taken from files."""

    def share(self, wildcards: Any) -> int:
        """Return the number of the job's share."""
        return int(wildcards.share)

    @property
    def encoders(self) -> list[str]:
        """The rankers by whose models the papers of pools, or of MDCR, are encoded."""
        names = [*self.run.pools.encoder_sources, *self.run.mdcr.searchers_by("vectors", "model")]
        return [name for name in names if name not in self.given]

    def papers(self, wildcards: Any) -> str:
        """Return the table of the papers that are encoded."""
        [file] = self.ranked(wildcards)
        return file

    def ranked(self, wildcards: Any) -> list[str]:
        """Return the files of the papers of the job's table."""
        table = wildcards.table
        if table == "csfcube":
            return self.run.csfcube.files(wildcards)
        if table == "benchmark":
            return list(self.run.mdcr.splits.values())
        is_read = table == "mdcr" or table.startswith("collections/")
        folder = f"{self.folder}/{table}/steps" if is_read else f"{self.below}/{table}"
        return [f"{folder}/papers.parquet"]

    def asked(self, wildcards: Any) -> list[str]:
        """Return the files of the papers whose vectors are taken from files.

        Where MDCR is built these are all that it may be built of: its large pools and its benchmark
        have different ones of them, the benchmark late.
        """
        is_built = self._taken_for(wildcards.table) == "mdcr"
        return self.run.mdcr.papers(wildcards) if is_built else self.ranked(wildcards)

    def _taken_for(self, table: str) -> str:
        is_built = table == "benchmark" and not self.run.mdcr.released
        return "mdcr" if is_built else table

    def files(self, wildcards: Any) -> list[str]:
        """Return the file that the job takes vectors from, with that of its ids."""
        file = self.given[wildcards.ranker][int(wildcards.share)]
        ids = find_ids(file)
        return [file, ids] if ids else [file]

    def of_files(self, name: str) -> Callable[[Any], list[str]]:
        """Return an input function: what was taken from each file of the job's ranker."""

        def list_files(wildcards: Any) -> list[str]:
            ranker, shares = wildcards.ranker, range(len(self.given[wildcards.ranker]))
            folder = f"{self.below}/{self._taken_for(wildcards.table)}/taken/{ranker}"
            return fill(f"{folder}/{name}", share=shares)

        return list_files

    def known(self, table: str) -> Callable[[Any], dict[str, Any]]:
        """Return an input function: the papers and vectors that the job's ranker is given.

        ``table`` may name the wildcard of a collection. Rankers with a model get none.
        """

        def list_files(wildcards: Any) -> dict[str, Any]:
            name = f"{self.below}/{table.format(**dict(wildcards.items()))}/{wildcards.ranker}"
            files = {"papers": f"{name}.papers.parquet", "known": [f"{name}.npy"]}
            return files if wildcards.ranker in self.given else {}

        return list_files

    def known_papers(self, wildcards: Any) -> dict[str, list[str]]:
        """Return the vectors of the papers of pools, for MDCR's, where pools have the ranker."""
        run, corpus = self.run, f"{self.below}/corpus"
        is_drawn = "pools" in run.sections.chosen and wildcards.ranker in run.pools.encoder_sources
        files = [f"{corpus}/papers.parquet", f"{corpus}/{wildcards.ranker}.npy"]
        return {"known": files} if is_drawn and wildcards.table == "mdcr" else {}
