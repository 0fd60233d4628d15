"""One corpus in S2ORC's format, in the bulk format, in both, and as a user's own bulk datasets."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from .conftest import Workplace

N_SHARDS = 2
IN_BULK = {"metadata": 0, "mixed": 1, "bulk": 2}
"""How many shards of each generated run are in the bulk format."""


@pytest.fixture(scope="module")
def runs(root, tmp_path_factory):
    """The corpus folder of each run by name, and the calls that made them."""
    workplace = Workplace(root, tmp_path_factory.mktemp("formats"))
    demo = {"papers": 400, "shards": N_SHARDS, "queries": 6}
    overlays = {
        name: {"run": name, "demo": demo | {"bulk_shards": n}} for name, n in IN_BULK.items()
    }
    made = "results/bulk/demo"
    datasets = ("papers", "abstracts", "citations")
    bulk = {dataset: [f"{made}/s2ag/{dataset}/*.jsonl.gz"] for dataset in datasets}
    overlays["own"] = {"run": "own", "data": {"s2orc": [bulk], "csfcube": f"{made}/csfcube"}}
    calls = {name: workplace.run("corpus", **overlay) for name, overlay in overlays.items()}
    return {name: workplace.folder / "results" / name / "corpus" for name in overlays}, calls


def outcome(folder):
    """Return the tables of a corpus, those of shards end to end, and its counts."""
    summary = json.loads((folder / "summary.json").read_text())
    return {
        **{
            name: pa.concat_tables(map(pq.read_table, sorted((folder / name).iterdir())))
            for name in ("papers", "citations")
        },
        "twins": pq.read_table(folder / "twins.parquet"),
        "shards": list(summary.pop("shards").values()),
        "bulk": summary.pop("bulk", {}),
        "summary": summary,
    }


@pytest.fixture(scope="module")
def outcomes(runs):
    return {name: outcome(folder) for name, folder in runs[0].items()}


@pytest.mark.parametrize("name", ["mixed", "bulk", "own"])
def test_every_format_gives_the_same_corpus(outcomes, name):
    for part in ("papers", "citations", "twins", "shards", "summary"):
        assert outcomes[name][part] == outcomes["metadata"][part], part


def test_the_corpus_is_one_of_papers_with_abstracts_and_citations(outcomes):
    summary, papers = outcomes["metadata"]["summary"], outcomes["metadata"]["papers"]
    assert summary["read"] == summary["readable"] == 400 and len(papers) == summary["kept"] > 50
    assert papers["abstract"].null_count < len(papers) / 2
    assert len(outcomes["metadata"]["citations"]) > 1000 and len(outcomes["metadata"]["twins"])


def test_every_abstract_and_citation_finds_its_paper(outcomes):
    assert outcomes["metadata"]["bulk"] == {}
    assert outcomes["own"]["bulk"] == outcomes["bulk"]["bulk"]
    for name in ("mixed", "bulk"):
        for of_dataset in outcomes[name]["bulk"].values():
            assert len(of_dataset["shards"]) == IN_BULK[name]
            assert of_dataset["read"] == of_dataset["readable"] > 0
        abstracts, citations = outcomes[name]["bulk"].values()
        assert abstracts["joined"] == abstracts["read"]
        assert citations["joined"] + citations["unresolved"] == citations["read"]
        assert citations["unresolved"] > 0
    of_all, of_some = (outcomes[name]["bulk"] for name in ("bulk", "mixed"))
    assert of_all["citations"]["joined"] >= len(outcomes["bulk"]["citations"])
    assert of_some["abstracts"]["joined"] < of_all["abstracts"]["joined"]


def test_each_shard_is_read_joined_and_filtered_in_a_job_of_its_own(runs):
    jobs = {name: call.jobs() for name, call in runs[1].items()}
    for name, n in (IN_BULK | {"own": N_SHARDS}).items():
        assert jobs[name].get("read_shard", 0) == N_SHARDS - n
        assert jobs[name].get("read_bulk_shard", 0) == 3 * n
        for rule in ("route_abstracts", "route_citations", "join_bulk_shard"):
            assert jobs[name].get(rule, 0) == n
        assert jobs[name]["filter_papers"] == N_SHARDS
    assert not [rule for rule in jobs["own"] if "demo" in rule]
