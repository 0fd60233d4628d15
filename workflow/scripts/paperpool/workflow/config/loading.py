"""The workflow's configuration: read files, merge overlays, fill in defaults."""

import contextlib
import copy
import json
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from paperpool.benchmarks.registry import find_benchmarks, judged_benchmark
from paperpool.collections.readers.registry import find_readers
from paperpool.demo_runs import is_demo
from paperpool.errors import Problem, UserError
from paperpool.io.misread_scalars import read_plain
from paperpool.io.yaml_files import load_yaml, merge_mappings
from paperpool.rankers.registry import find_kinds
from paperpool.workflow.config.benchmark_parts import find_further_defaults, find_settings
from paperpool.workflow.config.encoders import limit_tokens
from paperpool.workflow.config.sections.static import StaticEncoder
from paperpool.workflow.config.source_checks import choose_filters, describe_choice
from paperpool.workflow.config.static_checks import place_static_encoders
from paperpool.workflow.corpus.filter_kinds import DEFAULT_FILTERS, name_filters
from paperpool.workflow.corpus.sources import has_citations


def load_config(
    base: str | Path,
    overlays: Iterable[str | Path | Mapping[str, Any]],
    settings: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the configuration ``base`` with the overlays and then ``settings`` merged in.

    An overlay is a file, or the ``config`` that another workflow gives this one.
    """
    config = load_yaml(base)
    for further in find_further_defaults():
        config = merge(config, further)

    layers = [_read_overlay(overlay) for overlay in overlays]
    layers.append(_type_nested(settings))
    for layer in layers:
        config = merge(config, _map_strings(layer, _expand_home))
    return config


def _read_overlay(overlay: object) -> Mapping[str, Any]:
    """Return the keys of an overlay; UserError if it is none."""
    if isinstance(overlay, str | Path):
        return load_yaml(overlay)
    if not isinstance(overlay, Mapping):
        where = "the config of the module statement"
        raise UserError(Problem("A configuration is a mapping of keys.", where))
    return overlay


def _type_nested(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Read nested strings of command-line settings as YAML: Snakemake reads top levels alone."""
    typed = {}
    for key, value in settings.items():
        if isinstance(value, Mapping | list):
            value = _map_strings(value, _read_string)
        typed[key] = value
    return typed


def _map_strings(value: Any, change: Callable[[str], Any]) -> Any:
    """Return a value of YAML, its strings changed at any depth, those of keys as they are."""
    if isinstance(value, Mapping):
        return {key: _map_strings(child, change) for key, child in value.items()}
    if isinstance(value, list):
        return [_map_strings(child, change) for child in value]
    if isinstance(value, str):
        return change(value)
    return value


def _read_string(text: str) -> Any:
    with contextlib.suppress(yaml.YAMLError):  # then it is meant as text
        return read_plain(text)
    return text


def _expand_home(text: str) -> str:
    """Return a text that begins with ``~/``, as paths do, with the user's own folder there."""
    if text.startswith("~/"):
        return os.path.expanduser(text)  # noqa: PTH111
    return text


def merge(base: Mapping[str, Any], overlay: Mapping[str, Any]) -> dict[str, Any]:
    """Merge ``overlay`` into ``base`` key by key: it wins, and lists are replaced.

    A ranker set to null is removed, and one whose kind changes is replaced whole.
    """
    merged = merge_mappings(base, overlay)
    rankers = base.get("rankers")
    changes = overlay.get("rankers")
    if isinstance(rankers, Mapping) and isinstance(changes, Mapping):
        merged["rankers"] = _merge_rankers(rankers, changes)
    return merged


def _merge_rankers(rankers: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``rankers`` with the changes of an overlay, as ``merge`` says."""
    merged = dict(rankers)
    for name, settings in changes.items():
        before = rankers.get(name)
        if settings is None and name in rankers:
            del merged[name]
        elif isinstance(before, Mapping) and isinstance(settings, Mapping):
            kind = before.get("kind")
            if settings.get("kind", kind) != kind:
                before = {}  # another kind has other settings
            merged[name] = merge_mappings(before, settings)
        else:
            merged[name] = copy.deepcopy(settings)
    return merged


def fill_defaults(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``config`` with every setting of every ranker, encoder and collection written out.

    Benchmarks write out those of their sections. A demo's encoders read ``DEMO_TOKENS`` tokens.
    """
    filled = copy.deepcopy(dict(config))
    filled["cache"] = filled["cache"] or str(Path(filled["results"], ".cache"))

    kinds = find_kinds()
    for name, ranker in filled["rankers"].items():
        kind = ranker["kind"]
        filled["rankers"][name] = {"kind": kind, **kinds[kind].defaults(), **ranker}
    if is_demo(config):
        rankers = filled["rankers"].values()
        limit_tokens(ranker for ranker in rankers if ranker["kind"] == "dense")

    filled["static"] = filled["static"] or {}
    for name, encoder in filled["static"].items():
        filled["static"][name] = StaticEncoder.defaults() | encoder
    place_static_encoders(filled)

    filled["corpus"]["filters"] = choose_filters(config)
    filled["pools"]["filter"] = filled["pools"]["filter"] or default_filter(config)
    filled["pools"]["order"] = filled["pools"]["order"] or "drawn"

    readers = find_readers()
    for settings in (filled["data"]["collections"] or {}).values():
        reader = readers[settings["format"]]
        for name, value in {**reader.defaults(), **reader.find_told(settings)}.items():
            settings.setdefault(name, value)

    for name in find_benchmarks():
        fill = find_settings(name).fill_defaults
        if fill is not None:
            fill(filled, is_demo(config))
    return filled


def list_notes(config: Mapping[str, Any]) -> list[str]:
    """Return sentences on what a checked ``config`` leaves unsaid and its tables decide."""
    notes = []
    choice = describe_choice(config)
    if choice:
        notes.append(choice)

    data = config["data"]
    sources = data["s2orc"]
    has_queries = config["pools"]["queries"] and not data[judged_benchmark().name]
    if sources and has_queries and not has_citations(sources):
        notes.append("data.s2orc has no citations: the source cited of the pools gives nothing.")
    return notes


def default_filter(config: Mapping[str, Any]) -> str | None:
    """Return the filter of the pools' papers if ``pools.filter`` is null, if it is clear."""
    filters = name_filters(choose_filters(config))
    usual = next(iter(DEFAULT_FILTERS))
    if usual in filters:
        return usual
    if len(filters) == 1:
        return filters[0]
    return None


class _Dumper(yaml.SafeDumper):
    """YAML's safe dumper, with block style for texts of several lines."""

    def represent_str(self, text: str) -> yaml.Node:
        style = None
        if "\n" in text:
            style = "|"
        return self.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _Dumper.represent_str)


def dump_yaml(config: Mapping[str, Any]) -> str:
    """Return ``config`` as YAML, keys in their order."""
    plain = json.loads(json.dumps(config))  # plain types: no anchors, no Python tags
    return yaml.dump(plain, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)
