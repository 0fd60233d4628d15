"""The papers whose vectors are encoded or taken from files."""

from functools import cached_property

from paperpool.encoding.given_files import find_ids, list_vector_files
from paperpool.workflow.plan.benchmark import Files, PaperTable
from paperpool.workflow.plan.stage import StagePlan, Wildcards

CORPUS = "corpus"
"""The table of the papers that pools are drawn from."""


class EncodePlan(StagePlan):
    """Plan the rankers that encode papers, and the files of the vectors of the others.

    Vectors belong to the papers of a table: those of the corpus, or one of a benchmark
    (``BenchmarkPlan.tables_of_papers``).
    """

    @cached_property
    def vector_files(self) -> dict[str, list[str]]:
        """The files of the vectors that users give instead of a model, by ranker."""
        sources = self.run.settings.data.s2orc
        files = {}
        for name, ranker in self.run.settings.rankers.items():
            vectors = getattr(ranker, "vectors", None)
            if vectors:
                files[name] = list_vector_files(vectors, sources)
        return files

    @cached_property
    def paper_tables(self) -> dict[str, PaperTable]:
        """The tables of papers, by name."""
        tables = {CORPUS: PaperTable(self.get_candidates)}
        for benchmark in self.run.benchmarks.values():
            tables |= benchmark.tables_of_papers
        return tables

    @cached_property
    def paper_encoders(self) -> list[str]:
        """The rankers whose models encode the papers of pools or of MDCR."""
        names = list(self.run.pools.encoder_sources)
        for benchmark in self.run.benchmarks.values():
            names += benchmark.paper_encoders
        return [name for name in names if name not in self.vector_files]

    @property
    def encoders(self) -> list[str]:
        """The rankers whose models encode papers, or their sentences."""
        names = list(self.paper_encoders)
        for benchmark in self.run.benchmarks.values():
            names += benchmark.sentence_encoders
        return names

    def get_candidates(self, wildcards: Wildcards) -> str:
        """Return the papers of the corpus that pools are drawn from."""
        return f"{self.below}/{CORPUS}/papers.parquet"

    def get_papers(self, wildcards: Wildcards) -> Files:
        """Return the files of the papers of the job's table."""
        return self.paper_tables[wildcards.table].get_papers(wildcards)

    def get_wanted_papers(self, wildcards: Wildcards) -> Files:
        """Return the papers whose vectors are looked up in users' files."""
        table = self.paper_tables[wildcards.table]
        return (table.get_wanted or table.get_papers)(wildcards)

    def get_reused_vectors(self, wildcards: Wildcards) -> list[str]:
        """Return the papers of pools and their vectors, if the job's table reuses these."""
        sections, sources = self.run.sections, self.run.pools.encoder_sources
        is_made = "pools" in sections.chosen and wildcards.ranker in sources
        if not is_made or not self.paper_tables[wildcards.table].reuses_pools:
            return []
        folder = f"{self.below}/{CORPUS}"
        return [f"{folder}/papers.parquet", f"{folder}/{wildcards.ranker}.npy"]

    def get_vector_file(self, wildcards: Wildcards) -> list[str]:
        """Return the user's file that the job takes vectors from, with that of its ids."""
        file = self.vector_files[wildcards.ranker][int(wildcards.share)]
        return [file, *find_ids(file)]

    def get_file_numbers(self, wildcards: Wildcards) -> list[int]:
        """Return the numbers of the user's files of the job's ranker."""
        return list(range(len(self.vector_files[wildcards.ranker])))

    def get_taken_table(self, wildcards: Wildcards) -> str:
        """Return the table below which the vectors of the job's table are taken."""
        return self.paper_tables[wildcards.table].source or wildcards.table

    def get_known_vectors(self, wildcards: Wildcards) -> dict[str, Files]:
        """Return the vectors that a user gives for the job's ranker, and their papers, if any.

        They are those of the job's collection, or of the judged one.
        """
        collection = getattr(wildcards, "collection", None)
        table = f"collections/{collection}" if collection else self.run.judged.stage
        return self.list_known_vectors(wildcards.ranker, table)

    def list_known_vectors(self, ranker: str, table: str) -> dict[str, Files]:
        """Return the vectors that a user gives for a ranker and a table, and their papers."""
        if ranker not in self.vector_files:
            return {"papers": [], "known": []}
        path = f"{self.below}/{table}/{ranker}"
        return {"papers": f"{path}.papers.parquet", "known": [f"{path}.npy"]}
