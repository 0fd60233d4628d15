"""SciNCL's released scores of MDCR, on a made release, as the overlay names its files.

The release's README prints 60 figures; of a made one the steps of its script print others.
"""

import json
import random
from itertools import chain

import pandas as pd
import pytest

from paperpool.mdcr.names import MAG_FIELDS
from paperpool.resources import RESOURCES

from ..made.mdcr_official_script import ASKED, read_official, score_as_the_script
from .conftest import Workplace

README = "README of the MDCR release"
N_PAPERS = {
    "bm25": 4,
    "graph": 4,
    "most_cited": 3,
    "random": 5,
    "scincl": 3,
    "specter": 2,
    "true": 5,
}


def make_split(papers):
    """Return a split of the release: two queries a field, with ids that ``papers`` gives."""
    return {field: {str(next(papers)): make_pool(papers) for _ in range(2)} for field in MAG_FIELDS}


def make_pool(papers):
    return {kind: [str(next(papers)) for _ in range(N_PAPERS[kind])] for kind in ASKED}


def list_pairs(benchmark):
    """Return all (query, candidate)."""
    return [
        (query, paper)
        for queries in benchmark.values()
        for query, pool in queries.items()
        for paper in chain(*pool.values())
    ]


@pytest.fixture(scope="module")
def place(root, tmp_path_factory):
    """A working directory with a made release where `paperpool fetch mdcr` puts the real one."""
    place = Workplace(root, tmp_path_factory.mktemp("scincl"))
    folder = place.folder / "resources/mdcr"
    folder.mkdir(parents=True)
    rng, papers = random.Random(7), iter(range(1, 100_000))
    for split in ("val", "test"):
        benchmark = make_split(papers)
        (folder / f"mdcr_{split}.json").write_text(json.dumps(benchmark))
        ids = sorted(set(chain(*list_pairs(benchmark))))
        rows = [json.dumps({"paper_id": i, "title": "A title", "abstract": "One."}) for i in ids]
        (folder / f"mdcr_{split}_data.jsonl").write_text("\n".join(rows) + "\n")
    scores = {f"{query}_{paper}": rng.random() for query, paper in list_pairs(benchmark)}
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
