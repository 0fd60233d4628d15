"""A benchmark that was built, read and scored by the steps of the release's ``evaluate.py``.

The steps are written out here again: it asks for every field of the Microsoft Academic Graph and
for every type by a name of its own, and scores with pytrec_eval.
"""

import json
import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
import pytrec_eval

from paperpool.collections.mdcr_benchmark import read_benchmark
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.tables import EvaluationRows
from paperpool.mdcr.evaluation import Paired, add_benchmark
from paperpool.mdcr.names import MAG_FIELDS
from paperpool.mdcr.pools import PoolSettings
from paperpool.mdcr.queries import QuerySettings

from .made_corpus import random_corpus
from .plain import PlainCorpus
from .stages import Settings, build, draw, invent_runs

NAMED = {"bm25": "alike", "specter": "apart", "scincl": "far", "scibert": "akin"}
"""The rankers by the runs that are invented for them; the first three are pinned."""

ASKED = ("bm25", "graph", "most_cited", "random", "scincl", "specter", "true")
"""The types that the script reads, each of every query; the last one overrides the others."""

MEASURES = ("map", "ndcg", "recall_5")


def score_as_the_script(benchmark, scores):
    """Return {field or AVG: {measure: percentage}} of a benchmark's JSON."""
    table = {}
    for field in MAG_FIELDS:
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
    averages = {m: np.round(np.mean([table[f][m] for f in MAG_FIELDS]), 4) for m in MEASURES}
    return table | {"AVG": averages}


@pytest.fixture(scope="module")
def of_all_fields(tmp_path_factory):
    """The folder of a benchmark of all 19 fields, its models named as in the release."""
    folder = tmp_path_factory.mktemp("script")
    corpus, rng = random_corpus(11, n_papers=1500), random.Random(11)
    for paper in corpus.papers.values():
        paper["fields"] = rng.sample(MAG_FIELDS, rng.choice([1, 1, 2]))
    settings = replace(
        Settings(),
        queries=QuerySettings((2014, 2018), MAG_FIELDS, 3, 2, 12, 9, 3),
        pools=PoolSettings(MAG_FIELDS, 2018, (120,), 110, 1),
    ).with_benchmark(fields=MAG_FIELDS)
    written = corpus.write(folder / "corpus")
    drawn = draw(written, folder / "steps", settings)
    invented = invent_runs(PlainCorpus(corpus), drawn, folder / "runs")
    runs = {name: invented[model] for name, model in NAMED.items()}
    built = build(written, drawn, runs, folder / "mdcr", settings, list(NAMED)[:3])
    return built.folder


@pytest.mark.parametrize("split", ["val", "test"])
def test_it_reads_what_is_built_and_prints_the_official_figures(of_all_fields, split):
    benchmark = json.loads((of_all_fields / f"{split}.json").read_text())
    assert list(benchmark) == sorted(MAG_FIELDS)
    pools = [types for queries in benchmark.values() for types in queries.values()]
    assert all(set(types) == set(ASKED) for types in pools)
    assert Counter(kind for types in pools for kind in types if types[kind]).keys() == set(ASKED)
    rng = np.random.default_rng(3)
    scores = {
        f"{query}_{paper}": float(rng.integers(0, 9)) / 8 + 0.3 * (kind == "true")
        for queries in benchmark.values()
        for query, types in queries.items()
        for kind, papers in types.items()
        for paper in papers
    }
    expected = score_as_the_script(benchmark, scores)
    rows = EvaluationRows()
    paired = Paired([], Resampling(seed=1, n_bootstrap=100, n_permutations=100))
    read = read_benchmark(of_all_fields / f"{split}.json")
    add_benchmark(rows, split, read, {"mine": [scores]}, paired, {})
    metrics = rows.tables().metrics
    official = metrics[(metrics.protocol == "official") & ~metrics.slice.str.startswith("type:")]
    found = official.set_index(["slice", "metric"])["value"]
    assert len(found) == (19 + 1) * 3
    for field, figures in expected.items():
        for measure, value in figures.items():
            ours = found["all" if field == "AVG" else field, measure]
            assert round(100 * ours, 4) == value, (field, measure)
