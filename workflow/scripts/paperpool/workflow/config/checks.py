"""Check a configuration: its form against the schema, and that the files it names are there.

Every problem is found before any is reported.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from paperpool.benchmarks.benchmark import Release
from paperpool.benchmarks.registry import find_benchmarks
from paperpool.errors import Problem, UserError, join_places, name_some
from paperpool.evaluation.published import published_systems
from paperpool.io.missing_files import find_missing_file
from paperpool.io.os_errors import explain_os_error
from paperpool.models.model_checks import find_model_problems
from paperpool.rankers.schema_problems import GONE_KINDS, explain_error, find_odd_values
from paperpool.workflow.config.annotation_checks import find_annotation_problems
from paperpool.workflow.config.benchmark_parts import find_settings
from paperpool.workflow.config.checked import (
    CORRECT,
    Checked,
    find_run_problems,
    lies_in_run,
)
from paperpool.workflow.config.extra_checks import find_extra_problems
from paperpool.workflow.config.filter_checks import find_own_filter_problems
from paperpool.workflow.config.folder_checks import find_folder_problems
from paperpool.workflow.config.pool_checks import find_pool_problems
from paperpool.workflow.config.ranker_checks import (
    find_ranker_problems,
    find_unknown_encoders,
)
from paperpool.workflow.config.scheme_checks import find_label_problems, find_scheme_problems
from paperpool.workflow.config.settings import make_schema
from paperpool.workflow.config.source_checks import (
    find_filter_problems,
    find_source_problems,
)
from paperpool.workflow.config.static_checks import find_naming_problems, find_static_problems
from paperpool.workflow.corpus.filter_kinds import FILTERS
from paperpool.workflow.facets.csabstruct import FILES as CSABSTRUCT_FILES

CSABSTRUCT = Release(
    "csabstruct",
    CSABSTRUCT_FILES,
    "Get it with `snakemake fetch_csabstruct` (no --configfile), or correct the path.",
)
"""The files of the abstracts that labellers are trained on; benchmarks have those of theirs."""

_OF_BATCHES = [f"annotation.{key}" for key in ("batches", "encoder", "replay", "top_up")]

GONE = {
    **dict.fromkeys(
        _OF_BATCHES, "Leave it out: `paperpool next` asks for judgments (docs/next.md)."
    ),
    "mdcr.encoding_jobs": "Write `encode: {jobs: N}`, which holds for pools, too.",
    **GONE_KINDS,
}
"""Keys and values that are gone, and their replacements."""


def check_config(config: Mapping[str, Any], published: Mapping[str, str | Path]) -> None:
    """Raise UserError with every problem of a merged configuration, each once with its keys.

    ``published`` is the table of published scores by benchmark.
    """
    validator = Draft202012Validator(make_schema())
    errors = sorted(validator.iter_errors(config), key=lambda error: list(map(str, error.path)))
    problems = []
    broken = set()
    for error in errors:
        problems += explain_error(error, GONE)

        # a key that is unknown or ill-named leaves the values beside it sound
        is_of_key = error.validator == "additionalProperties"
        if not is_of_key and "propertyNames" not in error.absolute_schema_path:
            broken.add(tuple(map(str, error.absolute_path)))

    problems += find_odd_values(config, ())
    try:
        problems += _find_more_problems(Checked(config, broken), published)  # as far as it gets
    except OSError as error:  # of a path that cannot be looked up
        problems.append(explain_os_error(error, "the configuration"))
    except (AttributeError, LookupError, TypeError, ValueError):
        if not errors:
            raise  # else it comes of a value that the schema refuses, and that is told

    if problems:
        raise UserError(join_places(problems))


def _find_more_problems(config: Checked, published: Mapping[str, str | Path]) -> Iterable[Problem]:
    """Yield the problems that the schema cannot see; the keys that broke it are passed over."""
    yield from find_run_problems(config)
    yield from find_folder_problems(config)
    yield from find_extra_problems(config)
    yield from _find_missing_data(config)
    yield from find_scheme_problems(config)
    yield from find_label_problems(config)
    yield from find_annotation_problems(config)
    yield from _find_facet_problems(config)
    yield from find_pool_problems(config)

    if config.is_sound("pools") and config.is_sound("rankers"):
        names = config["pools"]["encoders"] or []
        yield from find_unknown_encoders(config, names, "pools.encoders")
    yield from find_static_problems(config)

    systems = {benchmark: published_systems(path) for benchmark, path in published.items()}
    yield from find_ranker_problems(config, systems)
    yield from find_naming_problems(config)

    for name in find_benchmarks():
        find_problems = find_settings(name).find_problems
        if find_problems is not None:
            yield from find_problems(config, systems.get(name, []))


def _find_missing_data(config: Checked) -> Iterable[Problem]:
    """Yield a problem for each file of ``data`` and ``corpus`` that is not there or unfit."""
    if config.is_sound("data", "s2orc"):
        yield from find_source_problems(config["data"]["s2orc"] or [])
        if config.is_sound("corpus"):
            yield from find_filter_problems(config["corpus"]["filters"] or [], config)

    releases = [benchmark.release for benchmark in find_benchmarks().values() if benchmark.release]
    for release in [*releases, CSABSTRUCT]:
        if config.is_sound("data", release.key) and config["data"][release.key] is not None:
            yield from _find_release_problems(config, release)

    yield from find_own_filter_problems(config)
    for name, kind in FILTERS.items():
        if config.is_sound("corpus", name) and name in config["corpus"]:
            yield from kind.find_problems(config["corpus"][name])

    if config.is_sound("corpus", "keep"):
        hint = "Name a text file with one paper id a line."
        for i, path in enumerate(config["corpus"]["keep"]):
            yield from find_missing_file(path, f"corpus.keep.{i}", hint)

    if config.is_sound("corpus", "openalex"):
        path = config["corpus"]["openalex"]["deleted_ids"]
        yield from find_missing_file(path, "corpus.openalex.deleted_ids", CORRECT)


def _find_release_problems(config: Checked, release: Release) -> Iterable[Problem]:
    """Yield the problem of the folder of a release, if it has one."""
    setting = config["data"][release.key]
    where = f"data.{release.key}"
    folder = Path(release.find_folder(setting))
    if lies_in_run(config, folder):
        message = "The folder lies in the results of this very run, which may overwrite it."
        yield Problem(message, where, "Evaluate it in another run: set `run` to another name.")
        return

    try:
        names = release.list_files(str(folder))
    except UserError as error:
        yield from error.problems
        return
    missing = [name for name in names if not (folder / name).is_file()]
    if missing:
        message = f"{folder} lacks {len(missing)} files of the release: {name_some(missing)}."
        hint = release.hint
        if isinstance(setting, Mapping):
            hint = "Correct the path: a run of yours has such a folder, annotation/release."
        yield Problem(message, where, hint)


def _find_facet_problems(config: Checked) -> Iterable[Problem]:
    """Yield a problem for each model that is not there, and for two labellers."""
    if not config.is_sound("facets"):
        return
    facets = config["facets"]
    if facets["model"] and facets["train"]:
        hint = "Keep facets.model for a ready labeller, or facets.train to train one."
        yield Problem("Both facets.model and facets.train are set.", "facets.train", hint)
    if facets["train_on"] and facets["train"] == "encoder":
        hint = "Set facets.train to head, or leave it null to extend the head of the package."
        message = "facets.train_on extends a head, and facets.train is encoder."
        yield Problem(message, "facets.train_on", hint)
    for number, path in enumerate(facets["train_on"]):
        hint = "Name a sheet with the columns paper_id, sentence and label."
        yield from find_missing_file(path, f"facets.train_on.{number}", hint)
    for key in ("model", "encoder"):
        yield from find_model_problems(f"facets.{key}", facets[key])
