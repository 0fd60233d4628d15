"""Differences between the settings of two runs."""

from paperpool.workflow.compare.sides import Side
from paperpool.workflow.config.changed import Change, Values, find_changes, flatten

_PASSED_OVER = ("run", "results", "sections")


def changed_settings(a: Side, b: Side) -> list[Change]:
    """Return the settings that differ, in A's order and then B's own.

    Settings that only place or choose results do not count. If the sides are rankers, their
    settings stand under ``ranker``, and other rankers do not count.
    """
    return find_changes(_settings(a), _settings(b))


def _settings(side: Side) -> Values:
    settings = {key: value for key, value in side.config.items() if key not in _PASSED_OVER}
    if side.ranker is not None:
        rankers = settings.pop("rankers")
        if side.ranker in rankers:  # a benchmark's own ranker has the settings of its section
            settings["ranker"] = rankers[side.ranker]
    return flatten(settings)
