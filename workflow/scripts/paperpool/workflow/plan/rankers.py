"""The rankers of a run, and the settings, models and code of their jobs."""

import os
from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

from paperpool.evaluation.published import published_name
from paperpool.evaluation.runs import run_names
from paperpool.models.digests import STATIC_FILES, list_model_files
from paperpool.models.locating import find_model
from paperpool.models.registry import find_registered
from paperpool.rankers.member_checks import benchmark_of
from paperpool.rankers.model_ranker import ModelRanker
from paperpool.rankers.ranker import Ranker
from paperpool.rankers.run import ForeignRun
from paperpool.workflow.plan.stage import StagePlan, Wildcards
from paperpool.workflow.running.provenance import digest_modules

T = TypeVar("T")
"""The type of a setting."""

JOBS = (
    *("file", "program", "training", "model"),
    *("citations", "folds", "runs", "word_vectors"),
)
"""Needs of a kind: its first one in this list chooses its rule, `terms` without any."""


class RankersPlan(StagePlan):
    """Plan the rankers in the configuration's order; ``settings`` has their objects by name."""

    @property
    def settings(self) -> Mapping[str, Ranker]:
        """The rankers, by name."""
        return self.run.settings.rankers

    @cached_property
    def runs(self) -> dict[str, list[str]]:
        """The names of the runs of each ranker: several if it is trained several times."""
        return {
            name: run_names(name, getattr(ranker, "seeds", 1))
            for name, ranker in self.settings.items()
        }

    def list_runs(self, names: Iterable[str]) -> list[str]:
        """Return the runs of some rankers."""
        return [run for name in names for run in self.runs[name]]

    def of_kind(self, *kinds: str) -> list[str]:
        """Return the rankers of some kinds."""
        return [name for name, ranker in self.settings.items() if ranker.kind in kinds]

    @cached_property
    def indexed(self) -> set[str]:
        """The rankers that search by an index of vectors."""
        return {name for name in self.settings if self._find(name, "index", None)}

    def of_benchmark(self, benchmark: str, *kinds: str) -> list[str]:
        """Return the rankers assigned to a benchmark, of ``kinds`` if given."""
        names = self.of_kind(*kinds) if kinds else self.settings
        return [name for name in names if benchmark_of(name, self._described) == benchmark]

    @cached_property
    def _described(self) -> dict[str, dict[str, object]]:
        """The kind and settings of every ranker as plain values."""
        return self.describe(self.settings)

    def choose(self, job: str, names: Iterable[str]) -> list[str]:
        """Return those of some rankers that a job of JOBS, or `terms`, ranks with."""
        return [name for name in names if self._find_job(name) == job]

    def _find_job(self, name: str) -> str:
        needs = self.settings[name].needs
        return next((need for need in JOBS if need in needs), "terms")

    def is_made_of(self, name: str, able: Container[str]) -> bool:
        """Return whether a ranker is in ``able``, or a fusion of such rankers only."""
        if name in able:
            return True
        members = self._find(name, "members", [])
        return bool(members) and all(self.is_made_of(member, able) for member in members)

    def baselines(self, names: Iterable[str]) -> list[str]:
        """Return the configured baselines that are among some rankers."""
        chosen = set(names)
        return [name for name in self.run.settings.evaluation.baselines if name in chosen]

    def kinds(self, names: Iterable[str]) -> dict[str, str]:
        """Return the kind of each ranker."""
        return {name: self.settings[name].kind for name in names}

    def path_of(self, name: str) -> str:
        """Return the path of an imported run, possibly with placeholders."""
        ranker = self.settings[name]
        assert isinstance(ranker, ForeignRun)
        return ranker.path

    def describe(self, names: Iterable[str]) -> dict[str, dict[str, object]]:
        """Return the kind of each ranker, and the settings that determine its ranking."""
        rankers = {name: self.settings[name] for name in names}
        return {name: {"kind": r.kind, **r.science()} for name, r in rankers.items()}

    def describe_runs(self, runs: Iterable[str]) -> dict[str, dict[str, object]]:
        """Return the same of each run's ranker."""
        rankers = {run: name for name, of_ranker in self.runs.items() for run in of_ranker}
        return {run: self.describe([rankers[run]])[rankers[run]] for run in runs}

    def digest_kinds(self, names: Iterable[str]) -> str:
        """Return a digest of the modules of the rankers' kinds."""
        return digest_modules(f"rankers.{kind}" for kind in self.kinds(names).values())

    def published_names(self, benchmark: str, names: Iterable[str]) -> dict[str, str | None]:
        """Return each ranker's name in a benchmark's paper, or None."""
        return {name: published_name(self.settings[name].published, benchmark) for name in names}

    def find_training_data(self, names: Iterable[str]) -> dict[str, str]:
        """Return what the models of rankers were trained on, where the registry says so.

        Those of a fusion's members count, of the ranker that another is like, and the teacher of
        a static encoder. Rankers of which nothing is said are left out.
        """
        found = {}
        for name in names:
            said = []
            for model in self._list_models(name):
                entry = find_registered(model)
                if entry is not None and entry.trained_on is not None:
                    said.append(f"{entry.name}, on {entry.trained_on}")
            if said:
                found[name] = "; ".join(dict.fromkeys(said))
        return found

    def _list_models(self, name: str) -> list[str]:
        """Return the models that a ranker's scores rest on, also those of other rankers."""
        ranker = self.settings[name]
        teachers = {
            f"{self.folder}/models/{static}": settings.teacher
            for static, settings in self.run.settings.static.items()
        }
        models = []
        for key in ("model", "adapter", "query_adapter"):
            model = getattr(ranker, key, None)
            if model is not None:
                models.append(teachers.get(model, model))
        others = [*getattr(ranker, "members", []), getattr(ranker, "like", None)]
        for other in others:
            if other is not None:
                models += self._list_models(other)
        return models

    def encoder(self, name: str, model: str | None = None) -> dict[str, object]:
        """Return the settings that determine a ranker's embeddings, with another ``model``."""
        ranker = self.settings[name]
        assert isinstance(ranker, ModelRanker)
        if model is not None:
            ranker = replace(ranker, model=model)
        return ranker.encoder_settings().as_dict()

    def model_files(self, ranker: Ranker) -> list[str]:
        """Return the files of a ranker's model and adapters; empty for hub ids."""
        files = []
        for key in ("model", "adapter", "query_adapter"):
            model = getattr(ranker, key, None)
            if model:
                files += self.files_of_model(model)
        return files

    def files_of_model(self, model: str) -> list[str]:
        """Return the files of a model, relative to the working directory; empty for a hub id."""
        if model in {f"{self.folder}/models/{name}" for name in self.run.settings.static}:
            return [f"{model}/{file}" for file in STATIC_FILES]
        folder = find_model(model)
        return [] if folder is None else [os.path.relpath(f) for f in list_model_files(folder)]

    # What follows is of the ranker of a job: functions of its wildcards.

    def get_settings(self, wildcards: Wildcards) -> dict[str, dict[str, object]]:
        """Return its kind and the settings that determine its ranking, by its name."""
        return self.describe([wildcards.ranker])

    def get_code_digest(self, wildcards: Wildcards) -> str:
        """Return a digest of the module of its kind."""
        return self.digest_kinds([wildcards.ranker])

    def get_kind(self, wildcards: Wildcards) -> str:
        """Return its kind."""
        return self.settings[wildcards.ranker].kind

    def get_search_means(self, wildcards: Wildcards) -> str | None:
        """Return what it searches by: ``terms``, ``vectors`` or ``sentences``, if it searches."""
        return self.settings[wildcards.ranker].searches

    def get_members(self, wildcards: Wildcards) -> list[str]:
        """Return the rankers that a fusion fuses."""
        return self._find(wildcards.ranker, "members", [])

    def get_method(self, wildcards: Wildcards) -> str:
        """Return how a fusion makes one score of several."""
        return self._find(wildcards.ranker, "method", "zscore")

    def get_vector_ranker(self, wildcards: Wildcards) -> str:
        """Return the ranker whose vectors tell which papers are near."""
        return self._find(wildcards.ranker, "like", "")

    def get_n_voters(self, wildcards: Wildcards) -> int:
        """Return how many near papers vote."""
        return self._find(wildcards.ranker, "nearest", 0)

    def get_path(self, wildcards: Wildcards) -> str:
        """Return the path of an imported run."""
        return self.path_of(wildcards.ranker)

    def get_command_files(self, wildcards: Wildcards) -> list[str]:
        """Return the files that the ranker's own command reads."""
        return self._find(wildcards.ranker, "files", [])

    def get_missing_vectors(self, wildcards: Wildcards) -> str:
        """Return what papers without a given vector are: ``last``, or an ``error``."""
        return self._find(wildcards.ranker, "missing", "")

    def get_model_files(self, wildcards: Wildcards) -> list[str]:
        """Return the files of its model and adapters; empty for hub ids."""
        return self.model_files(self.settings[wildcards.ranker])

    def get_encoder_settings(self, wildcards: Wildcards) -> dict[str, object]:
        """Return the settings that determine its embeddings."""
        return self.encoder(wildcards.ranker)

    def get_paper_encoding(self, wildcards: Wildcards) -> dict[str, object]:
        """Return how its model encodes papers.

        ``separator`` stands between title and abstract, ``layers`` says which layers the vectors
        of tokens are from; one of them is None: papers are encoded as one text or by sentences.
        """
        return {
            "encoder": self.encoder(wildcards.ranker),
            "separator": self._find(wildcards.ranker, "separator", None),
            "layers": self._find(wildcards.ranker, "layers", None),
        }

    def get_query_encoding(self, wildcards: Wildcards) -> dict[str, object]:
        """Return how a model that makes vectors encodes queries; empty without a model."""
        ranker = self.settings[wildcards.ranker]
        if not getattr(ranker, "model", None):
            return {}
        encoding: dict[str, object] = {
            "encoder": self.encoder(wildcards.ranker),
            "cache": self.run.settings.cache,
            "torch_threads": self.run.threads,
        }
        for key in ("separator", "layers"):
            if hasattr(ranker, key):
                encoding[key] = getattr(ranker, key)
        return encoding

    def get_similarity(self, wildcards: Wildcards) -> str:
        """Return the similarity of its vectors, or of the vectors that its search compares."""
        compared = self._find(wildcards.ranker, "like", wildcards.ranker)
        return self._find(compared, "similarity", "l2")  # of sentences

    def get_index(self, wildcards: Wildcards) -> str | None:
        """Return the kind of index that it searches by, None for exact search."""
        return self._find(wildcards.ranker, "index", None)

    def _find(self, name: str, setting: str, default: T) -> T:
        """Return a setting of a ranker, or the default if its kind has no such setting."""
        found: T = getattr(self.settings[name], setting, default)
        return found
