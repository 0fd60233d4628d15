"""The steps of MDCR's released ``evaluate.py``, written out again.

It requires every field of the Microsoft Academic Graph, every type by its own name and a score of
every pair, and scores with pytrec_eval.
"""

import numpy as np
import pytrec_eval

FIELDS = (
    "Art,Biology,Business,Chemistry,Computer Science,Economics,Engineering,Environmental Science,"
    "Geography,Geology,History,Materials Science,Mathematics,Medicine,Philosophy,Physics,"
    "Political Science,Psychology,Sociology"
).split(",")
"""The fields that the script reads."""

ASKED = ("bm25", "graph", "most_cited", "random", "scincl", "specter", "true")
"""The types that the script reads, each of every query; the last one overrides the others."""

MEASURES = ("map", "ndcg", "recall_5")


def score_as_the_script(benchmark, scores):
    """Return {field or AVG: {measure: percentage}} of a benchmark's JSON.

    The JSON must have exactly the script's keys, and some paper of each type.
    """
    pools = [types for queries in benchmark.values() for types in queries.values()]
    assert list(benchmark) == FIELDS and all(set(types) == set(ASKED) for types in pools)
    assert all(any(types[kind] for types in pools) for kind in ASKED)
    table = {}
    for field in FIELDS:
        relevance = {
            query: {paper: int(kind == "true") for kind in ASKED for paper in types[kind]}
            for query, types in benchmark[field].items()
        }
        rankings = {
            query: {paper: scores[query + "_" + paper] for paper in papers}
            for query, papers in relevance.items()
        }
        judge = pytrec_eval.RelevanceEvaluator(relevance, {"map", "ndcg", "recall"})
        by_query = judge.evaluate(rankings).values()
        values = {measure: [row[measure] for row in by_query] for measure in MEASURES}
        table[field] = {
            measure: np.round(100 * pytrec_eval.compute_aggregated_measure(measure, of_field), 4)
            for measure, of_field in values.items()
        }
    averages = {m: np.round(np.mean([table[f][m] for f in FIELDS]), 4) for m in MEASURES}
    return table | {"AVG": averages}


def read_official(metrics):
    """Return the same of a table of metrics: its official figures of one ranker and split."""
    official = metrics[(metrics.protocol == "official") & ~metrics.slice.str.startswith("type:")]
    figures = official.replace({"slice": {"all": "AVG"}}).pivot(index="metric", columns="slice")
    return (100 * figures["value"]).round(4).to_dict()
