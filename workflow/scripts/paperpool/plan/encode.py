"""The papers whose vectors are encoded, or are given as files."""

from typing import Any

from paperpool.encoding.given_vectors import find_ids, list_vector_files
from paperpool.plan.stage import StagePlan, fill


class EncodePlan(StagePlan):
    """The rankers that encode papers, and the files of those whose vectors are given.

    Given vectors are of the papers of a table: ``corpus`` and ``mdcr`` as those that are encoded,
    ``csfcube``, ``benchmark`` (MDCR's released or built one) and ``collections/<name>``.
    """

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        given = {n: getattr(one, "vectors", None) for n, one in run.settings.rankers.items()}
        sources = run.settings.data.s2orc
        self.given = {n: list_vector_files(of, sources) for n, of in given.items() if of}
        """The files of each ranker whose vectors are given."""
        names = [*run.pools.encoder_sources, *run.mdcr.searchers_by("vectors", "model")]
        self.encoders = [name for name in names if name not in self.given]
        """The rankers by whose models the papers of pools, or of MDCR, are encoded."""
        others = [f"collections/{name}" for name in run.collections.named]
        self.tables = ["corpus", "mdcr", "csfcube", "benchmark", *others]
        """The tables whose papers' vectors may be given."""
        self._sources = {name: name for name in self.tables}
        if not run.mdcr.released:
            self._sources["benchmark"] = "mdcr"

    def papers(self, wildcards: Any) -> str | list[str]:
        """Return the papers of the job's table."""
        table = wildcards.table
        if table == "csfcube":
            return self.run.csfcube.files(wildcards)
        if table == "benchmark":
            return list(self.run.mdcr.splits.values())
        folder = f"{self.below}/corpus" if table == "corpus" else f"{self.folder}/{table}/steps"
        return f"{folder}/papers.parquet"

    def asked(self, wildcards: Any) -> str | list[str]:
        """Return the papers whose vectors are taken from files.

        If MDCR is built these are all that it may be built of: its large pools and its benchmark
        have different ones of them, the benchmark late.
        """
        is_built = self._sources[wildcards.table] == "mdcr"
        return self.run.mdcr.papers(wildcards) if is_built else self.papers(wildcards)

    def files(self, wildcards: Any) -> list[str]:
        """Return the file that the job takes vectors from, with that of its ids."""
        file = self.given[wildcards.ranker][int(wildcards.share)]
        return [file, *find_ids(file)]

    def taken(self, wildcards: Any) -> dict[str, list[str]]:
        """Return the vectors that were taken from each file of the job's ranker."""
        ranker = wildcards.ranker
        folder = f"{self.below}/{self._sources[wildcards.table]}/taken/{ranker}"
        shares = range(len(self.given[ranker]))
        ends = {"vectors": "npy", "owners": "owners.npy", "counts": "json"}
        return {key: fill(f"{folder}/{{share}}.{end}", share=shares) for key, end in ends.items()}

    def known(self, wildcards: Any, table: str = "") -> dict[str, Any]:
        """Return the papers and vectors that the job's ranker is given; empty for a model's.

        Without a ``table`` they are those of the job's collection, or of CSFCube.
        """
        name = getattr(wildcards, "collection", None)
        table = table or (f"collections/{name}" if name else "csfcube")
        path = f"{self.below}/{table}/{wildcards.ranker}"
        files = {"papers": f"{path}.papers.parquet", "known": [f"{path}.npy"]}
        return files if wildcards.ranker in self.given else {}
