"""The plan of a run: what its configuration decides, a part for each stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

from paperpool.benchmarks.registry import find_benchmarks
from paperpool.config.demo_runs import count_job_threads, is_demo
from paperpool.config.loading import dump_yaml
from paperpool.plan.annotation import AnnotationPlan
from paperpool.plan.collections import CollectionsPlan
from paperpool.plan.corpus import CorpusPlan
from paperpool.plan.csfcube import CsfcubePlan
from paperpool.plan.export import ExportPlan
from paperpool.plan.facets import FacetsPlan
from paperpool.plan.judges import JudgesPlan
from paperpool.plan.mdcr import MdcrPlan
from paperpool.plan.pools import PoolsPlan
from paperpool.plan.practice import PracticePlan
from paperpool.plan.rankers import RankersPlan
from paperpool.plan.report import ReportPlan
from paperpool.plan.scisearch import ScisearchPlan
from paperpool.plan.scisumm import ScisummPlan
from paperpool.plan.sections import SectionsPlan
from paperpool.plan.stage import StagePlan, shipped
from paperpool.plan.training import TrainingPlan


@dataclass(frozen=True)
class Run:
    """A run: its checked configuration with all defaults, and the ``folder`` of its results.

    ``digest_code`` returns the digest of a job's script and of further modules.
    """

    config: Mapping[str, Any]
    folder: str
    digest_code: Callable[..., str]

    @property
    def is_demo(self) -> bool:
        """Whether it runs on generated data."""
        return is_demo(self.config)

    @property
    def threads(self) -> int:
        """Threads of the jobs that compute with several."""
        return count_job_threads(self.config)

    @property
    def checks(self) -> dict[str, bool]:
        """What is refused in rankings from outside."""
        checks = self.config["checks"]
        return {"strict": checks["runs"] == "strict", "refuses_doubts": checks["doubts"] == "fail"}

    @property
    def resampling(self) -> dict[str, Any]:
        """How intervals and tests are drawn."""
        evaluation = self.config["evaluation"]
        return {
            "seed": self.config["seed"],
            "n_bootstrap": evaluation["bootstrap"],
            "n_permutations": evaluation["permutations"],
            "confidence": evaluation["confidence"],
        }

    def published(self, benchmark: str) -> str:
        """Return the file of the papers' figures on a benchmark."""
        return shipped(f"published/{find_benchmarks()[benchmark].published}")

    def dump_config(self, wildcards: Any) -> str:
        """Return the configuration as YAML (a function of a job: it may hold braces)."""
        return dump_yaml(self.config)

    @cached_property
    def stages(self) -> dict[str, Any]:
        """The plans of the sections of the report, by name.

        That of a further benchmark is the subclass of StagePlan in ``plan/<name>.py``.
        """
        own = ("corpus", "facets", "pools", *find_benchmarks(), "annotation")
        names = [name for name in own if name not in self.further_benchmarks]
        return {name: getattr(self, name) for name in names} | {
            name: find_stage(name)(self) for name in self.further_benchmarks
        }

    @property
    def further_benchmarks(self) -> list[str]:
        """The benchmarks whose plans are no properties of this class."""
        return [name for name in find_benchmarks() if not hasattr(type(self), name)]

    @cached_property
    def sections(self) -> SectionsPlan:
        """Which sections can be made, and which are."""
        return SectionsPlan(self)

    @cached_property
    def rankers(self) -> RankersPlan:
        """The rankers, their settings, models and code."""
        return RankersPlan(self)

    @cached_property
    def corpus(self) -> CorpusPlan:
        """The shards of the corpus and its filters."""
        return CorpusPlan(self)

    @cached_property
    def facets(self) -> FacetsPlan:
        """The labeller and the sentences that it labels."""
        return FacetsPlan(self)

    @cached_property
    def pools(self) -> PoolsPlan:
        """The queries and the sources of candidate pools."""
        return PoolsPlan(self)

    @cached_property
    def csfcube(self) -> CsfcubePlan:
        """CSFCube's collection, its rankers and runs."""
        return CsfcubePlan(self)

    @cached_property
    def training(self) -> TrainingPlan:
        """Encoders that are trained or made of others."""
        return TrainingPlan(self)

    @cached_property
    def mdcr(self) -> MdcrPlan:
        """MDCR's large pools, its benchmark and scores."""
        return MdcrPlan(self)

    @cached_property
    def collections(self) -> CollectionsPlan:
        """Other people's collections."""
        return CollectionsPlan(self)

    @cached_property
    def scisumm(self) -> ScisummPlan:
        """CL-SciSumm's papers and rankers."""
        return ScisummPlan(self)

    @cached_property
    def scisearch(self) -> ScisearchPlan:
        """SciSearch's encoders and re-rankers."""
        return ScisearchPlan(self)

    @cached_property
    def annotation(self) -> AnnotationPlan:
        """What annotators are asked, and what they said."""
        return AnnotationPlan(self)

    @cached_property
    def practice(self) -> PracticePlan:
        """How annotators are prepared."""
        return PracticePlan(self)

    @cached_property
    def judges(self) -> JudgesPlan:
        """Model judges, and the audit of their grades."""
        return JudgesPlan(self)

    @cached_property
    def report(self) -> ReportPlan:
        """The sections and pages of the report."""
        return ReportPlan(self)

    @cached_property
    def export(self) -> ExportPlan:
        """Collections in other tools' formats."""
        return ExportPlan(self)


def find_stage(name: str) -> type[StagePlan]:
    """Return the class of the module ``plan/<name>.py`` that plans a stage."""
    module = import_module(f"paperpool.plan.{name}")
    found = [one for one in vars(module).values() if isinstance(one, type)]
    return next(one for one in found if issubclass(one, StagePlan) and one is not StagePlan)
