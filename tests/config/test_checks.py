"""What is wrong with the sources of the corpus, the pools and their queries is named."""

import os
from pathlib import Path

import pytest


@pytest.fixture
def bulk(tmp_path, monkeypatch):
    """A source of bulk datasets whose files are in the working directory."""
    for name in ("m_0.gz", "p_0.gz", "p_1.gz", "a_0.gz", "c_0.gz"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    return {"papers": ["p_*.gz"], "abstracts": ["a_*.gz"], "citations": ["c_0.gz"]}


def test_bulk_datasets_may_be_a_source_beside_others(problems, bulk):
    assert problems({"data": {"s2orc": [bulk]}}) == []
    assert problems({"data": {"s2orc": ["m_*.gz", bulk, bulk]}}) == []


def test_a_file_that_several_patterns_match_is_no_mistake(problems, bulk, tmp_path):
    (tmp_path / "link.gz").symlink_to("p_0.gz")
    papers = ["p_*.gz", "./p_0.gz", str(tmp_path / "p_1.gz"), "link.gz"]
    assert problems({"data": {"s2orc": [{**bulk, "papers": papers}]}}) == []


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"abstracts": ...}, {"abstracts": ("missing", "papers, abstracts and citations")}),
        (
            {"abstracts": ..., "abstrcts": ["a_0.gz"]},
            {"abstrcts": ("Unknown", "'abstracts'"), "abstracts": ("missing", "all three")},
        ),
        ({"tldrs": ["a_0.gz"]}, {"tldrs": ("Unknown", "citations, csfcube_abstracts, papers")}),
        ({"papers": "p_*.gz"}, {"papers": ("array", "list of shards or globs")}),
        ({"papers": []}, {"papers": ("non-empty", "list of shards or globs")}),
        ({"papers": None}, {"papers": ("array", "list of shards or globs")}),
        ({"papers": [5]}, {"papers.0": ("5", "path")}),
        ({"citations": ["c_0.gz", "z_*.gz"]}, {"citations.1": ("z_*.gz", "Correct the path")}),
        ({"citations": ["c{x}.gz"]}, {"citations.0": ("Braces", "Rename")}),
    ],
)
def test_a_mistake_in_bulk_datasets_is_named(problems, bulk, change, found):
    source = {key: value for key, value in (bulk | change).items() if value is not ...}
    named = problems({"data": {"s2orc": ["m_0.gz", source]}})
    assert {one.where for one in named} == {f"data.s2orc.1.{key}" for key in found}
    for key, (what, hint) in found.items():
        of_key = [one for one in named if one.where == f"data.s2orc.1.{key}"]
        assert any(what in one.what and hint in one.hint for one in of_key)


@pytest.mark.parametrize(
    ("source", "where", "what", "hint"),
    [
        (
            {"csfcube_abstracts": ["no/*.jsonl"]},
            ".csfcube_abstracts.0",
            "No file",
            "fetch_csfcube_",
        ),
        ({"csfcube_abstracts": ["r.json"]}, ".csfcube_abstracts.0", "each line", "fetch_csfcube_"),
        ({"csfcube_abstracts": ["*.zip"]}, ".csfcube_abstracts.0", "each line", "fetch_csfcube_"),
        ({"csfcube_abstracts": "r.jsonl"}, ".csfcube_abstracts", "array", "list of shards"),
        ({"csfcube_abstracts": ["r.jsonl"], "papers": ["p_0.gz"]}, "", "too many", "of its own"),
    ],
)
def test_a_mistake_in_released_abstracts_is_named(
    problems, bulk, tmp_path, source, where, what, hint
):
    for name in ("r.jsonl", "r.json", "r.zip"):
        (tmp_path / name).touch()
    assert problems({"data": {"s2orc": [{"csfcube_abstracts": ["r.jsonl"]}, bulk]}}) == []
    [problem] = problems({"data": {"s2orc": ["m_0.gz", source]}})
    assert problem.where == f"data.s2orc.1{where}"
    assert what in problem.what and hint in problem.hint


