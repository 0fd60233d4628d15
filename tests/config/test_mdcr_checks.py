"""Problems of the settings of MDCR."""

from paperpool.config.checked import Checked
from paperpool.config.loading import load_yaml
from paperpool.config.mdcr_checks import find_problems


def test_the_settings_as_they_stand_and_the_papers_are_sound(problems, root):
    assert problems({}) == []
    assert problems({"mdcr": load_yaml(root / "config/mdcr.yaml")["mdcr"]}) == []


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
    """Return the keys with problems, without a schema."""
    named = {"bm25": {"kind": "bm25"}, "tfidf": {"kind": "tfidf"}, "own": {"kind": "run"}}
    rankers = named if all_rankers is None else all_rankers
    config = {"mdcr": SOUND | change, "rankers": rankers, "data": {"mdcr": None}}
    return [problem.where for problem in find_problems(Checked(config, set(broken)))]


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
