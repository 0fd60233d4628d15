"""Check the runs of CSFCube that a configuration names."""

from collections.abc import Iterable

from paperpool.errors import Problem
from paperpool.evaluation.runs import run_files
from paperpool.workflow.config.benchmark_parts import BenchmarkSettings
from paperpool.workflow.config.checked import Checked
from paperpool.workflow.config.ranker_checks import find_missing_runs
from paperpool.workflow.config.scheme_checks import find_facets


def _find_run_problems(config: Checked, path: str, where: str) -> Iterable[Problem]:
    files = run_files(path, find_facets(config))
    yield from find_missing_runs(files, where, "{facet} in it stands for each facet")


SETTINGS = BenchmarkSettings(find_run_problems=_find_run_problems)
