"""Conditions of users' filters that no paper fulfils: warnings with the values that papers have.

A misspelt value, or a property that a source does not know, would otherwise empty a part of the
corpus without a word.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from paperpool.errors import guess, name_some
from paperpool.io.files import read_json
from paperpool.workflow.corpus.conditions import PROPERTIES
from paperpool.workflow.corpus.groups import Summary
from paperpool.workflow.corpus.paper_values import count_values

_SHOWN = 10
"""Values that a message names."""


def describe_idle_conditions(
    summary: Summary, groups: Mapping[str, str | Path], papers: Sequence[str | Path]
) -> list[str]:
    """Return a sentence or two on each condition, or value of one, that no paper has.

    ``summary`` is the corpus's, ``groups`` are the summaries of its groups of shards by name.
    ``papers`` are the readable rows (``shards.READABLE``), read only to list what they have.
    """
    has_conditions = any("conditions" in counts for counts in summary["filters"].values())
    if not has_conditions or not summary["readable"]:  # another message tells of no readable row
        return []

    by_group = {group: read_json(path) for group, path in groups.items()}
    texts = []
    for name, counts in summary["filters"].items():
        for condition, counted in counts.get("conditions", {}).items():
            noun = PROPERTIES[condition].noun
            drops_unknown = "kept_without" not in counted
            if counted["without"] == summary["readable"]:
                texts.append(_describe_unknown(name, noun, drops_unknown))
                continue

            if drops_unknown:
                texts += _describe_groups(name, condition, by_group)
            unmatched = [text for text, n in counted["values"].items() if not n]
            texts += _describe_unmatched(name, condition, unmatched, papers)
    return texts


def _describe_unknown(name: str, noun: str, drops_unknown: bool) -> str:
    """Return the sentence that no paper at all has the property of a condition."""
    text = f"The filter {name} asks for a {noun}, but no paper of the corpus has one"
    if drops_unknown:
        return f"{text}: it drops every paper. Leave the condition out."
    return f"{text}: the condition drops none."


def _describe_groups(name: str, condition: str, by_group: Mapping[str, Summary]) -> Iterable[str]:
    """Yield a sentence on the shards of which no paper has the property of a condition."""
    without = []
    n_papers = 0
    for group, counts in by_group.items():
        counted = counts["filters"][name].get("conditions", {}).get(condition)
        if counts["readable"] and counted and counted["without"] == counts["readable"]:
            without.append(group)
            n_papers += counts["readable"]

    if without:
        yield (
            f"The filter {name} drops all {n_papers:,} papers of {name_some(without)}: none has a "
            f"{PROPERTIES[condition].noun}. Name null in {condition} to keep such papers."
        )


def _describe_unmatched(
    name: str, condition: str, unmatched: Sequence[str], papers: Sequence[str | Path]
) -> Iterable[str]:
    """Yield two sentences on the values that a condition names and no paper has."""
    if not unmatched:
        return
    found = count_values(papers, condition)
    listed = [f"{value} ({n:,})" for value, n in found.items()]
    noun = "a value" if len(unmatched) == 1 else "values"
    text = f"The filter {name} names {noun} in {condition} that no paper has: "
    text += f"{name_some(unmatched)}. {guess(unmatched[0], found)}".rstrip()
    yield f"{text} The corpus has {name_some(listed, _SHOWN)}."
