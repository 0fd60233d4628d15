"""Differences between the settings of two runs, and between the counts of their corpora."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from paperpool.compare.sides import Side
from paperpool.io.files import read_json

_PASSED_OVER = ("run", "results", "sections")

_OF_SHARDS = {"shards", "broken_shards"}

Values = Mapping[tuple[str, ...], str]
"""The values of nested mappings as JSON, by their path."""


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
    return _find_changes(_settings(a), _settings(b))


def changed_counts(a: Side, b: Side) -> list[Change] | None:
    """Return the counts of ``corpus/summary.json`` that differ, if both runs have a corpus.

    Those of single shards do not count.
    """
    if not (a.corpus_summary.is_file() and b.corpus_summary.is_file()):
        return None
    return _find_changes(_counts(a), _counts(b))


def _find_changes(a: Values, b: Values) -> list[Change]:
    return [
        Change(".".join(key), a.get(key), b.get(key))
        for key in dict.fromkeys([*a, *b])
        if a.get(key) != b.get(key)
    ]


def _settings(side: Side) -> Values:
    settings = {key: value for key, value in side.config.items() if key not in _PASSED_OVER}
    if side.ranker is not None:
        settings["ranker"] = settings.pop("rankers")[side.ranker]
    return _flatten(settings)


def _counts(side: Side) -> Values:
    """Return the counts of a corpus without those of single shards and without empty groups."""
    counts = _flatten(read_json(side.corpus_summary))
    return {key: n for key, n in counts.items() if n != "{}" and _OF_SHARDS.isdisjoint(key)}


def _flatten(value: Any, key: tuple[str, ...] = ()) -> Values:
    """Return the values of nested mappings by their path; lists are values."""
    if isinstance(value, Mapping) and value:
        flat: dict[tuple[str, ...], str] = {}
        for name, child in value.items():
            flat |= _flatten(child, (*key, str(name)))
        return flat
    return {key: json.dumps(value, ensure_ascii=False, default=str)}
