"""Check the filters of a user's own: names that are free, conditions, years in order."""

from collections.abc import Iterable, Mapping
from typing import Any

from paperpool.errors import Problem
from paperpool.workflow.config.checked import Checked
from paperpool.workflow.corpus.conditions import PROPERTIES
from paperpool.workflow.corpus.filter_kinds import FILTERS


def find_own_filter_problems(config: Checked) -> Iterable[Problem]:
    """Yield the problems of each filter of ``corpus.filters`` that is a user's own."""
    if config.broken & {("corpus",), ("corpus", "filters")}:
        return

    names: set[str] = set()
    for i, entry in enumerate(config["corpus"]["filters"] or []):
        if not isinstance(entry, Mapping):
            continue
        where = f"corpus.filters.{i}"
        if "name" in entry and config.is_sound("corpus", "filters", str(i), "name"):
            yield from _find_name_problems(entry["name"], names, where)
            names.add(entry["name"])
        if config.is_sound("corpus", "filters", str(i), "years"):
            yield from _find_year_problems(entry, where)

        if not entry.keys() - {"name"}:
            message = "The filter has no condition."
            hint = f"Give it one or more of {', '.join(PROPERTIES)}; `none` keeps every paper."
            yield Problem(message, where, hint)


def _find_name_problems(name: str, names: set[str], where: str) -> Iterable[Problem]:
    """Yield a problem if a name is that of a shipped filter, or of one before."""
    if name in FILTERS:
        message = f"{name} is the name of a filter that there is already."
        yield Problem(message, f"{where}.name", "Give your filter another name.")
    elif name in names:
        message = f"Two filters have the name {name}."
        hint = "Give each a name of its own: a paper is kept if any of them keeps it."
        yield Problem(message, f"{where}.name", hint)


def _find_year_problems(entry: Mapping[str, Any], where: str) -> Iterable[Problem]:
    """Yield a problem if years are the wrong way round, or have no end at either side."""
    if "years" not in entry:
        return
    first, last = entry["years"]
    if first is None and last is None:
        message = "Neither end of the years is set."
        yield Problem(message, f"{where}.years", "Set one of them, or leave `years` out.")
    elif first is not None and last is not None and first > last:
        message = f"The years start in {first} and end in {last}."
        yield Problem(message, f"{where}.years", "Put the earlier year first.")
