"""Find runs that can be searched and their files."""

import contextlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from paperpool.collections.collection import STORED_FILES, Collection
from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.stored import read_stored
from paperpool.errors import Problem, UserError, name_some
from paperpool.finished_runs import MAKE_ONE, FinishedRun, suggest
from paperpool.io.mapped_files import map_array
from paperpool.io.parquet_files import read_ids
from paperpool.layout import CONFIG, NAME, list_runs
from paperpool.rankers.scoring.paper_vectors import KnownVectors
from paperpool.workflow.config.checked import DEMO_RUN
from paperpool.workflow.facets.labeller_files import find_ready_labeller
from paperpool.workflow.running.manifest import refuse_changed_sizes


class RunFiles(FinishedRun):
    """A run with the files that a search reads; lists are empty if the run lacks them."""

    @property
    def labeller(self) -> str | None:
        """The model that labels sentences: the run's own, or a ready one."""
        facets = self.config.get("facets") or {}
        is_extended = (self.extended_labeller / "config.json").is_file()
        if facets.get("train_on") and is_extended:
            return str(self.extended_labeller)
        ready = find_ready_labeller(facets, self.scheme.labels)
        if ready:
            return ready
        if (self.trained_labeller / "config.json").is_file():
            return str(self.trained_labeller)
        return None

    @property
    def rankers(self) -> dict[str, Any]:
        """The settings of the rankers whose encoders the papers can be searched with."""
        return self.config["rankers"]

    @property
    def trained_encoders(self) -> dict[str, Any]:
        """The settings of the encoders that re-rankers were trained on; some may be None."""
        return (self.config.get("scisearch") or {}).get("encoders") or {}

    def find_vectors(self, ranker: str) -> list[KnownVectors]:
        """Return a dense ranker's vectors of the corpus and of MDCR's large pools, as memory maps.

        Raises UserError if a file is cut or has other papers: the run is not finished then.
        """
        files = [
            (self.encoded_papers, self.paper_vectors("corpus", ranker)),
            (self.pool_papers, self.paper_vectors("mdcr", ranker)),
        ]
        known = []
        for papers, vectors in files:
            if papers.is_file() and vectors.is_file():
                known.append(self.map_vectors(papers, vectors))
        return known

    @property
    def given_tables(self) -> list[str]:
        """The tables of papers whose given vectors are those of the searched papers."""
        return ["corpus", "mdcr", "benchmark", "csfcube"]

    def find_given(self, ranker: str) -> list[tuple[Path, Path]]:
        """Return the tables of papers with given vectors of a ranker, each with its vectors."""
        files = []
        for table in self.given_tables:
            vectors = self.paper_vectors(table, ranker)
            papers = vectors.with_suffix(".papers.parquet")
            if papers.is_file() and vectors.is_file():
                files.append((papers, vectors))
        return files

    def map_vectors(self, papers: Path, vectors: Path) -> KnownVectors:
        """Return the vectors of a table of papers, as a memory map; UserError if they differ."""
        refuse_changed_sizes([papers, vectors])
        known = KnownVectors(read_ids(papers), map_array(vectors))
        if len(known.ids) != len(known.vectors):
            message = f"It has {len(known.vectors)} vectors of {len(known.ids)} papers."
            hint = "Finish the run: call snakemake again."
            raise UserError(Problem(message, str(vectors), hint))
        return known

    @property
    def collections_of_others(self) -> list[str]:
        """The names of the users' collections; not all exist yet."""
        if self.is_demo:
            return self.list_collections()
        return list(self.config["data"].get("collections") or {})

    @cached_property
    def collection(self) -> Collection | None:
        """The run's test collection, if any."""
        folder = self.collection_folder
        if folder is None or (self.is_demo and not folder.is_dir()):
            return None
        return read_collection(folder, evaluable=False)


@dataclass(frozen=True)
class CollectionFiles(RunFiles):
    """A user's collection in a run: its papers alone are searched, not the run's."""

    name: str = ""
    papers = citations = sentences = property(lambda run: ())
    labeller = None
    trained_encoders = property(lambda run: {})

    @property
    def given_tables(self) -> list[str]:
        """The table of the collection's papers."""
        return [f"collections/{self.name}"]

    @property
    def steps(self) -> Path:
        """The folder of the collection as it was read."""
        return self.collection_steps(self.name)

    @cached_property
    def collection(self) -> Collection:
        """The collection."""
        return read_stored(self.steps)

    @property
    def rankers(self) -> dict[str, Any]:
        """The rankers that take part in the collection."""
        settings = (self.config["data"].get("collections") or {}).get(self.name) or {}
        rankers = super().rankers
        taking_part = {}
        for name in settings.get("rankers") or rankers:
            # others than dense ones have not seen the whole collection if it states candidates
            if not settings.get("candidates") or rankers[name]["kind"] == "dense":
                taking_part[name] = rankers[name]
        return taking_part


