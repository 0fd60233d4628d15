"""The files of a finished run that are searched: found below its folder, and what is missing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from paperpool.collections.collection import Collection
from paperpool.collections.csfcube_release import read_collection
from paperpool.config.finished_runs import CONFIG, NAME, FinishedRun, list_runs, suggest
from paperpool.errors import Problem, UserError


@dataclass(frozen=True)
class RunFiles(FinishedRun):
    """A run with the files that a search reads; lists are empty where the run has none."""

    @cached_property
    def papers(self) -> list[Path]:
        """The tables of papers, in the order in which other stages read them."""
        return self._find("corpus/papers")

    @cached_property
    def citations(self) -> list[Path]:
        """The tables of citations."""
        return self._find("corpus/citations")

    @cached_property
    def sentences(self) -> list[Path]:
        """The tables of labelled sentences."""
        return self._find("facets/sentences")

    @property
    def twins(self) -> Path | None:
        """The table of papers that stand in the corpus under several ids."""
        file = self.folder / "corpus" / "twins.parquet"
        return file if file.is_file() else None

    @property
    def labeller(self) -> str | None:
        """The model that labels sentences: the run's own, or the one that it was given."""
        given = (self.config.get("facets") or {}).get("model")
        own = self.folder / "facets" / "labeller"
        return given or (str(own) if (own / "config.json").is_file() else None)

    @property
    def rerankers(self) -> Path:
        """The folder of the trained re-rankers; it need not exist."""
        return self.folder / "scisearch" / "models"

    @property
    def reranker_metrics(self) -> Path:
        """The table of what the re-rankers are worth; it need not exist."""
        return self.folder / "scisearch" / "metrics.csv"

    @cached_property
    def collection(self) -> Collection | None:
        """The run's test collection; None where it has none, or none yet."""
        folder = self.collection_folder
        if folder is None or (self.is_demo and not folder.is_dir()):
            return None
        return read_collection(folder, evaluable=False)

    def _find(self, name: str) -> list[Path]:
        """Return the files of a table that is one file or a folder of several."""
        single = self.folder / f"{name}.parquet"
        return [single] if single.is_file() else sorted((self.folder / name).glob("*.parquet"))


def find_run(name: str, results: str | Path) -> RunFiles:
    """Return the run ``name`` below ``results``.

    Raises UserError where the name is none, where there is no such run, and where it has no papers
    (yet).
    """
    results = Path(results)
    known = list_runs(results)
    if not NAME.fullmatch(name):
        hint = "A name has lower-case letters, digits, '.', '_' and '-'."
        raise UserError(Problem(f"{name!r} names no run.", str(results), hint))
    if name not in known:
        hint = suggest(name, known) or "Make the run first: .venv/bin/snakemake."
        what = f"There is no run {name!r} with a {CONFIG}."
        raise UserError(Problem(what, str(results / name), hint))
    run = RunFiles(name, results / name)
    needs_corpus = run.is_demo or bool(run.setting("data.s2orc"))
    if not (needs_corpus or run.collection):
        hint = "Set data.s2orc or data.csfcube and make the run again."
        what = f"Run {name!r} has no papers to search."
        raise UserError(Problem(what, str(run.folder / CONFIG), hint))
    alone = run.collection is not None and not run.setting("data.s2orc") and not run.papers
    if not alone and not (run.papers and run.twins):
        missing = "twins" if run.papers else "papers"
        what = f"Run {name!r} is not finished: its corpus has no table of {missing}."
        hint = "Finish it: .venv/bin/snakemake corpus with the run's configuration."
        raise UserError(Problem(what, str(run.folder / "corpus"), hint))
    return run
