"""The plan of a run: the consequences of its configuration, stage by stage."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from paperpool.benchmarks.registry import find_benchmarks, judged_benchmark
from paperpool.demo_runs import count_job_threads, is_demo
from paperpool.layout import CONFIG
from paperpool.plugins import find_extras, find_part
from paperpool.resources import RESOURCES, shipped
from paperpool.workflow.config.benchmark_parts import find_rule_files
from paperpool.workflow.config.changed import describe_changes
from paperpool.workflow.config.loading import dump_yaml
from paperpool.workflow.config.settings import RunSettings, as_settings
from paperpool.workflow.plan.stage import StagePlan


@dataclass(frozen=True)
class Run:
    """A run: its checked configuration with all defaults, and the ``folder`` of its results.

    ``digest_code`` returns the digest of a job's script and of further modules, ``notes`` are
    sentences on what was chosen for the user. Each stage is an attribute: ``run.mdcr`` is the class
    of ``plan/mdcr.py``, made of this run. That of an extra is in ``extras/<name>/plan.py``.
    """

    config: Mapping[str, Any]
    folder: str
    digest_code: Callable[..., str]
    notes: Sequence[str] = ()

    @cached_property
    def settings(self) -> RunSettings:
        """The configuration as an object: ``run.settings.mdcr.years``."""
        return as_settings(self.config)

    @property
    def is_demo(self) -> bool:
        """Whether the run uses generated data."""
        return is_demo(self.config)

    @property
    def threads(self) -> int:
        """The threads of multithreaded jobs."""
        return count_job_threads(self.config)

    @property
    def checks(self) -> dict[str, bool]:
        """The checks that imported rankings must pass."""
        checks = self.settings.checks
        return {"strict": checks.runs == "strict", "refuses_doubts": checks.doubts == "fail"}

    @property
    def models(self) -> dict[str, Any]:
        """The models' settings: the folder of cached vectors, and threads."""
        return {"cache": self.settings.cache, "torch_threads": self.threads}

    @property
    def resampling(self) -> dict[str, Any]:
        """The settings of confidence intervals and significance tests."""
        evaluation = self.settings.evaluation
        return {
            "seed": self.settings.seed,
            "n_bootstrap": evaluation.bootstrap,
            "n_permutations": evaluation.permutations,
            "confidence": evaluation.confidence,
        }

    def published(self, benchmark: str) -> str:
        """Return the file of a benchmark's published scores."""
        return shipped(f"published/{find_benchmarks()[benchmark].published}")

    @property
    def published_queries(self) -> str:
        """Return the list of the queries that the judged benchmark's published scores are of."""
        return shipped(f"published/{judged_benchmark().published_queries}")

    def dump_config(self, wildcards: Any) -> str:
        """Return the configuration as YAML (as a job's function, since it may hold braces)."""
        return dump_yaml(self.config)

    def describe_changes(self) -> list[str]:
        """Return a sentence on the settings that changed since the run's last call, if any did."""
        return describe_changes(Path(self.folder, CONFIG), self.config)

    def __getattr__(self, name: str) -> Any:
        """Return the plan of a stage, made once. Raises LookupError if it is missing."""
        if name.startswith("_"):
            raise AttributeError(name)
        module = find_part(name, "plan")
        if module is None:
            raise LookupError(f"There is no plan of {name}: plan/{name}.py is missing.")
        own = (one for one in vars(module).values() if isinstance(one, type))
        plans = [o for o in own if issubclass(o, StagePlan) and o.__module__ == module.__name__]
        if not plans:
            raise LookupError(f"There is no plan of {name}: plan/{name}.py has no StagePlan.")
        self.__dict__[name] = plans[0](self)
        return self.__dict__[name]

    @property
    def benchmarks(self) -> dict[str, Any]:
        """The plans of the benchmarks, by name, in their order."""
        return {name: getattr(self, name) for name in find_benchmarks()}

    @property
    def judged(self) -> Any:
        """The plan of the benchmark whose collections annotation makes, CSFCube's."""
        return getattr(self, judged_benchmark().name)

    @property
    def stages(self) -> dict[str, Any]:
        """The plans of the sections that can be asked for, by name, in the order of the report."""
        names = ("corpus", "facets", "pools", *find_benchmarks(), "annotation")
        return {name: getattr(self, name) for name in names}

    @property
    def reported(self) -> dict[str, Any]:
        """The plans of all sections of the report: the stages, then the extras that have one."""
        return self.stages | {name: getattr(self, name) for name in find_extras("section")}

    @property
    def extras(self) -> list[str]:
        """The extras with rules."""
        return find_extras("plan")

    def extras_reported_with(self, section: str) -> list[StagePlan]:
        """Return the plans of the extras with results that are reported with a section."""
        plans = [getattr(self, name) for name in self.extras]
        return [plan for plan in plans if plan.reported_with == section and plan.is_measured]

    @property
    def further_rules(self) -> list[str]:
        """The rule files of benchmarks with folders of their own, from the Snakefile's folder."""
        return [os.path.relpath(file, RESOURCES.parents[2]) for file in find_rule_files()]
