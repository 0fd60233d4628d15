"""Configuration and paths: what every rule file uses. No rules here."""

import re

from snakemake.logging import logger

from paperpool.config.demo_runs import count_job_threads, is_demo
from paperpool.config.loading import dump_yaml, fill_defaults, load_config
from paperpool.config.checks import check_config
from paperpool.benchmarks.registry import find_benchmarks
from paperpool.collections.facets import FACETS
from paperpool.evaluation.foreign_runs import run_files
from paperpool.evaluation.published import published_name
from paperpool.collections.csfcube_release import REQUIRED as CSFCUBE_FILES
from paperpool.errors import Problem, UserError
from paperpool.facets.csabstruct import FILES as CSABSTRUCT_FILES
from paperpool.failures.records import watch_snakemake
from paperpool.failures.targets import Targets
from paperpool.fetch.sources import read_sources
from paperpool.rankers.member_checks import benchmark_of
from paperpool.resources import RESOURCES

# Jobs share the cores. By default OpenMP's threads wait for work by spinning, which takes the time
# of other jobs' threads; it reads this when a job loads torch.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

IS_MODULE = not workflow.modifier.is_main_snakefile()
"""Whether another workflow uses this one, by `module`."""

SHIPPED = Path(os.path.relpath(RESOURCES))
"""What the package ships beside its code, from the working directory."""

BENCHMARKS = find_benchmarks()
"""The descriptions of the benchmarks, in the order of their places."""

PUBLISHED = {
    name: str(SHIPPED / "published" / benchmark.published)
    for name, benchmark in BENCHMARKS.items()
    if benchmark.published
}
"""The papers' figures on each benchmark."""

SCISEARCH_DOCUMENTS = str(SHIPPED / "published" / "scisearch_examples.csv")
"""What SciSearch says of the documents of its appendix."""

RELEASED_QUERIES = str(SHIPPED / "published" / "csfcube_queries.txt")
SOURCES = str(SHIPPED / "sources.csv")


def read_config():
    """Return the checked configuration: config/config.yaml, then the user's overlays.

    A workflow that uses this one gives it one overlay, the `config` of its module statement.
    """
    overlays, settings = workflow.overwrite_configfiles, workflow.config_settings.config
    if IS_MODULE:
        overlays, settings = [config], {}
    try:
        merged = load_config(find_file("../../config/config.yaml"), overlays, settings)
        check_config(merged, SHIPPED / "config.schema.yaml", PUBLISHED)
        return fill_defaults(merged)
    except UserError as error:
        count = len(error.problems)
        raise WorkflowError(
            f"{count} problem{'s' * (count > 1)} in the configuration:\n{error}"
        ) from error


def list_targets():
    """Return what can be asked for, and the rules that were although they have wildcards."""
    rules = list(workflow.rules)
    stages = [rule.name for rule in rules if rule.docstring not in (None, rule.message)]
    files = [str(file) for rule in rules for file in rule.output if "{" not in file]
    asked = [rule for rule in rules if rule.name in workflow.dag_settings.targets]
    patterns = {r.name: str(r.output[0]) for r in asked if r.has_wildcards()}
    return Targets(stages, files, RESULTS, patterns)


if not IS_MODULE:  # the log of a workflow that imports this one is its own
    watch_snakemake().find_targets = list_targets

config = read_config()

IS_DEMO = is_demo(config)

LONGEST_WAY = 1
"""The priority of the corpus, MDCR and cited text: the longest ways through all jobs come first."""

CHECKS = {
    "strict": config["checks"]["runs"] == "strict",
    "refuses_doubts": config["checks"]["doubts"] == "fail",
}
"""What is refused in runs from outside."""

JOB_THREADS = count_job_threads(config)
"""Threads of the jobs that compute with several."""


def rankers_of_kind(*kinds):
    """Return the names of the rankers of the given kinds, in the configuration's order."""
    return [
        name for name, ranker in config["rankers"].items() if ranker["kind"] in kinds
    ]


def rankers_for(benchmark, *kinds):
    """Return the rankers that are scored on a benchmark, in the configuration's order.

    Those of some kinds where any are given. A run is of one benchmark; the others are CSFCube's,
    or are chosen by what they can rank.
    """
    return [
        name
        for name in (rankers_of_kind(*kinds) if kinds else config["rankers"])
        if benchmark_of(name, config["rankers"]) == benchmark
    ]


CSFCUBE_RANKERS = rankers_for("csfcube")
"""The rankers that are scored on CSFCube."""

CSFCUBE_BASELINES = [
    name for name in config["evaluation"]["baselines"] if name in CSFCUBE_RANKERS
]
"""The baselines that are among them."""


def published_settings(rankers):
    """Return the `published` setting of each of some rankers."""
    return {name: config["rankers"][name]["published"] for name in rankers}


def published_names(benchmark, settings):
    """Return the name that a benchmark's paper has for each ranker, by their settings, or None."""
    return {
        name: published_name(setting, benchmark) for name, setting in settings.items()
    }


def any_of(names):
    """Return a wildcard constraint that matches one of ``names``, or nothing where none is."""
    return "|".join(map(re.escape, names)) or "(?!)"


def ranker_setting(key):
    """Return an input or params function: the setting ``key`` of the job's ranker."""
    return lambda wildcards: config["rankers"][wildcards.ranker][key]


def merged_config(wildcards):
    """Return the merged configuration as YAML (a function: it may hold braces)."""
    return dump_yaml(config)


def grow_memory(mb):
    """Return a resource function: ``mb`` megabytes, more with each attempt."""
    return lambda wildcards, attempt: mb * attempt
