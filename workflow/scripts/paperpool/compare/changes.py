"""Differences between the settings of two runs, and between the counts of their corpora."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from paperpool.compare.sides import Side
from paperpool.io.files import read_json

_PASSED_OVER = ("run", "results", "sections")

_OF_SHARDS = ("shards", "broken_shards")


@dataclass(frozen=True)
class Change:
    """A value by its dotted key, in A and in B as JSON; missing if it is not set."""

    key: str
    a: str | None
    b: str | None


def changed_settings(a: Side, b: Side) -> list[Change]:
    """Return the settings that differ, in A's order and then B's own.

    Settings that only place or choose results do not count. If the sides are rankers, their
    settings stand under ``ranker``, and other rankers do not count.
    """
    return find_changes(_settings(a), _settings(b))


def changed_counts(a: Side, b: Side) -> list[Change] | None:
    """Return the counts of ``corpus/summary.json`` that differ, if both runs have a corpus.

    Those of single shards do not count.
    """
    files = [side.corpus_summary for side in (a, b)]
    if not all(file.is_file() for file in files):
        return None
    return find_changes(*(_of_all_shards(read_json(file)) for file in files))


def _of_all_shards(counts: Mapping[str, Any]) -> dict[str, Any]:
    """Return nested counts without those of single shards and without empty groups."""
    return {
        key: _of_all_shards(value) if isinstance(value, Mapping) else value
        for key, value in counts.items()
        if key not in _OF_SHARDS and value != {}
    }


def find_changes(a: Mapping[str, Any], b: Mapping[str, Any]) -> list[Change]:
    """Return the values of two nested mappings that differ; lists are values."""
    flat_a, flat_b = _flatten(a), _flatten(b)
    return [
        Change(".".join(key), flat_a.get(key), flat_b.get(key))
        for key in dict.fromkeys([*flat_a, *flat_b])
        if flat_a.get(key) != flat_b.get(key)
    ]


def _settings(side: Side) -> dict[str, Any]:
    settings = {key: value for key, value in side.config.items() if key not in _PASSED_OVER}
    if side.ranker is not None:
        settings["ranker"] = settings.pop("rankers")[side.ranker]
    return settings


def _flatten(value: Any, key: tuple[str, ...] = ()) -> dict[tuple[str, ...], str]:
    """Return the values of nested mappings as JSON by their path."""
    if isinstance(value, Mapping) and value:
        flat: dict[tuple[str, ...], str] = {}
        for name, child in value.items():
            flat |= _flatten(child, (*key, str(name)))
        return flat
    return {key: json.dumps(value, ensure_ascii=False, default=str)}
