"""The papers whose vectors are encoded or read from files."""

from typing import Any

from paperpool.encoding.given_vectors import find_ids, list_vector_files
from paperpool.workflow.plan.stage import PaperTable, StagePlan, Wildcards, fill


class EncodePlan(StagePlan):
    """Plan the encoding rankers, and the vector files of the others.

    Given vectors belong to the papers of a table: those of the corpus, ``corpus``, or one of a
    benchmark (``StagePlan.tables_of_papers``).
    """

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        given = {n: getattr(one, "vectors", None) for n, one in run.settings.rankers.items()}
        sources = run.settings.data.s2orc
        self.given = {n: list_vector_files(of, sources) for n, of in given.items() if of}
        names = list(run.pools.encoder_sources)
        self.named = {"corpus": PaperTable(lambda wildcards: f"{self.below}/corpus/papers.parquet")}
        """The tables of papers, by name."""
        for benchmark in run.benchmarks.values():
            names += benchmark.encoding_rankers
            self.named |= benchmark.tables_of_papers
        self.encoders = [name for name in names if name not in self.given]
        """The rankers whose models encode the papers of pools or of MDCR."""
        self.tables = list(self.named)

    def papers(self, wildcards: Any) -> str | list[str]:
        """Return the files of the papers of the job's table."""
        return self.named[wildcards.table].papers(wildcards)

    def asked(self, wildcards: Any) -> str | list[str]:
        """Return the papers whose vectors are looked up in the given files."""
        table = self.named[wildcards.table]
        return (table.asked or table.papers)(wildcards)

    def files(self, wildcards: Any) -> list[str]:
        """Return the file that the job takes vectors from, with that of its ids."""
        file = self.given[wildcards.ranker][int(wildcards.share)]
        return [file, *find_ids(file)]

    def taken(self, wildcards: Any) -> dict[str, list[str]]:
        """Return the vectors that were taken from each file of the job's ranker."""
        ranker = wildcards.ranker
        table = self.named[wildcards.table].source or wildcards.table
        folder = f"{self.below}/{table}/taken/{ranker}"
        shares = range(len(self.given[ranker]))
        ends = {"vectors": "npy", "owners": "owners.npy", "counts": "json"}
        return {key: fill(f"{folder}/{{share}}.{end}", share=shares) for key, end in ends.items()}

    def get_known_vectors(self, wildcards: Wildcards) -> dict[str, Any]:
        """Return the job's ranker's given vectors and their papers; empty for a model."""
        return self.known(wildcards)

    def known(self, wildcards: Any, table: str = "") -> dict[str, Any]:
        """Return the job's ranker's given vectors and their papers; empty for a model.

        Without a ``table`` they are those of the job's collection, or of the judged one.
        """
        name = getattr(wildcards, "collection", None)
        table = table or (f"collections/{name}" if name else self.run.judged.stage)
        path = f"{self.below}/{table}/{wildcards.ranker}"
        files = {"papers": f"{path}.papers.parquet", "known": [f"{path}.npy"]}
        return files if wildcards.ranker in self.given else {}
