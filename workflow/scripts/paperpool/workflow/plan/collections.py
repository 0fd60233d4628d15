"""Other people's test collections, and the rankers of each."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from paperpool.collections.drawn_frame import FRAME
from paperpool.collections.readers.reader import Reader
from paperpool.collections.readers.registry import make_reader
from paperpool.io.files import expand_globs
from paperpool.judging.files import JUDGMENTS
from paperpool.rankers.ranker import find_missing_requirement
from paperpool.workflow.plan.benchmark import BenchmarkPlan, PaperTable
from paperpool.workflow.plan.stage import Wildcards

if TYPE_CHECKING:
    from paperpool.workflow.plan.run import Run


class CollectionsPlan(BenchmarkPlan):
    """Plan the configured collections; a demo generates one in TREC's formats."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        names = {"documents": "documents.jsonl", "topics": "topics.xml", "qrels": "qrels.txt"}
        generated = {key: f"{self.folder}/demo/trec/{name}" for key, name in names.items()}
        data = run.config["data"]
        assert isinstance(data, Mapping)
        self._configured: dict[str, Mapping[str, object]] = data["collections"] or {}
        if self.is_demo:
            rankers = run.judged.baselines[:1] or None
            settings = {"format": "trec", "relevant": 2, **generated, "rankers": rankers}
            self._configured = {"generated": settings}
        self.readers = {name: make_reader(of) for name, of in self._configured.items()}
        self.names = list(self.readers)
        kinds = sorted({reader.kind for reader in self.readers.values()})
        self.modules = [f"collections.readers.{kind}" for kind in kinds]
        """The modules that read the collections."""

        self.taking_part: dict[str, list[str]] = {}
        """The rankers of each collection, imported runs included."""
        for name, reader in self.readers.items():
            imported = run.rankers.of_benchmark(name, "run")
            self.taking_part[name] = [*self._choose_rankers(reader), *imported]
        self.baselines = {
            name: run.rankers.baselines(rankers) for name, rankers in self.taking_part.items()
        }

    @property
    def exported_names(self) -> list[str]:
        """The names of the collections."""
        return self.names

    @property
    def rankers(self) -> list[str]:
        """The rankers that rank at least one collection, in the configuration's order."""
        chosen = {name for names in self.taking_part.values() for name in names}
        return [name for name in self.run.settings.rankers if name in chosen]

    @property
    def predicted(self) -> list[str]:
        """The collections with a file of a model's grades."""
        return [name for name, reader in self.readers.items() if reader.predicted]

    @property
    def imported_runs(self) -> list[str]:
        """The runs that were made elsewhere, as rankers."""
        return self.by_need("file")

    @property
    def tables_of_papers(self) -> dict[str, PaperTable]:
        """The papers and topics of each collection."""
        return {f"collections/{name}": PaperTable(self._get_papers) for name in self.names}

    def _get_papers(self, wildcards: Wildcards) -> list[str]:
        folder = f"{self.folder}/{wildcards.table}/steps"
        return [f"{folder}/papers.parquet", f"{folder}/topics.parquet"]

    def _choose_rankers(self, reader: Reader) -> list[str]:
        if reader.rankers is not None:
            return list(reader.rankers)
        return [name for name in self.run.settings.rankers if self._can_rank(reader, name)]

    def _can_rank(self, reader: Reader, name: str) -> bool:
        """Return whether a ranker can rank a collection that does not name its rankers."""
        ranker = self.run.settings.rankers[name]
        missing = find_missing_requirement(
            type(ranker), reader.has_facets(), has_folds=False, has_training=False
        )
        members = getattr(ranker, "members", [])
        is_able = "file" not in ranker.needs and missing is None
        return is_able and all(self._can_rank(reader, member) for member in members)

    # What follows is of the collection of a job.

    def get_original_files(self, wildcards: Wildcards) -> list[str]:
        """Return the collection's files as they were given; a glob without a match stays."""
        files = []
        for pattern in self.readers[wildcards.collection].files().values():
            files += expand_globs([pattern]) or [pattern]
        return files

    def get_reading_settings(self, wildcards: Wildcards) -> dict[str, object]:
        """Return the settings that the reader depends on."""
        others = ("measures", "slices", "predicted", "rankers", "candidates")
        settings = self._configured[wildcards.collection]
        return {key: value for key, value in settings.items() if key not in others}

    def get_first_run(self, wildcards: Wildcards) -> str | list[str]:
        """Return the first-stage run that the job's ranker reorders; empty for a search."""
        chosen = self.readers[wildcards.collection].candidates
        if not chosen or self.run.settings.rankers[wildcards.ranker].searches:
            return []
        return f"{self.below}/{wildcards.collection}/runs/{chosen['ranker']}.parquet"

    def get_depth(self, wildcards: Wildcards) -> int | None:
        """Return the number of first-stage candidates to reorder."""
        candidates = self.readers[wildcards.collection].candidates
        return candidates["depth"] if candidates else None

    def get_rankers(self, wildcards: Wildcards) -> list[str]:
        """Return the rankers of the collection, imported runs included."""
        return self.taking_part[wildcards.collection]

    def get_checked_rankers(self, wildcards: Wildcards) -> list[str]:
        """Return those of them that are programs or imported runs."""
        names = self.taking_part[wildcards.collection]
        checked = self.command_rankers + self.imported_runs
        return [name for name in names if name in checked]

    def get_reader_name(self, wildcards: Wildcards) -> str:
        return self.readers[wildcards.collection].kind

    def get_measures(self, wildcards: Wildcards) -> list[str] | None:
        return self.readers[wildcards.collection].measures

    def get_baselines(self, wildcards: Wildcards) -> list[str]:
        return self.baselines[wildcards.collection]

    def get_predicted_file(self, wildcards: Wildcards) -> str:
        """Return the file of a model's grades."""
        return str(self._configured[wildcards.collection]["predicted"])

    def get_draws(self, wildcards: Wildcards) -> list[str]:
        """Return the files that tell how people's grades were drawn."""
        folder = Path(str(self._configured[wildcards.collection]["path"]))
        return [str(folder / name) for name in (JUDGMENTS, FRAME)]

    def get_slices(self, wildcards: Wildcards) -> list[str]:
        """Return the file of further slices, if configured."""
        path = self.readers[wildcards.collection].slices
        return [path] if path else []
