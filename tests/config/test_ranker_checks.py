"""Problems of rankers, and of the files and rankers that they name."""

from pathlib import Path

from paperpool.config.checked import Checked, find_model_problems
from paperpool.config.ranker_checks import find_ranker_problems, find_unknown_rankers

SYSTEMS = {"csfcube": ["abs_tfidf", "SPECTER"], "mdcr": ["BM25", "SPECTER"]}


def find(rankers, broken=(), baselines=(), errors=None, data=None):
    """Return the problems of rankers, without a schema, by key."""
    config = {
        "run": "mine",
        "results": "results",
        "data": {"csfcube": None, "s2orc": None} | (data or {}),
        "rankers": rankers,
        "evaluation": {"baselines": list(baselines)},
        "report": {"errors": errors},
    }
    found = list(find_ranker_problems(Checked(config, set(broken)), SYSTEMS))
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
    assert problem.hint == "Name one of bm25, tfidf. A ranker set to null is removed."


def test_a_model_is_looked_for_where_there_is_one(tmp_path):
    assert list(find_model_problems("facets.model", None)) == []
    [problem] = find_model_problems("facets.model", str(tmp_path / "nowhere"))
    assert problem.where == "facets.model" and problem.what.endswith("does not exist.")
