"""SciNCL's released scores of MDCR, on a made release, as the overlay names its files.

The release's README prints 60 figures; of a made one the steps of its script print others.
"""

import json
import random

import pandas as pd
import pytest

from paperpool.mdcr.names import MAG_FIELDS
from paperpool.resources import RESOURCES

from ..made.mdcr_official_script import ASKED, read_official, score_as_the_script
from .conftest import Workplace

README = "README of the MDCR release"
N_PAPERS = {"true": 5, "graph": 4, "most_cited": 3, "random": 5, "bm25": 4, "scincl": 3}


@pytest.fixture(scope="module")
def place(root, tmp_path_factory):
    """A working directory with a made release where `paperpool fetch mdcr` puts the real one."""
    place = Workplace(root, tmp_path_factory.mktemp("scincl"))
    folder = place.folder / "resources/mdcr"
    folder.mkdir(parents=True)
    rng, papers = random.Random(7), iter(range(1, 100_000))
    splits = {"val": {}, "test": {}}
    for split, benchmark in splits.items():
        for field in MAG_FIELDS:
            pools = {}
            for _ in range(2):
                pool = {
                    kind: [str(next(papers)) for _ in range(N_PAPERS.get(kind, 2))]
                    for kind in ASKED
                }
                pools[str(next(papers))] = pool
            benchmark[field] = pools
        (folder / f"mdcr_{split}.json").write_text(json.dumps(benchmark))
        ids = {
            paper
            for pools in benchmark.values()
            for query, pool in pools.items()
            for paper in [query, *sum(pool.values(), [])]
        }
        rows = [
            {"paper_id": paper, "title": "A title", "abstract": "One."} for paper in sorted(ids)
        ]
        (folder / f"mdcr_{split}_data.jsonl").write_text(
            "".join(json.dumps(r) + "\n" for r in rows)
        )
    scores = {
        f"{query}_{paper}": rng.random()
        for pools in splits["test"].values()
        for query, pool in pools.items()
        for paper in sum(pool.values(), [])
    }
    (folder / "scincl_scores.json").write_text(json.dumps(scores))
    return place


def test_the_overlay_gives_the_figures_of_the_releases_script(place):
    """20 rows of three, the release's README's own beside them."""
    done = place.run("mdcr", base="mdcr-scincl")
    assert done.jobs()["import_mdcr_scores"] == 1 and "score_mdcr_terms" not in done.jobs()
    metrics = pd.read_csv(place.folder / "results/mdcr-scincl/mdcr/metrics.csv")
    folder = place.folder / "resources/mdcr"
    benchmark = json.loads((folder / "mdcr_test.json").read_text())
    scores = json.loads((folder / "scincl_scores.json").read_text())
    expected = score_as_the_script(benchmark, scores)
    assert read_official(metrics) == expected
    assert sum(len(figures) for figures in expected.values()) == 60

    official = metrics[(metrics.protocol == "official") & ~metrics["slice"].str.startswith("type:")]
    printed = pd.read_csv(RESOURCES / "published/mdcr.csv")
    printed = printed[(printed.system == "SciNCL") & (printed.source == README)]
    cell = ["slice", "metric"]
    beside = official.set_index(cell).published.sort_index()
    assert beside.to_dict() == printed.set_index(cell)["value"].sort_index().to_dict()
    assert len(beside) == 60
