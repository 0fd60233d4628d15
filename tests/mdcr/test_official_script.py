"""A benchmark that was built, read and scored by the steps of the release's ``evaluate.py``."""

import json
import random
from dataclasses import replace

import numpy as np
import pytest

from paperpool.collections.mdcr_benchmark import read_benchmark
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.tables import EvaluationRows
from paperpool.mdcr.evaluation import Paired, add_benchmark
from paperpool.mdcr.names import MAG_FIELDS
from paperpool.mdcr.pools import PoolSettings
from paperpool.mdcr.queries import QuerySettings

from ..made.mdcr_corpus import random_corpus
from ..made.mdcr_official_script import ASKED, read_official, score_as_the_script
from ..made.mdcr_plain import PlainCorpus
from ..made.mdcr_stages import Settings, build, draw, invent_runs, keep_types

NAMED = {"bm25": "alike", "specter": "apart", "scincl": "far", "scibert": "akin"}
"""The rankers by the runs that are invented for them; the first three are pinned."""


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
def test_it_reads_what_is_built_and_prints_the_official_figures(of_all_fields, split, tmp_path):
    built = json.loads((of_all_fields / f"{split}.json").read_text())
    benchmark = keep_types(built, ASKED)  # those of further strategies are none of the release's
    (tmp_path / "asked.json").write_text(json.dumps(benchmark))
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
    read = read_benchmark(tmp_path / "asked.json")
    add_benchmark(rows, split, read, {"mine": [scores]}, paired, {})
    metrics = rows.tables().metrics
    assert read_official(metrics) == expected
