"""The shares in which papers are encoded, and the vectors that are given as files."""

from collections.abc import Callable, Iterable
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

    def made(self, rankers: Iterable[str]) -> list[str]:
        """Return those of some rankers whose papers are encoded."""
        return [name for name in rankers if name not in self.given]

    def papers(self, wildcards: Any) -> str:
        """Return the table of the papers whose vectors are joined."""
        return self._papers_of(wildcards.table)

    def asked(self, wildcards: Any) -> str:
        """Return the table of the papers whose vectors are taken from files."""
        return self._asked_of(wildcards.table)

    def _papers_of(self, table: str) -> str:
        if table == "mdcr" or table.startswith("collections/"):
            return f"{self.folder}/{table}/steps/papers.parquet"
        return f"{self.below}/{table}/papers.parquet"

    def _asked_of(self, table: str) -> str:
        """Return the same; of MDCR, where it is built, all papers that it may be built of.

        Its large pools and its benchmark need different ones of these, the benchmark late.
        """
        is_of_corpus = self._taken_for(table) == "mdcr"
        return f"{self.below}/mdcr/papers.parquet" if is_of_corpus else self._papers_of(table)

    def _taken_for(self, table: str) -> str:
        built = table == "benchmark" and not self.run.mdcr.released
        return "mdcr" if built else table

    def ranked(self, wildcards: Any) -> dict[str, Any]:
        """Return the files whose papers are listed: of a collection, or of the corpus."""
        if wildcards.table == "csfcube":
            return {"collection": self.run.csfcube.files(wildcards)}
        if wildcards.table == "mdcr":
            return {"shards": self.run.mdcr.papers(wildcards)}
        return dict(self.run.mdcr.splits)

    def files(self, wildcards: Any) -> list[str]:
        """Return the file that the job takes vectors from, with that of its ids."""
        file = self.given[wildcards.ranker][int(wildcards.share)]
        ids = find_ids(file)
        return [file, ids] if ids else [file]

    def of_files(self, pattern: str) -> Callable[[Any], list[str]]:
        """Return an input function: a path for each file that the job's ranker's vectors are in."""

        def list_files(wildcards: Any) -> list[str]:
            own = {"table": [self._taken_for(wildcards.table)], "ranker": [wildcards.ranker]}
            return fill(pattern, **own, share=range(len(self.given[wildcards.ranker])))

        return list_files

    def known(self, table: str) -> Callable[[Any], dict[str, Any]]:
        """Return an input function: the papers and vectors that the job's ranker is given.

        ``table`` may name the wildcard of a collection. Rankers with a model get none.
        """

        def list_files(wildcards: Any) -> dict[str, Any]:
            if wildcards.ranker not in self.given:
                return {}
            own = table.format(**dict(wildcards.items()))
            vectors = f"{self.below}/{own}/{wildcards.ranker}.npy"
            return {"papers": self._papers_of(own), "known": [vectors]}

        return list_files

    def known_papers(self, wildcards: Any) -> dict[str, list[str]]:
        """Return the vectors of the papers of pools, where the run draws pools by the ranker."""
        run, corpus = self.run, f"{self.below}/corpus"
        if "pools" not in run.sections.chosen or wildcards.ranker not in run.pools.encoder_sources:
            return {}
        return {"known": [f"{corpus}/papers.parquet", f"{corpus}/{wildcards.ranker}.npy"]}
