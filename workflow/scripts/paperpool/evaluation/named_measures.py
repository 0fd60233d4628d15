"""Measures by the names that ir_measures has for them, and values of trec_eval and its kin.

Source: MacAvaney, Macdonald and Ounis, "Streamlining Evaluation with ir-measures" (ECIR 2022).
trec_eval orders a run by its scores, as 32-bit floats, and equal ones by falling id.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection as Names
from collections.abc import Iterator, Mapping, Sequence

import ir_measures
import numpy as np
from ir_measures.measures import BaseMeasure, registry

from paperpool.collections.collection import Collection
from paperpool.errors import Problem
from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.runs import Run

DEFAULTS = ("AP", "nDCG@10", "R@100", "RR")
"""What is measured where nothing is named."""


def find_measure_problems(
    names: Sequence[str], where: str, own: Names[str] = ()
) -> Iterator[Problem]:
    """Yield a problem for each name that is no measure, or of a tool that is not installed.

    ``own`` are names of further measures, which come with a format.
    """
    for i, name in enumerate(names):
        place = f"{where}.{i}"
        if name in own:
            continue
        try:
            measure = ir_measures.parse_measure(name)
        except (NameError, ValueError, AssertionError, SyntaxError) as error:
            close = difflib.get_close_matches(name.partition("@")[0], list(registry), n=1)
            hint = f"Did you mean {close[0]}? " if close else ""
            hint += "Names are such as AP, nDCG@10, R@100, RR, P@5 or AP(rel=2)."
            yield Problem(f"{name!r} is no measure ({error}).", place, hint)
        else:
            if not _is_available(measure):
                hint = "Name another one; trec_eval's are all there."
                yield Problem(f"Nothing that is installed measures {name}.", place, hint)


def _is_available(measure: BaseMeasure) -> bool:
    return any(
        provider.is_available() and provider.supports(measure)
        for provider in ir_measures.DefaultPipeline.providers
    )


def parse_measures(
    names: Sequence[str] | None, relevant: int, own: Mapping[str, BaseMeasure] | None = None
) -> list[BaseMeasure]:
    """Return the measures of names, DEFAULTS without any; ``own`` are further ones by their names.

    Those that ask what is relevant take grades from ``relevant`` on, where their name says nothing.
    """
    own = own or {}
    measures = [own.get(name) or ir_measures.parse_measure(name) for name in names or DEFAULTS]
    return [
        measure(rel=relevant)
        if relevant != 1 and "rel" in measure.SUPPORTED_PARAMS and "rel" not in measure.params
        else measure
        for measure in measures
    ]


def measure_topics(run: Run, collection: Collection, measures: Sequence[BaseMeasure]) -> Floats:
    """Return the measures of every topic, in the order of ``pairs``: (topics, measures).

    What a topic's ranking lacks was not found; a topic that is not ranked scores 0. Documents that
    nobody judged are as trec_eval takes them: not relevant, or passed over, by the measure.
    """
    names = collection.topic_names()
    pairs = collection.pairs()
    qrels = {names[pair]: collection.judgments[pair].grades() for pair in pairs}
    scores = {names[pair]: dict(run[pair]) for pair in pairs if run.get(pair)}
    row = {names[pair]: i for i, pair in enumerate(pairs)}
    column = {measure: i for i, measure in enumerate(measures)}
    values = np.zeros((len(pairs), len(measures)))
    for found in ir_measures.iter_calc(list(measures), qrels, scores):
        values[row[found.query_id], column[found.measure]] = found.value
    return values
