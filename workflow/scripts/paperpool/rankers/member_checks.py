"""Check the members of a fusion, or of a ranker of kind best."""

from collections.abc import Iterable, Mapping
from typing import Any

from paperpool.errors import Problem, guess
from paperpool.rankers.registry import find_kinds

NOT_IN_BEST = {
    "run": "is somebody's run, of which it is not known what it was tuned on",
    "command": "is a program, of which it is not known what it was tuned on",
    "best": "was itself chosen on the folds",
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
            hint += f" One that was removed is taken out of {name} too, or {name} is."
            yield Problem(f"There is no ranker {member!r} to fuse.", where, hint)
        elif member == name:
            yield Problem("A ranker is fused with itself.", where, "Leave it out.")
        elif name in all_members(member, rankers):
            what = f"{member!r} is itself fused from {name!r}."
            yield Problem(what, where, "Leave one of the two out of the other.")
        elif rankers[name]["kind"] == "best":
            for inner in sorted({member, *all_members(member, rankers)}):
                if reason := NOT_IN_BEST.get(_kind(inner, rankers) or ""):
                    yield Problem(f"{inner!r} {reason}.", where, "Fuse it in a kind: fusion.")


def benchmark_of(name: str, rankers: Mapping[str, Any]) -> str:
    """Return the benchmark of a ranker: a run's own, or csfcube; mdcr for rankers by citations.

    ``rankers`` are settings by name, possibly broken.
    """
    kinds = find_kinds()
    for member in (name, *sorted(all_members(name, rankers))):
        kind = kinds.get(_kind(member, rankers) or "")
        if kind is not None and "citations" in kind.needs:
            return "mdcr"
    return str(rankers[name].get("benchmark", "csfcube"))


def _kind(name: str, rankers: Mapping[str, Any]) -> str | None:
    ranker = rankers.get(name)
    return ranker.get("kind") if isinstance(ranker, Mapping) else None


def all_members(name: str, rankers: Mapping[str, Any]) -> set[str]:
    """Return the members of a ranker, and theirs in turn; empty if it is no sound fusion."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        ranker = rankers.get(waiting.pop())
        members = ranker.get("members") if isinstance(ranker, Mapping) else None
        for member in members if isinstance(members, list) else []:
            if isinstance(member, str) and member not in found:
                found.add(member)
                waiting.append(member)
    return found