def find_run(name: str, results: str | Path) -> RunFiles:
    """Return the run ``name`` below ``results``, or its user's collection ``<run>/<name>``.

    A run without a corpus and CSFCube's collection stands for its first user's collection. Raises
    UserError if the name is invalid or unknown, or if the run is unfinished or damaged.
    """
    results = Path(results)
    known = list_runs(results)
    run_name, slash, collection = name.partition("/")
    if not NAME.fullmatch(run_name) or (slash and not NAME.fullmatch(collection)):
        hint = "A name has lower-case letters, digits, '.', '_' and '-'."
        raise UserError(Problem(f"{name!r} is not the name of a run.", str(results), hint))
    if run_name not in known:
        message = f"There is no run {run_name!r} with a {CONFIG}."
        hint = suggest(run_name, known) or MAKE_ONE
        raise UserError(Problem(message, str(results / run_name), hint))

    run = RunFiles(results / run_name)
    has_papers = run.is_demo or run.setting("data.s2orc") or run.setting("data.csfcube")
    if not has_papers and not collection:
        collection = next(iter(run.collections_of_others), "")
    if collection:
        return _find_collection(run, collection)

    if not has_papers:
        message = f"Run {name!r} has no papers to search."
        hint = "Set data.s2orc, data.csfcube or data.collections and make the run again."
        raise UserError(Problem(message, str(run.config_file), hint))
    _check_corpus(run)
    refuse_changed_sizes([*run.papers, *run.citations, *run.sentences])
    return run


def _find_collection(run: RunFiles, name: str) -> CollectionFiles:
    """Return the collection ``name`` of a run; UserError if it is missing."""
    known = run.collections_of_others
    if name not in known:
        message = f"Run {run.run!r} has no collection {name!r}."
        hint = suggest(name, known) or "Set it in data.collections and make the run again."
        raise UserError(Problem(message, str(run.config_file), hint))

    found = CollectionFiles(run.folder, name)
    if not all((found.steps / file).is_file() for file in STORED_FILES):
        message = f"Run {run.run!r} is not finished: its collection {name!r} has not been read yet."
        hint = "Finish it: .venv/bin/snakemake collections with the run's configuration."
        raise UserError(Problem(message, str(found.steps), hint))
    return found


def _check_corpus(run: RunFiles) -> None:
    """Raise UserError if the run's corpus is requested and unfinished."""
    if run.collection is not None and not run.setting("data.s2orc") and not run.papers:
        return  # the collection alone is searched

    if not run.papers:
        missing = "papers"
    elif not run.twins.is_file():
        missing = "twins"
    else:
        return
    message = f"Run {run.run!r} is not finished: its corpus has no table of {missing}."
    hint = "Finish it: .venv/bin/snakemake corpus with the run's configuration."
    raise UserError(Problem(message, str(run.folder / "corpus"), hint))


def choose_run(name: str | None, results: Path) -> str:
    """Return ``name``, else the demo, else the latest run; UserError if it cannot be searched."""
    if name is not None:
        try:
            find_run(name, results)
        except UserError as error:
            problems = list(error.problems)
            others = searchable_runs(results)
            if others:
                hint = f"Searchable: {name_some(others, 20)}."
                problems.append(Problem("Other runs can be searched.", str(results), hint))
            raise UserError(problems) from None
        return name

    runs = searchable_runs(results)
    if not runs:
        raise UserError(Problem("There is no run to search.", str(results), MAKE_ONE))
    if DEMO_RUN in runs:
        return DEMO_RUN
    return runs[0]


def searchable_runs(results: Path) -> list[str]:
    """Return the names of the runs that can be searched, the latest first."""

    def latest_first(run: str) -> tuple[int, str]:
        """Return a key that sorts runs by time, equal times by name."""
        written = (results / run / CONFIG).stat().st_mtime_ns
        return -written, run

    searchable = []
    for run in sorted(list_runs(results), key=latest_first):
        with contextlib.suppress(UserError):
            find_run(run, results)
            searchable.append(run)
    return searchable
