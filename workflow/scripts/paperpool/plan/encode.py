"""The papers whose vectors are encoded or read from files."""

from typing import Any

from paperpool.encoding.given_vectors import find_ids, list_vector_files
from paperpool.plan.stage import StagePlan, fill


class EncodePlan(StagePlan):
    """Plan the encoding rankers, and the vector files of the others.

    Given vectors belong to the papers of a table: ``corpus``, ``mdcr``, ``csfcube``, ``benchmark``
    (MDCR's, released or built) or ``collections/<name>``.
    """

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        given = {n: getattr(one, "vectors", None) for n, one in run.settings.rankers.items()}
        sources = run.settings.data.s2orc
        self.given = {n: list_vector_files(of, sources) for n, of in given.items() if of}
        names = [*run.pools.encoder_sources, *run.mdcr.searchers_by("vectors", "model")]
        self.encoders = [name for name in names if name not in self.given]
        """The rankers whose models encode the papers of pools or of MDCR."""
        others = [f"collections/{name}" for name in run.collections.named]
        self.tables = ["corpus", "mdcr", "csfcube", "benchmark", *others]
        self._sources = {name: name for name in self.tables}
        if not run.mdcr.released:
            self._sources["benchmark"] = "mdcr"

    def papers(self, wildcards: Any) -> str | list[str]:
        """Return the files of the papers of the job's table."""
        table = wildcards.table
        if table == "csfcube":
            return self.run.csfcube.files(wildcards)
        if table == "benchmark":
            return list(self.run.mdcr.splits.values())
        folder = f"{self.below}/corpus" if table == "corpus" else f"{self.folder}/{table}/steps"
        papers = f"{folder}/papers.parquet"
        return [papers, f"{folder}/topics.parquet"] if table.startswith("collections/") else papers

    def asked(self, wildcards: Any) -> str | list[str]:
        """Return the papers whose vectors are looked up in the given files.

        If MDCR is built, these are all papers it may use: large pools and benchmark need different
        ones.
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
        """Return the job's ranker's given vectors and their papers; empty for a model.

        Without a ``table`` they are those of the job's collection, or of CSFCube.
        """
        name = getattr(wildcards, "collection", None)
        table = table or (f"collections/{name}" if name else "csfcube")
        path = f"{self.below}/{table}/{wildcards.ranker}"
        files = {"papers": f"{path}.papers.parquet", "known": [f"{path}.npy"]}
        return files if wildcards.ranker in self.given else {}
