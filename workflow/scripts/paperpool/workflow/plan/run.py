"""The plan of a run: the consequences of its configuration, stage by stage."""

import inspect
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

from paperpool.benchmarks.registry import find_benchmarks, judged_benchmark
from paperpool.collections.schemes import Scheme, read_scheme
from paperpool.demo_runs import count_job_threads, is_demo
from paperpool.layout import CONFIG
from paperpool.plugins import find_extras, find_part
from paperpool.resources import RESOURCES, shipped
from paperpool.workflow.config.benchmark_parts import find_rule_files
from paperpool.workflow.config.changed import describe_changes
from paperpool.workflow.config.loading import dump_yaml
from paperpool.workflow.config.scheme_checks import find_scheme_file
from paperpool.workflow.config.settings import RunSettings, as_settings
from paperpool.workflow.plan.annotation import AnnotationPlan
from paperpool.workflow.plan.benchmark import BenchmarkPlan
from paperpool.workflow.plan.collections import CollectionsPlan
from paperpool.workflow.plan.corpus import CorpusPlan
from paperpool.workflow.plan.csfcube import CsfcubePlan
from paperpool.workflow.plan.csfcube_export import CsfcubeExportPlan
from paperpool.workflow.plan.encode import EncodePlan
from paperpool.workflow.plan.export import ExportPlan
from paperpool.workflow.plan.facets import FacetsPlan
from paperpool.workflow.plan.mdcr import MdcrPlan
from paperpool.workflow.plan.mdcr_export import MdcrExportPlan
from paperpool.workflow.plan.mdcr_pools import MdcrPoolsPlan
from paperpool.workflow.plan.pools import PoolsPlan
from paperpool.workflow.plan.practice import PracticePlan
from paperpool.workflow.plan.rankers import RankersPlan
from paperpool.workflow.plan.report import ReportPlan
from paperpool.workflow.plan.scisearch import ScisearchPlan
from paperpool.workflow.plan.scisumm import ScisummPlan
from paperpool.workflow.plan.sections import SectionsPlan
from paperpool.workflow.plan.stage import StagePlan, Wildcards
from paperpool.workflow.plan.training import TrainingPlan


class DigestsCode(Protocol):
    """A function that returns a digest of a script, and of the modules that it needs besides."""

    def __call__(self, script: str, modules: Iterable[str] = (), /) -> str: ...


@dataclass(frozen=True)
class Run:
    """A run: its checked configuration with all defaults, and the ``folder`` of its results.

    ``digest_code`` returns the digest of a job's script and of further modules, ``notes`` are
    sentences on what was chosen for the user. Each stage is an attribute. The rules of an extra,
    and of a benchmark with a folder of its own, make their plan themselves, ``HolesPlan(run)``;
    others find it by its name (``find_plan``).
    """

    config: Mapping[str, object]
    folder: str
    digest_code: DigestsCode
    notes: Sequence[str] = ()

    # The plan of each stage is made of the run when it is first asked for.
    sections = cached_property(SectionsPlan)
    rankers = cached_property(RankersPlan)
    corpus = cached_property(CorpusPlan)
    facets = cached_property(FacetsPlan)
    pools = cached_property(PoolsPlan)
    encode = cached_property(EncodePlan)
    training = cached_property(TrainingPlan)
    collections = cached_property(CollectionsPlan)
    csfcube = cached_property(CsfcubePlan)
    csfcube_export = cached_property(CsfcubeExportPlan)
    mdcr = cached_property(MdcrPlan)
    mdcr_pools = cached_property(MdcrPoolsPlan)
    mdcr_export = cached_property(MdcrExportPlan)
    scisumm = cached_property(ScisummPlan)
    scisearch = cached_property(ScisearchPlan)
    annotation = cached_property(AnnotationPlan)
    practice = cached_property(PracticePlan)
    export = cached_property(ExportPlan)
    report = cached_property(ReportPlan)

    def find_plan(self, name: str) -> StagePlan:
        """Return the plan of an extra or of a benchmark by its name.

        Raises LookupError if it is missing.
        """
        attribute = vars(Run).get(name)
        if isinstance(attribute, cached_property):
            return getattr(self, name)

        module = find_part(name, "plan")
        if module is None:
            raise LookupError(f"There is no plan of {name}: plan/{name}.py is missing.")
        for found in vars(module).values():
            is_class = inspect.isclass(found) and found.__module__ == module.__name__
            if is_class and issubclass(found, StagePlan):
                return found(self)
        raise LookupError(f"There is no plan of {name}: plan/{name}.py has no StagePlan.")

    @cached_property
    def settings(self) -> RunSettings:
        """The configuration as an object: ``run.settings.mdcr.years``."""
        return as_settings(self.config)

    @cached_property
    def scheme_file(self) -> str:
        """The file of the scheme: that of a given collection, else the configured one."""
        return find_scheme_file(self.config)

    @cached_property
    def scheme(self) -> Scheme:
        """The facets, labels, grades and guidelines of what is annotated and judged."""
        return read_scheme(self.scheme_file)

    @property
    def is_demo(self) -> bool:
        """Whether the run uses generated data."""
        return is_demo(self.config)

    @property
    def threads(self) -> int:
        """The threads of multithreaded jobs."""
        return count_job_threads(self.config)

    @property
    def resampling(self) -> dict[str, object]:
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

    def get_config(self, wildcards: Wildcards) -> str:
        """Return the configuration as YAML (as a job's function, since it may hold braces)."""
        return dump_yaml(self.config)

    def describe_changes(self) -> list[str]:
        """Return a sentence on the settings that changed since the run's last call, if any did."""
        return describe_changes(Path(self.folder, CONFIG), self.config)

    @cached_property
    def benchmarks(self) -> dict[str, BenchmarkPlan]:
        """The plans of the benchmarks, by name, in their order."""
        plans = {}
        for name in find_benchmarks():
            plan = self.find_plan(name)
            assert isinstance(plan, BenchmarkPlan)
            plans[name] = plan
        return plans

    @property
    def judged(self) -> CsfcubePlan:
        """The plan of the benchmark whose collections annotation makes."""
        plan = self.find_plan(judged_benchmark().name)
        assert isinstance(plan, CsfcubePlan)
        return plan

    @property
    def stages(self) -> dict[str, StagePlan]:
        """The plans of the sections that can be asked for, by name, in the order of the report."""
        corpus = {"corpus": self.corpus, "facets": self.facets, "pools": self.pools}
        return {**corpus, **self.benchmarks, "annotation": self.annotation}

    @property
    def reported(self) -> dict[str, StagePlan]:
        """The plans of all sections of the report: the stages, then the extras that have one."""
        return self.stages | {name: self.find_plan(name) for name in find_extras("section")}

    @property
    def extras(self) -> list[str]:
        """The extras with rules."""
        return find_extras("plan")

    def extras_reported_with(self, section: str) -> list[StagePlan]:
        """Return the plans of the extras with results that are reported with a section."""
        plans = [self.find_plan(name) for name in self.extras]
        return [plan for plan in plans if plan.reported_with == section and plan.is_measured]

    @property
    def further_rules(self) -> list[str]:
        """The rule files of benchmarks with folders of their own, from the Snakefile's folder."""
        return [os.path.relpath(file, RESOURCES.parents[2]) for file in find_rule_files()]
