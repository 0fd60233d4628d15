"""Measure runs by ir_measures' names, with values of trec_eval and others.

Source: MacAvaney, Macdonald and Ounis, "Streamlining Evaluation with ir-measures" (ECIR 2022).
trec_eval orders a run by its scores, as 32-bit floats, and equal ones by falling id.
"""

import difflib
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Collection as Names
from contextlib import suppress

import ir_measures
import numpy as np
from ir_measures.measures import BaseMeasure, registry
from ir_measures.providers.base import Evaluator
from ir_measures.providers.pytrec_eval_provider import PytrecEvalEvaluator

from paperpool.collections.collection import Collection, Judgments
from paperpool.errors import Problem, UserError
from paperpool.evaluation.float_scores import keep_order
from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.runs import Run
from paperpool.evaluation.tied_orders import expect_topics, find_expected

DEFAULTS = ("AP", "nDCG@10", "R@100", "RR")

_USUAL = {"map": "AP", "mrr": "RR", "precision": "P", "recall": "R", "hit_rate": "Success"}
"""What others call some measures."""

BATCH = 20_000
"""Topics that are measured at once, as their judgments and scores are copied."""

_OF_JUDGED = ("Judged", "NumQ")  # they ask which documents were judged, not how


def read_measure(name: str) -> BaseMeasure:
    """Parse the name of a measure; raise ValueError for an unknown one, and for wrong settings."""
    try:
        measure = ir_measures.parse_measure(name)
        for key, setting in measure.SUPPORTED_PARAMS.items():
            if setting.required and key not in measure.params:
                raise ValueError(f"it needs a {key}")
        measure.validate_params()
        str(measure)  # fails for a setting that the measure does not have
    except (NameError, ValueError, AssertionError, SyntaxError, KeyError, TypeError) as error:
        raise ValueError(str(error)) from error
    return measure


def find_measure_problems(
    names: Sequence[str], where: str, format_measures: Names[str] = ()
) -> Iterator[Problem]:
    """Yield a problem for each unknown measure, or one whose tool is not installed.

    ``format_measures`` are the names of measures that a collection's format adds.
    """
    for number, name in enumerate(names):
        if name in format_measures:
            continue

        place = f"{where}.{number}"
        try:
            measure = read_measure(name)
        except ValueError as error:
            hint = "Names are such as AP, nDCG@10, R@100, RR, P@5 or AP(rel=2)."
            close = _guess(name)
            if close:
                hint = f"Did you mean {close}? {hint}"
            yield Problem(f"{name!r} is no measure ({error}).", place, hint)
        else:
            if measure.params.get("cutoff", 1) < 1:
                hint = "A cutoff is a number of documents from 1 on, as in nDCG@10."
                yield Problem(f"{name} looks at no document.", place, hint)
            elif not _is_available(measure):
                hint = "Choose another one, such as those of trec_eval."
                yield Problem(f"No installed package measures {name}.", place, hint)


def _guess(name: str) -> str:
    """Return the measure that is most like an unknown name; empty without one.

    trec_eval's names are known (``ndcg_cut_10``), and those that differ by case (``ndcg@10``).
    """
    try:
        return ", ".join(map(str, ir_measures.parse_trec_measure(name)))
    except (ValueError, KeyError):
        pass

    measure, at, cutoff = name.partition("@")
    spelled = {known.lower(): known for known in registry} | _USUAL
    close = difflib.get_close_matches(measure.lower(), spelled, n=1)
    if not close:
        return ""

    known = spelled[close[0]]
    for guessed in (f"{known}{at}{cutoff}", known, f"{known}@10"):
        with suppress(ValueError):
            return str(read_measure(guessed))
    return ""


def find_depth_problems(
    names: Sequence[str] | None, depth: int, where: str, format_measures: Names[str] = ()
) -> Iterator[Problem]:
    """Yield a problem if runs of ``depth`` documents end before a measure's cutoff does.

    ``names`` are names of measures without problems, None: DEFAULTS.
    """
    deeper = []
    for name in names or DEFAULTS:
        if name in format_measures:
            continue
        measure = ir_measures.parse_measure(name)
        if measure.params.get("cutoff", 0) > depth:
            deeper.append(str(measure))
    if deeper:
        verb = "looks" if len(deeper) == 1 else "look"
        message = f"Runs end after {depth:,} documents; {', '.join(deeper)} {verb} at more."
        yield Problem(message, where, "Raise depth, or set measures with smaller cutoffs.")


def _is_available(measure: BaseMeasure) -> bool:
    providers = ir_measures.DefaultPipeline.providers
    return any(provider.is_available() and provider.supports(measure) for provider in providers)


