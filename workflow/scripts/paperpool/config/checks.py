"""Check a configuration: its form against the schema, and that the files it names are there.

Every problem is found before any is reported.
"""

import math
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from paperpool.benchmarks.benchmark import Release
from paperpool.benchmarks.registry import find_benchmarks
from paperpool.collections.readers.registry import reader_schema
from paperpool.config.annotation_checks import find_annotation_problems
from paperpool.config.benchmark_parts import find_settings, find_settings_files
from paperpool.config.checked import (
    CORRECT,
    Checked,
    Key,
    find_missing_file,
    find_model_problems,
    find_run_problems,
    lies_in_run,
    list_sections,
)
from paperpool.config.folder_checks import find_folder_problems
from paperpool.config.misread_scalars import suggest_number
from paperpool.config.pool_checks import find_pool_problems
from paperpool.config.ranker_checks import (
    find_ranker_problems,
    find_setting_problems,
    find_unknown_encoders,
    find_vector_problems,
)
from paperpool.config.source_checks import (
    find_filter_problems,
    find_source_problems,
)
from paperpool.config.static_checks import find_naming_problems, find_static_problems
from paperpool.config.yaml_files import merge_mappings
from paperpool.corpus.filters import FILTERS
from paperpool.errors import Problem, UserError, guess, name_some, quote
from paperpool.evaluation.published import published_systems
from paperpool.facets.csabstruct import FILES as CSABSTRUCT_FILES
from paperpool.failures.os_errors import explain_os_error
from paperpool.rankers.registry import encoder_schema, ranker_schema
from paperpool.resources import RESOURCES

CSABSTRUCT = Release(
    "csabstruct",
    CSABSTRUCT_FILES,
    "Get it with `snakemake fetch_csabstruct` (no --configfile), or correct the path.",
)
"""The files of the abstracts that labellers are trained on; benchmarks have those of theirs."""

_SEE = "See config/config.yaml."

_IN_CONTEXT = "reads title and abstract in one pass and keeps vectors of their sentences or tokens"

WITHOUT_VECTORS = dict.fromkeys(("ts", "ot", "tokens"), _IN_CONTEXT)
WITHOUT_VECTORS["cross"] = "reads a query and a candidate together, and makes a score of both"
"""Kinds with a model that make no vector of a text, and their work."""

VECTOR_SETTINGS = ("pooling", "dimensions", "unit_length", "query_adapter")
"""The settings of a text's vector."""

GONE = {
    "annotation.replay": "Leave it out: studies/replay_orders.py replays orders on the results of "
    "a finished run (docs/annotation.md).",
    "mdcr.encoding_jobs": "Write `encode: {jobs: N}`, which holds for pools, too.",
    "kind: nested": "Write `kind: best`: it is chosen as `nested` was (docs/rankers.md).",
}
"""Keys and values that are gone, and their replacements."""


def check_config(
    config: Mapping[str, Any], schema: str | Path, published: Mapping[str, str | Path]
) -> None:
    """Raise UserError with every problem of a merged configuration.

    ``schema`` is the JSON schema (YAML), ``published`` the table of published scores by benchmark.
    """
    validator = Draft202012Validator(read_schema(schema))
    errors = sorted(validator.iter_errors(config), key=lambda e: [str(p) for p in e.path])
    problems = [problem for error in errors for problem in _explain(error)]
    broken = {
        tuple(str(part) for part in error.absolute_path)
        for error in errors
        if error.validator != "additionalProperties"
        and "propertyNames" not in error.absolute_schema_path
    }
    problems += _find_odd_values(config, ())
    try:
        problems += _find_more_problems(Checked(config, broken), published)  # as far as it gets
    except OSError as error:  # of a path that cannot be looked up
        problems.append(explain_os_error(error, "the configuration"))
    except (AttributeError, LookupError, TypeError, ValueError):
        if not errors:
            raise  # else it comes of a value that the schema refuses, and that is told
    if problems:
        raise UserError(problems)


def _find_more_problems(config: Checked, published: Mapping[str, str | Path]) -> Iterable[Problem]:
    """Yield the problems that the schema cannot see; the keys that broke it are passed over."""
    yield from find_run_problems(config)
    yield from find_folder_problems(config)
    yield from _find_missing_data(config)
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
        if find_problems := find_settings(name).find_problems:
            yield from find_problems(config, systems.get(name, []))


def check_ranker(name: str, settings: Mapping[str, Any]) -> None:
    """Raise UserError with the problems of ``check_config`` in the settings of one ranker."""
    config = {"rankers": {name: settings}}
    rankers = {"type": "object", "additionalProperties": {"$ref": "#/$defs/ranker"}}
    definitions = read_schema(RESOURCES / "config.schema.yaml")["$defs"]
    validator = Draft202012Validator({"$defs": definitions, "properties": {"rankers": rankers}})
    problems = [problem for error in validator.iter_errors(config) for problem in _explain(error)]
    problems += _find_odd_values(config, ())
    problems = problems or list(find_setting_problems(name, settings))
    alone = Checked({"data": {"s2orc": None}})
    if problems := problems or [*find_vector_problems(alone, f"rankers.{name}", settings)]:
        raise UserError(problems)


