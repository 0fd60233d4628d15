"""Name what bounds the scores of a collection: queries without an answer, runs that end early."""

from collections.abc import Mapping, Sequence

from ir_measures.measures import BaseMeasure

from paperpool.collections.collection import OpenCollection
from paperpool.errors import name_some
from paperpool.evaluation.runs import Run


def describe_unjudged(collection: OpenCollection, consequence: str) -> list[str]:
    """Return a line on the topics without a grade yet, and its consequence, if there are any."""
    names = collection.topic_names()
    without = [name for pair, name in names.items() if pair in collection.unjudged_topics]
    if not without:
        return []

    verb = "has" if len(without) == 1 else "have"
    return [
        f"{len(without):,} of {len(names):,} queries {verb} no grade yet: {name_some(without)}. "
        f"{consequence}"
    ]


def describe_unjudged_slices(slices: Mapping[str, Sequence[int]]) -> list[str]:
    """Return a line on the slices without a judged topic, if there are any.

    ``slices`` has the positions of each slice's judged topics.
    """
    without = [name for name, positions in slices.items() if not positions]
    if not without:
        return []
    return [f"Slices without a score, as no query of theirs has a grade yet: {name_some(without)}."]


def describe_unfindable(collection: OpenCollection) -> list[str]:
    """Return a line on the topics without a relevant document, if there are any."""
    names = collection.topic_names()
    without = []
    for pair in collection.pairs():
        grades = collection.judgments[pair].adjudicated
        if not any(grade >= collection.relevant for grade in grades):
            without.append(names[pair])
    if not without:
        return []

    verb = "has" if len(without) == 1 else "have"
    return [
        f"{len(without):,} of {len(names):,} queries {verb} no relevant document (a grade from "
        f"{collection.relevant:g}): {name_some(without)}. As by trec_eval they score 0 by AP, P, R "
        "and RR, and count in every mean."
    ]


def describe_depths(
    runs: Mapping[str, Run], collection: OpenCollection, measures: Sequence[BaseMeasure]
) -> list[str]:
    """Return a line for each run that ends before the cutoff of a measure does.

    A run that has every candidate of its queries is whole, however short it is.
    """
    lines = []
    for name, run in runs.items():
        depth = max((len(ranking) for ranking in run.values()), default=0)
        deeper = [str(measure) for measure in measures if measure.params.get("cutoff", 0) > depth]
        if deeper and not _is_whole(run, collection):
            noun = "document" if depth == 1 else "documents"
            verb = "looks" if len(deeper) == 1 else "look"
            lines.append(
                f"{name}: its queries have at most {depth:,} {noun}, fewer than "
                f"{', '.join(deeper)} {verb} at; what is not ranked is missed."
            )
    return lines


def _is_whole(run: Run, collection: OpenCollection) -> bool:
    """Return whether each query of a run has all documents, or all its candidates."""
    for pair, ranking in run.items():
        if collection.is_searched:
            n_all = len(collection.documents)
        else:
            n_all = len(collection.candidates.get(pair, ()))
        if len(ranking) < n_all - 1:  # a query paper is no candidate of its own
            return False
    return True
