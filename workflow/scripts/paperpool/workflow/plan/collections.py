"""Other people's test collections, and the rankers of each."""

from collections.abc import Callable
from typing import Any

from paperpool.collections.readers.reader import Reader
from paperpool.collections.readers.registry import make_reader
from paperpool.io.files import expand_globs
from paperpool.rankers.ranker import find_missing_requirement
from paperpool.workflow.plan.benchmark import BenchmarkPlan, PaperTable
from paperpool.workflow.plan.stage import fill


class CollectionsPlan(BenchmarkPlan):
    """Plan the configured collections; a demo generates one in TREC's formats."""

    wildcard = "collection"

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        names = {"documents": "documents.jsonl", "topics": "topics.xml", "qrels": "qrels.txt"}
        self.generated = {key: f"{self.folder}/demo/trec/{name}" for key, name in names.items()}
        self.given: dict[str, dict[str, Any]] = run.config["data"]["collections"] or {}
        if self.is_demo:
            rankers = run.judged.baselines[:1] or None
            settings = {"format": "trec", "relevant": 2, **self.generated, "rankers": rankers}
            self.given = {"generated": settings}
        self.named = {name: make_reader(settings) for name, settings in self.given.items()}
        self.modules = sorted({f"collections.readers.{of.kind}" for of in self.named.values()})
        of_benchmark = run.rankers.of_benchmark
        self.taking_part = {
            name: [*self._choose_rankers(reader), *of_benchmark(name, "run")]
            for name, reader in self.named.items()
        }
        """The rankers of each collection, imported runs included."""
        self.baselines = {name: run.rankers.baselines(of) for name, of in self.taking_part.items()}

    @property
    def rankers(self) -> list[str]:
        """The rankers that rank at least one collection, in the configuration's order."""
        chosen = {name for names in self.taking_part.values() for name in names}
        return [name for name in self.run.settings.rankers if name in chosen]

    @property
    def exported_names(self) -> list[str]:
        """The names of the collections."""
        return list(self.named)

    @property
    def tables_of_papers(self) -> dict[str, PaperTable]:
        """The papers and topics of each collection."""
        return {f"collections/{name}": PaperTable(self._papers) for name in self.named}

    def _papers(self, wildcards: Any) -> list[str]:
        folder = f"{self.folder}/{wildcards.table}/steps"
        return [f"{folder}/papers.parquet", f"{folder}/topics.parquet"]

    def _choose_rankers(self, reader: Reader) -> list[str]:
        if reader.rankers is not None:
            return list(reader.rankers)
        return [name for name in self.run.settings.rankers if self._can_rank(reader, name)]

    def _can_rank(self, reader: Reader, name: str) -> bool:
        """Return whether a ranker can rank a collection that does not name its rankers."""
        ranker = self.run.settings.rankers[name]
        lack = find_missing_requirement(
            type(ranker), reader.has_facets(), has_folds=False, has_training=False
        )
        members = getattr(ranker, "members", [])
        is_able = "file" not in ranker.needs and lack is None
        return is_able and all(self._can_rank(reader, member) for member in members)

    # What follows is of the collection of a job.

    def source(self, wildcards: Any) -> list[str]:
        """Return the collection's files; a glob without a match stays as it is."""
        patterns = self.named[wildcards.collection].files().values()
        return [file for glob in patterns for file in (expand_globs([glob]) or [glob])]

    def reading(self, wildcards: Any) -> dict[str, Any]:
        """Return the settings that the reader depends on."""
        others = ("measures", "slices", "rankers", "candidates")
        settings = self.given[wildcards.collection]
        return {key: value for key, value in settings.items() if key not in others}

    def first(self, wildcards: Any) -> str | list[str]:
        """Return the first-stage run that the job's ranker reorders; empty for a search."""
        chosen = self.named[wildcards.collection].candidates
        if not chosen or self.run.settings.rankers[wildcards.ranker].searches:
            return []
        return f"{self.below}/{wildcards.collection}/runs/{chosen['ranker']}.parquet"

    def depth(self, wildcards: Any) -> int | None:
        """Return the number of first-stage candidates to reorder."""
        return (self.named[wildcards.collection].candidates or {}).get("depth")

    def of_rankers(self, pattern: str, *needs: str) -> Callable[[Any], list[str]]:
        """Return an input function: a file for each ranker whose kind has one of ``needs``."""

        def list_files(wildcards: Any) -> list[str]:
            kinds, names = self.run.settings.rankers, self.taking_part[wildcards.collection]
            chosen = [name for name in names if not needs or kinds[name].needs & {*needs}]
            return fill(pattern, collection=[wildcards.collection], ranker=chosen)

        return list_files

    def slices(self, wildcards: Any) -> list[str]:
        """Return the file of further slices, if configured."""
        path = self.named[wildcards.collection].slices
        return [path] if path else []