@cache
def read_schema(path: str | Path) -> dict[str, Any]:
    """Read the JSON schema of a configuration (YAML), and add the schemas of classes."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the first is ten times as fast
    schema = yaml.load(Path(path).read_bytes(), loader)
    for further in find_settings_files("schema"):
        schema = merge_mappings(schema, yaml.load(further.read_bytes(), loader))
    schema["$defs"] |= {
        "section": {"enum": list_sections()},
        "ranker": ranker_schema(),
        "encoder": encoder_schema(),
        "collection": reader_schema(),
    }
    return schema


def _explain(error: ValidationError) -> Iterable[Problem]:
    key = ".".join(str(part) for part in error.absolute_path)
    description = error.schema.get("description", "")
    hint = f"{description[:1].upper()}{description[1:]}." if description else _SEE
    if error.validator == "additionalProperties":
        known = sorted(error.schema.get("properties", {}))
        for unknown in sorted(set(error.instance) - set(known), key=str):
            where = f"{key}.{unknown}".lstrip(".")
            if where in GONE:
                yield Problem("The workflow has no such key any more.", where, GONE[where])
                continue
            hint = f"{guess(unknown, known)} Known keys: {', '.join(known)}."
            what = "Unknown key."
            kind = error.instance.get("kind")
            if unknown in VECTOR_SETTINGS and kind in WITHOUT_VECTORS:
                what = f"Kind {kind} has no {unknown}: it {WITHOUT_VECTORS[kind]}."
            yield Problem(what, where, hint.lstrip())
    elif error.validator == "enum":
        known = ["null" if value is None else str(value) for value in error.validator_value]
        hint = f"{guess(error.instance, known)} Values: {', '.join(known)}."
        found = "null" if error.instance is None else quote(error.instance)
        hint = GONE.get(f"{error.absolute_path[-1]}: {error.instance}", hint)
        yield Problem(f"Not a value of this key: {found}.", key, hint.lstrip())
    elif error.validator == "required":
        # jsonschema reports each missing key in an error of its own
        missing = next(n for n in error.validator_value if error.message.startswith(f"{n!r} "))
        yield Problem("A key is missing.", f"{key}.{missing}".lstrip("."), hint)
    elif error.validator == "maxProperties":
        what = f"Only one entry is allowed, and there are {len(error.instance)}: "
        yield Problem(f"{what}{name_some(list(error.instance))}.", key, hint)
    elif [*error.absolute_path][:-1] == ["rankers"] and error.instance is None:
        what = "There is no ranker of this name to remove."
        yield Problem(what, key, "Correct the name, or leave the line out.")
    else:
        types = error.validator_value if error.validator == "type" else ()
        if "string" in types and isinstance(error.instance, int | float | date):
            hint += f" YAML reads it as {quote(error.instance)}: put text in quotes."
        elif isinstance(error.instance, str) and ("integer" in types or "number" in types):
            hint = f"{hint} {suggest_number(error.instance)}".rstrip()
        elif types and "properties" in error.schema:
            hint += f" A mapping of keys: {', '.join(error.schema['properties'])}."
        yield Problem(f"Not valid: {error.message}.", key or "(top level)", hint)


def _find_odd_values(value: Any, key: Key) -> Iterable[Problem]:
    """Yield a problem for each value that no schema refuses: not-a-number values, braces."""
    if isinstance(value, Mapping):
        for name, child in value.items():
            yield from _find_odd_values(child, (*key, str(name)))
    elif isinstance(value, list):
        for i, child in enumerate(value):
            yield from _find_odd_values(child, (*key, str(i)))
    elif isinstance(value, float) and not math.isfinite(value):
        yield Problem(f"Not a finite number: {value}.", ".".join(key), _SEE)
    elif isinstance(value, int) and abs(value) >= 2**63:
        yield Problem(f"Too large for a whole number: {quote(value)}.", ".".join(key), _SEE)
    elif isinstance(value, str) and _has_braces(value, key):
        hint = "Rename the file or folder. Only a run's path may have {facet} or {split}."
        yield Problem(f"Braces are not allowed here: {value!r}.", ".".join(key), hint)


def _has_braces(value: str, key: Key) -> bool:
    """Return whether ``value`` has braces other than {facet} and {split} in a run's path."""
    if key[0] == "rankers" and key[-1] == "command":
        return False
    if key[0] == "rankers" and key[-1] == "path":
        value = value.replace("{facet}", "").replace("{split}", "")
    return "{" in value or "}" in value


def _find_missing_data(config: Checked) -> Iterable[Problem]:
    if config.is_sound("data", "s2orc"):
        yield from find_source_problems(config["data"]["s2orc"] or [])
        if config.is_sound("corpus"):
            yield from find_filter_problems(config["corpus"]["filters"] or [], config)
    releases = [benchmark.release for benchmark in find_benchmarks().values()]
    for release in (*filter(None, releases), CSABSTRUCT):
        if config.is_sound("data", release.key) and config["data"][release.key] is not None:
            yield from _find_release_problems(config, release)
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
    setting, where = config["data"][release.key], f"data.{release.key}"
    folder = Path(release.find_folder(setting))
    if lies_in_run(config, folder):
        what = "The folder lies in the results of this very run, which may overwrite it."
        yield Problem(what, where, "Evaluate it in another run: set `run` to another name.")
        return
    missing = [name for name in release.files if not (folder / name).is_file()]
    if missing:
        what = f"{folder} lacks {len(missing)} files of the release: {name_some(missing)}."
        hint = release.hint
        if isinstance(setting, Mapping):
            hint = "Correct the path: a run of yours has such a folder, annotation/release."
        yield Problem(what, where, hint)


def _find_facet_problems(config: Checked) -> Iterable[Problem]:
    """Yield a problem for each model that is not there, and for two labellers."""
    if config.is_sound("facets"):
        if config["facets"]["model"] and config["facets"]["train"]:
            hint = "Keep facets.model for a ready labeller, or facets.train to train one."
            yield Problem("Both facets.model and facets.train are set.", "facets.train", hint)
        for key in ("model", "encoder"):
            yield from find_model_problems(f"facets.{key}", config["facets"][key])
