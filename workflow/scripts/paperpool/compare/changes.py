"""Differences between the settings of two runs, and between the counts of their corpora."""

from paperpool.compare.sides import Side
from paperpool.config.changed import Change, Values, find_changes, flatten
from paperpool.io.files import read_json

_PASSED_OVER = ("run", "results", "sections")

_OF_SHARDS = {"shards", "broken_shards"}


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
    if not (a.corpus_summary.is_file() and b.corpus_summary.is_file()):
        return None
    return find_changes(_counts(a), _counts(b))


def _settings(side: Side) -> Values:
    settings = {key: value for key, value in side.config.items() if key not in _PASSED_OVER}
    if side.ranker is not None:
        settings["ranker"] = settings.pop("rankers")[side.ranker]
    return flatten(settings)


def _counts(side: Side) -> Values:
    """Return the counts of a corpus without those of single shards and without empty groups."""
    counts = flatten(read_json(side.corpus_summary))
    return {key: n for key, n in counts.items() if n != "{}" and _OF_SHARDS.isdisjoint(key)}