def parse_measures(
    names: Sequence[str] | None,
    relevant: float,
    format_measures: Mapping[str, BaseMeasure] | None = None,
) -> list[BaseMeasure]:
    """Parse names of measures, by default DEFAULTS; ``format_measures`` are further ones by name.

    Measures of binary relevance count grades from ``relevant`` on, unless their name has a level;
    it becomes part of the name if it is a whole number other than 1. A measure that has two of the
    names (AP and MAP) is there once.
    """
    format_measures = format_measures or {}
    has_level = relevant != 1 and relevant == int(relevant)
    measures = []
    for name in names or DEFAULTS:
        measure = format_measures.get(name) or ir_measures.parse_measure(name)
        if has_level and "rel" in measure.SUPPORTED_PARAMS and "rel" not in measure.params:
            measure = measure(rel=int(relevant))
        if measure not in measures:
            measures.append(measure)
    return measures


def measure_topics(run: Run, collection: Collection, measures: Sequence[BaseMeasure]) -> Floats:
    """Compute the measures of every topic, in the order of ``pairs``: (topics, measures).

    Missing documents are not retrieved; an unranked topic scores 0. Unjudged documents are treated
    as by trec_eval. Raises UserError for a measure of whole grades if the collection has decimals.
    """
    if not collection.has_decimals and collection.relevant == int(collection.relevant):
        return _calculate(run, collection, measures, Judgments.grades)
    values = expect_topics(run, collection, measures, tied=False)
    for i, measure in enumerate(measures):
        if find_expected(measure) is None:
            values[:, [i]] = _measure_relevant(run, collection, measure)
    return values


def _measure_relevant(run: Run, collection: Collection, measure: BaseMeasure) -> Floats:
    """Compute a measure that depends on relevance alone, or on being judged: shape (topics, 1)."""
    if "rel" not in measure.SUPPORTED_PARAMS and measure.NAME not in _OF_JUDGED:
        hint = "Use nDCG, or measures of binary relevance: AP, P@10, R@100, RR, Bpref."
        message = f"{measure} is not defined for decimal grades."
        raise UserError(Problem(message, "measures", hint))

    least = measure.params.get("rel", collection.relevant)

    def make_binary(judged: Judgments) -> dict[str, int]:
        """Return grades as 1 and 0; those below 0, which trec_eval takes for unjudged, as -1."""
        binary = {}
        for document, grade in judged.grades().items():
            if grade >= least:
                binary[document] = 1
            elif grade < 0:
                binary[document] = -1
            else:
                binary[document] = 0
        return binary

    if "rel" in measure.params:
        measure = measure(rel=1)
    return _calculate(run, collection, [measure], make_binary)


def _calculate(
    run: Run,
    collection: Collection,
    measures: Sequence[BaseMeasure],
    grade: Callable[[Judgments], Mapping[str, float]],
) -> Floats:
    """Compute the measures of every topic with the grades that ``grade`` makes of its judgments."""
    names = collection.topic_names()
    pairs = collection.pairs()
    values = np.zeros((len(pairs), len(measures)))
    for start in range(0, len(pairs), BATCH):
        batch = pairs[start : start + BATCH]
        rows = {}
        qrels = {}
        scores = {}
        for row, pair in enumerate(batch, start):
            name = names[pair]
            rows[name] = row
            qrels[name] = grade(collection.judgments[pair])
            if run.get(pair):
                scores[name] = keep_order(dict(run[pair]))
        _fill(values, rows, measures, ir_measures.evaluator(list(measures), qrels), scores)
    return values


def _fill(
    values: Floats,
    rows: Mapping[str, int],
    measures: Sequence[BaseMeasure],
    evaluator: Evaluator,
    scores: Mapping[str, Mapping[str, float]],
) -> None:
    """Write the values of ``rows``, of topics by their ids, in the order of ``measures``."""
    column = {measure: i for i, measure in enumerate(measures)}
    for single in getattr(evaluator, "evaluators", [evaluator]):
        if not isinstance(single, PytrecEvalEvaluator):
            for found in single.iter_calc(scores):
                values[rows[found.query_id], column[found.measure]] = found.value
            continue

        # its own iter_calc takes ten times as long as trec_eval, for sets of topics and measures
        for invoker in single.invokers:
            results = invoker.evaluator.evaluate(scores)
            for title, (measure, _) in invoker.measure_map.items():
                i = column[measure]
                for topic, row in rows.items():
                    topic_values = results.get(topic)
                    values[row, i] = topic_values[title] if topic_values else measure.DEFAULT
