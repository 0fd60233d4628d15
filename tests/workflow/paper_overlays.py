"""The overlays of MDCR's and of CSFCube's paper, run on generated papers: `make release-check`.

A second overlay names the papers, small sizes and a tiny model for each ranker that has one. Both
runs take 130 processor seconds: the file's name keeps them out of `make test`.
"""

import json

import pandas as pd
import pytest

from ..mdcr.official_script import ASKED, FIELDS, read_official, score_as_the_script
from .conftest import Workplace
from .test_mdcr_paper import SIX, load

SMALL = {
    **{"queries": 1, "validation_queries": 1, "dataset_queries": 3, "samplings": 1, "depth": 60},
    **{"pool_sizes": [100, 150], "field_pool": 80, "model_top": 40, "most_cited_top": 20},
    **{"encoding_jobs": 2, "bm25": {"k1": [1.5], "b": [0.4, 0.75]}},
}
MADE = "results/made/demo"

WAYS = ("tfidf", "cbow200", "tfidfcbow200")
SOURCES = {"cited", "specter", *(f"{text}_{way}" for text in ("title", "abs") for way in WAYS)}
"""The methods that the README of CSFCube's release names."""


@pytest.fixture(scope="module")
def place(root, tmp_path_factory):
    """A working directory with generated papers and a collection."""
    place = Workplace(root, tmp_path_factory.mktemp("papers"))
    content = {"run": "made", "demo": {"papers": 2000, "shards": 2, "queries": 8}}
    shards = [f"{MADE}/metadata/metadata_{i}.jsonl.gz" for i in range(2)]
    place.snakemake(*shards, "--configfile", place.overlay("made", content))
    return place


@pytest.fixture(scope="module")
def make(place, root, tiny_bert):
    """Return a function: the results of a target of an overlay after one that names the papers."""

    def make(name, target, **papers):
        rankers = load(root, name)["rankers"]
        models = {
            ranker: {"model": str(tiny_bert(["of", "the", ranker])), "max_tokens": 64}
            for ranker, settings in rankers.items()
            if settings
        }
        quick = {"bootstrap": 100, "permutations": 100}
        small = {"rankers": models, "evaluation": quick, **papers}
        overlays = [str(root / f"config/{name}.yaml"), place.overlay(f"small-{name}", small)]
        place.snakemake(target, "--configfile", *overlays)
        return place.folder / "results" / name

    return make


def test_the_released_script_reads_mdcr_and_prints_the_official_figures(make):
    data = {"s2orc": [f"{MADE}/metadata/*.jsonl.gz"]}
    folder = make("mdcr-paper", "mdcr", data=data, mdcr=SMALL) / "mdcr"
    metrics = pd.read_csv(folder / "metrics.csv").query("benchmark == 'mdcr'")
    for split, scores in (("test", "scores"), ("val", "scores/val")):
        benchmark = json.loads((folder / f"mdcr_{split}.json").read_text())
        assert list(benchmark) == FIELDS
        pools = [types for queries in benchmark.values() for types in queries.values()]
        assert (
            len(pools)
            == len(FIELDS) * SMALL["queries" if split == "test" else "validation_queries"]
        )
        for types in pools:
            assert set(types) == set(ASKED) and len(types["true"]) == 5
        for kind in ASKED:
            assert any(types[kind] for types in pools), kind
        files = {file.stem: file for file in (folder / scores).glob("*.json")}
        assert set(files) == set(SIX)
        for ranker, file in files.items():
            of_ranker = metrics[(metrics.split == split) & (metrics.ranker == ranker)]
            expected = score_as_the_script(benchmark, json.loads(file.read_text()))
            assert read_official(of_ranker) == expected, (split, ranker)


def test_pools_are_drawn_from_the_eight_sources_of_the_release(make, place, root):
    """The generated queries have the ids of the release's, whose quotas the overlay has."""
    quotas = load(root, "pools-paper")["pools"]["quotas"]
    renamed, file = place.folder / "renamed", "test-pid2pool-csfcube.json"
    renamed.mkdir()
    queries = json.loads((place.folder / MADE / "csfcube" / file).read_text())
    for path in (place.folder / MADE / "csfcube").iterdir():
        text = path.read_text()
        for old, new in zip(queries, quotas, strict=False):  # an eighth has the other quota
            text = text.replace(old, new)
        (renamed / path.name).write_text(text)
    papers = {"csfcube_abstracts": [str(renamed / "abstracts-csfcube-preds.jsonl")]}
    folder = make("pools-paper", "pools", data={"s2orc": [papers], "csfcube": str(renamed)})
    known, drawn = (
        json.loads(path.read_text())
        for path in (renamed / file, folder / "pools/test-pid2pool.json")
    )
    drawn_by = {s for pool in drawn.values() for found in pool["cand_source"] for s in found}
    assert drawn_by == SOURCES
    turns = pd.read_csv(folder / "pools/turns.csv", dtype={"query_id": str})
    for query, of_query in turns.groupby("query_id"):
        assert set(of_query.source) == SOURCES and of_query.source.iloc[0] == "cited"
        assert (of_query.n_new[1:] == quotas.get(query, 12)).all()
        cited = [
            [c for c, s in zip(pool["cands"], pool["cand_source"], strict=True) if "cited" in s]
            for pool in (known[query], drawn[query])
        ]
        assert sorted(cited[0]) == cited[1] == drawn[query]["cands"][: len(cited[1])]
    assert set(turns.query_id) == set(known) and set(quotas) < set(known)