def test_the_name_of_released_abstracts_is_guessed(problems, bulk, tmp_path):
    (tmp_path / "r.jsonl").touch()
    found = problems({"data": {"s2orc": [{"csfcube_abstract": ["r.jsonl"]}]}})
    [unknown] = [problem for problem in found if problem.what == "Unknown key."]
    assert "Did you mean 'csfcube_abstracts'?" in unknown.hint


def test_of_a_key_that_went_away_it_is_said_where(problems, root):
    [problem] = problems({"annotation": {"replay": None}})
    assert problem.where == "annotation.replay" and "any more" in problem.what
    [study] = [word for word in problem.hint.split() if word.startswith("studies/")]
    assert (root / study).is_file()


@pytest.mark.parametrize(
    ("sources", "kinds"),
    [
        ([{"citations": ["c_0.gz", "a_0.gz"]}], "abstracts and as citations"),
        ([{}, "./a_0.gz"], "metadata and as abstracts"),
        ([{}, {"papers": ["a_0.gz"]}], "papers and as abstracts"),
    ],
)
def test_a_file_that_is_given_as_two_datasets_is_named(problems, bulk, sources, kinds):
    given = [source if isinstance(source, str) else bulk | source for source in sources]
    [problem] = problems({"data": {"s2orc": given}})
    assert problem.what == f"a_0.gz is given as {kinds}."
    assert problem.where == f"data.s2orc, {Path('a_0.gz').resolve()}"
    assert "one dataset" in problem.hint


@pytest.mark.parametrize("value", [{"papers": ["p_0.gz"]}, "p_*.gz"])
def test_what_is_no_list_of_sources_is_told_what_the_list_holds(problems, bulk, value):
    [problem] = problems({"data": {"s2orc": value}})
    assert problem.where == "data.s2orc"
    assert "list" in problem.hint and "mapping of the bulk datasets" in problem.hint


def test_quotas_of_queries_may_be_keyed_by_numbers(problems):
    assert problems({"pools": {"quotas": {10695055: 33, "8781666": 12}}}) == []


@pytest.mark.parametrize(
    ("pools", "where"),
    [
        ({"queries": "nowhere.csv"}, "pools.queries"),
        ({"quota": 0}, "pools.quota"),
        ({"quotas": {5: "many"}}, "pools.quotas.5"),
        ({"encoders": ["minilm", "bm25"]}, "pools.encoders"),
        ({"sample": {"ids": "nowhere.txt"}}, "pools.sample.ids"),
        ({"sample": {"periods": [[1999, 1994]]}}, "pools.sample.periods.0"),
        ({"sample": {"periods": [[1994, 1999], [1999, 2004]]}}, "pools.sample.periods.1"),
        ({"sample": {"periods": [[1994]]}}, "pools.sample.periods.0"),
        ({"sample": {"periods": []}}, "pools.sample.periods"),
    ],
)
def test_a_mistake_in_the_pools_is_named(problems, pools, where):
    assert [problem.where for problem in problems({"pools": pools})] == [where]


def test_the_queries_are_no_file_of_the_runs_own_results(problems, tmp_path, monkeypatch):
    sheet = tmp_path / "results" / "demo" / "pools" / "query_sheet.csv"
    sheet.parent.mkdir(parents=True)
    sheet.write_text("paper_id\n1\n")
    monkeypatch.chdir(tmp_path)
    for path in (sheet, sheet.relative_to(tmp_path)):
        for key in ("queries", "labels"):
            (problem,) = problems({"pools": {key: str(path)}})
            assert problem.where == f"pools.{key}" and "own results" in problem.what
    assert problems({"pools": {"queries": str(sheet), "labels": str(sheet)}, "run": "other"}) == []
    (problem,) = problems({"pools": {"labels": "no-such.csv"}})
    assert problem.where == "pools.labels" and "No such file" in problem.what


def test_queries_are_sampled_from_a_venue_or_from_ids(problems, tmp_path):
    ids = tmp_path / "ids.txt"
    ids.write_text("1\n")
    assert problems({"pools": {"sample": {"ids": str(ids)}}}) == []
    (problem,) = problems({"pools": {"sample": {"ids": str(ids), "venue": "acl"}}})
    assert problem.where == "pools.sample"


