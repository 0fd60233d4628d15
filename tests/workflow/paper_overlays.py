"""The overlays of MDCR's and of CSFCube's paper, run on generated papers: `make release-check`.

A second overlay names the papers, small sizes and a tiny model for each ranker that has one. Both
runs take some 110 processor seconds: the file's name keeps them out of `make test`.
"""

import json
import re

import pandas as pd
import pytest

from ..made.mdcr_official_script import read_official, score_as_the_script
from .conftest import Workplace
from .test_overlays import SIX, load

SMALL = {
    **{"queries": 1, "validation_queries": 1, "dataset_queries": 3, "samplings": 1, "depth": 60},
    **{"pool_sizes": [100, 150], "field_pool": 80, "model_top": 40, "most_cited_top": 20},
    **{"bm25": {"k1": [1.5], "b": [0.4, 0.75]}},
}
WAYS = ("tfidf", "cbow200", "tfidfcbow200")
SOURCES = {"cited", "specter", *(f"{text}_{way}" for text in ("title", "abs") for way in WAYS)}
"""The methods that the README of CSFCube's release names."""


@pytest.fixture(scope="module")
def place(root, tmp_path_factory):
    """A working directory with a generated corpus and collection below ``made``."""
    place = Workplace(root, tmp_path_factory.mktemp("papers"))
    overlay = place.overlay("made", {"run": "made", "demo": {"papers": 2000, "queries": 8}})
    place.snakemake("results/made/demo/metadata/metadata_0.jsonl.gz", "--configfile", overlay)
    (place.folder / "made").symlink_to("results/made/demo")
    return place


def make(place, tiny_bert, name, target, **small):
    """Return the folder of a target of the overlay ``name`` and, after it, ``small``."""
    named = [ranker for ranker, own in load(place.root, name)["rankers"].items() if own]
    tiny = {r: {"model": str(tiny_bert(["of", "the", r])), "max_tokens": 64} for r in named}
    overlay = place.overlay(name, small | {"rankers": tiny})
    place.snakemake(target, "--configfile", str(place.root / f"config/{name}.yaml"), overlay)
    return place.folder / "results" / name / target


def test_the_released_script_reads_mdcr_and_prints_the_official_figures(place, tiny_bert):
    data = {"s2orc": ["made/metadata/*.jsonl.gz"]}
    folder = make(place, tiny_bert, "mdcr-paper", "mdcr", data=data, mdcr=SMALL)
    metrics = pd.read_csv(folder / "metrics.csv").query("benchmark == 'mdcr'")
    for split, scores in (("test", "scores"), ("val", "scores/val")):
        benchmark = json.loads((folder / f"mdcr_{split}.json").read_text())
        for ranker in SIX:
            of_ranker = metrics[(metrics.split == split) & (metrics.ranker == ranker)]
            given = json.loads((folder / scores / f"{ranker}.json").read_text())
            assert read_official(of_ranker) == score_as_the_script(benchmark, given)


def test_pools_are_drawn_from_the_eight_sources_of_the_release(place, tiny_bert):
    """Seven of eight queries get ids of the release's, whose quotas the overlay has."""
    quotas = load(place.root, "pools-paper")["pools"]["quotas"]
    known = place.folder / "made/csfcube/test-pid2pool-csfcube.json"
    ids = dict(zip(json.loads(known.read_text()), quotas, strict=False))
    for path in known.parent.iterdir():
        path.write_text(re.sub("|".join(ids), lambda found: ids[found[0]], path.read_text()))
    papers = {"csfcube_abstracts": ["made/csfcube/abstracts-csfcube-preds.jsonl"]}
    data = {"s2orc": [papers], "csfcube": "made/csfcube"}
    folder = make(place, tiny_bert, "pools-paper", "pools", data=data)
    released = json.loads(known.read_text())
    drawn = json.loads((folder / "test-pid2pool.json").read_text())
    found = [sources for pool in drawn.values() for sources in pool["cand_source"]]
    assert {source for sources in found for source in sources} == SOURCES
    turns = pd.read_csv(folder / "turns.csv", dtype={"query_id": str}).groupby("query_id").n_new
    assert set(turns.groups) == set(released) > set(quotas)
    for query, n_new in turns:
        assert n_new[1:].tolist() == 7 * [quotas.get(query, 12)]
        cited = {c for c, s in zip(*released[query].values(), strict=True) if "cited" in s}
        assert set(drawn[query]["cands"][: n_new.iloc[0]]) == cited
