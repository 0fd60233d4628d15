"""Check the members of a fusion, or of a ranker of kind best."""

from collections.abc import Iterable, Mapping
from typing import Any

from paperpool.benchmarks.registry import find_benchmarks, judged_benchmark
from paperpool.errors import Problem, guess
from paperpool.rankers.registry import find_kinds

NOT_IN_BEST = {
    "run": "it is somebody's run, and may have been tuned on the same grades",
    "command": "it is a program, and may have been tuned on the same grades",
    "best": "it is itself chosen on the folds",
}
"""Kinds that may not be members of kind ``best``, not even within a fusion."""


def find_member_problems(name: str, rankers: Mapping[str, Any]) -> Iterable[Problem]:
    """Yield a problem for each member of the ranker ``name`` that is unknown, or leads back to it.

    For kind ``best`` also for each member that could bias its choice.
    """
    for i, member in enumerate(rankers[name]["members"]):
        where = f"rankers.{name}.members.{i}"
        others = [other for other in rankers if other != name]
        if member not in rankers:
            hint = guess(member, others) or f"One of {', '.join(others)}."
            hint += f" If you removed {member}, remove it here, too."
            yield Problem(f"No such ranker: {member}.", where, hint)
        elif member == name:
            yield Problem(f"{name} is a member of itself.", where, "Remove it here.")
        elif name in all_members(member, rankers):
            message = (
                f"The members form a circle: {name} needs {member}, and {member} needs {name}."
            )
            yield Problem(message, where, f"Remove {member} here, or break the circle elsewhere.")
        elif rankers[name]["kind"] == "best":
            for inner in sorted({member} | all_members(member, rankers)):
                reason = NOT_IN_BEST.get(_kind(inner, rankers) or "")
                if reason:
                    message = f"A ranker of kind best cannot choose {inner}: {reason}."
                    hint = "Remove it, or fuse it in a ranker of kind fusion."
                    yield Problem(message, where, hint)


def benchmark_of(name: str, rankers: Mapping[str, Any]) -> str:
    """Return the benchmark of a ranker: a run's own, or the one that is judged in facets.

    A ranker with needs that a single benchmark meets (``Benchmark.only_here``), as those by
    citations are, is of that one. ``rankers`` are settings by name, possibly broken.
    """
    kinds = find_kinds()
    benchmarks = find_benchmarks().values()
    for member in [name] + sorted(all_members(name, rankers)):
        kind = kinds.get(_kind(member, rankers) or "")
        if kind is None:
            continue
        for benchmark in benchmarks:
            if kind.needs & benchmark.only_here:
                return benchmark.name
    return str(rankers[name].get("benchmark", judged_benchmark().name))


def _kind(name: str, rankers: Mapping[str, Any]) -> str | None:
    ranker = rankers.get(name)
    return ranker.get("kind") if isinstance(ranker, Mapping) else None


def all_members(name: str, rankers: Mapping[str, Any]) -> set[str]:
    """Return the members of a ranker, and theirs in turn; empty if it is no sound fusion."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        ranker = rankers.get(waiting.pop())
        if not isinstance(ranker, Mapping) or not isinstance(ranker.get("members"), list):
            continue
        for member in ranker["members"]:
            if isinstance(member, str) and member not in found:
                found.add(member)
                waiting.append(member)
    return found