@pytest.mark.parametrize("kind", ["facet", "sentences", "late", "ts", "ot", "cross"])
def test_only_the_encoders_of_dense_rankers_are_sources_of_pools(problems, base, kind):
    rankers = {"mine": {"kind": kind, "model": base["rankers"]["minilm"]["model"]}}
    assert problems({"rankers": rankers}) == []
    (problem,) = problems({"rankers": rankers, "pools": {"encoders": ["mine"]}})
    assert problem.where == "pools.encoders" and problem.hint.endswith("kind dense: minilm.")


@pytest.mark.parametrize(
    ("name", "oddity"),
    [
        (b"p_\n.gz", "a line end or another control character"),
        ("p_\u2028.gz".encode(), "a line end or another control character"),
        (b"p_\xff.gz", "bytes that are no UTF-8"),
        (b"p_{x}.gz", "braces"),
    ],
)
def test_a_shard_whose_name_no_table_can_hold_is_refused(problems, bulk, tmp_path, name, oddity):
    (tmp_path / os.fsdecode(name)).touch()
    [problem] = problems({"data": {"s2orc": [bulk]}})
    assert problem.what == f"A file that matches p_*.gz has {oddity} in its name."
    assert problem.where == "data.s2orc.0.papers.0"


def test_csabstruct_lacks_files(problems, tmp_path):
    (tmp_path / "train.jsonl").touch()
    [problem] = problems({"data": {"csabstruct": str(tmp_path)}})
    assert problem.where == "data.csabstruct"
    assert "lacks 2 files of the release: dev.jsonl, test.jsonl" in problem.what
    assert "fetch_csabstruct" in problem.hint
    for name in ("dev.jsonl", "test.jsonl"):
        (tmp_path / name).touch()
    assert problems({"data": {"csabstruct": str(tmp_path)}}) == []


def test_a_labeller_and_its_encoder_are_looked_for(problems):
    found = problems({"facets": {"model": "./nowhere", "encoder": "package:nowhere"}})
    assert [(p.where, p.what) for p in found] == [
        ("facets.model", "The model's folder does not exist."),
        ("facets.encoder", "Python package 'nowhere' is not installed."),
    ]
    assert problems({"facets": {"model": "org/name@main"}}) == []
    [both] = problems({"facets": {"model": "org/name@main", "train": "head"}})
    assert both.where == "facets.train" and "facets.model" in both.what


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *[("epochs", 0), ("epochs", 1.5), ("learning_rate", 0), ("batch_size", 0)],
        *[("max_tokens", 7), ("precision", "float16"), ("encoder", None), ("model", "")],
        ("train", "best"),
    ],
)
def test_a_setting_of_the_labeller_out_of_range_is_named(problems, key, value):
    [problem] = problems({"facets": {key: value}})
    assert problem.where == f"facets.{key}" and problem.hint


@pytest.mark.parametrize(
    ("overlay", "where", "what", "hint"),
    [
        (
            {"corpus": {"on_bad_row": "quarantene"}},
            "corpus.on_bad_row",
            "'quarantene'",
            "Did you mean 'quarantine'? Values: quarantine, fail.",
        ),
        ({"facets": {"train": "all"}}, "facets.train", "'all'", "Values: encoder, head, null."),
        ({"facets": {"train": 3}}, "facets.train", "3", "Values: encoder, head, null."),
    ],
)
def test_a_value_that_a_key_does_not_take_is_told_with_those_that_it_does(
    problems, overlay, where, what, hint
):
    [found] = problems(overlay)
    assert found.where == where and found.what == f"Not a value of this key: {what}."
    assert found.hint == hint


def test_a_release_in_the_run_s_own_results_is_refused(problems, tmp_path):
    own = tmp_path / "results/mine/annotation/topped_up/release"
    data = {"results": str(tmp_path / "results"), "data": {"csfcube": str(own)}}
    (problem,) = problems(data | {"run": "mine"})
    assert problem.where == "data.csfcube" and "own results" in problem.what
    found = [p.what for p in problems(data | {"run": "other"})]
    assert len(found) == 1 and "lacks" in found[0]
