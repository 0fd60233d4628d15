"""``pp.next_judgments``: a round of answers from held grades, and bad input."""

import pytest

import paperpool as pp
from paperpool.collections.csfcube_release import read_collection
from paperpool.evaluation.stored_runs import write_official_run
from paperpool.workflow.csfcube.release_writer import write_collection

from ..made.claims import write_claims
from ..made.collection import order_by_grade
from ..made.schemes import TWO_FACETS
from ..made.scisumm_release import write_release


@pytest.fixture
def runs(collection):
    """A ranking by grade, and one by id."""
    alike = {}
    for pair in collection.pairs():
        candidates = collection.rankable(*pair)
        alike[pair] = [(candidate, -float(i)) for i, candidate in enumerate(candidates)]
    return {"best": order_by_grade(collection, 1), "plain": alike}


@pytest.fixture
def asked(collection, runs, tmp_path):
    """The collection, and the paths of the runs."""
    write_collection(collection, tmp_path / "release")
    paths = {}
    for name, run in runs.items():
        paths[name] = str(tmp_path / f"{name}-{{facet}}.json")
        facets = ("background", "method", "result")
        write_official_run(run, {f: paths[name].replace("{facet}", f) for f in facets})
    return pp.collection("csfcube", tmp_path / "release"), paths


def test_all_grades_decide_and_nothing_is_asked_for(asked):
    found = pp.next_judgments(*asked, measure="ndcg@5")
    assert found.systems["verdict"].tolist() == ["best is better"]
    assert found.pairs.empty and found.widths.empty and found.held == {}
    assert repr(found) == "<0 of 1 pairs of runs open, 0 pairs to judge>"


def test_held_grades_answer_round_after_round(asked):
    collection, runs = asked
    settings = {"measure": "ndcg@5", "hide": 0.9, "budget": 20}
    found = pp.next_judgments(collection, runs, **settings)
    assert len(found.pairs) == 20 and len(found.widths) == 4
    for _ in range(9):
        table = found.pairs
        pairs = zip(table["query_id"], table["doc_id"], strict=True)
        table["grade"] = [found.held[pair] for pair in pairs]
        found = pp.next_judgments(collection, runs, answers=table, **settings)
        if not found.waiting:
            break
    assert found.systems["verdict"].tolist() == ["best is better"]
    whole = pp.next_judgments(collection, runs, measure="ndcg@5").systems
    row = found.systems.iloc[0]
    assert row["low_at_all_looks"] <= whole["difference"][0] <= row["high_at_all_looks"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"measure": "AP"}, "no sum over candidates"),
        ({"budget": 0}, "from 1 on, not 0"),
        ({"hide": 1.5}, "a share from 0 to 1"),
        ({"checks": "lax"}, "checks"),
    ],
)
def test_arguments_are_checked(asked, arguments, said):
    with pytest.raises(pp.UserError, match=said):
        pp.next_judgments(*asked, **arguments)


def test_runs_have_to_be_two_that_differ(asked):
    collection, runs = asked
    with pytest.raises(pp.UserError, match="One run alone"):
        pp.next_judgments(collection, {"best": runs["best"]})
    with pytest.raises(pp.UserError, match="rank alike"):
        pp.next_judgments(collection, {"a": runs["best"], "b": runs["best"]}, measure="ndcg@5")


def test_a_run_that_lacks_candidates_is_refused(asked):
    collection, runs = asked
    frame = pp.read_run(runs["plain"], collection).to_frame()
    with pytest.raises(pp.UserError, match="candidates missing"):
        pp.next_judgments(collection, {"best": runs["best"], "short": frame[frame["rank"] < 4]})


def test_grades_that_no_one_gave_are_not_asked_for(tmp_path):
    write_release(tmp_path / "scisumm")
    with pytest.raises(pp.UserError, match="no grades that people can be asked for") as raised:
        pp.next_judgments(pp.collection("scisumm", tmp_path / "scisumm"), {})
    assert [problem.where for problem in raised.value.problems] == ["collection"]


def test_a_share_of_a_pool_is_no_measure_where_all_papers_are_searched():
    papers = {"a": {"title": "A", "abstract": "Of a."}, "b": {"title": "B", "abstract": "Of b."}}
    searched = pp.collection("own", papers=papers, queries={"q": "a"}, qrels={"q": {"a": 1}})
    runs = {"one": {"q": {"a": 2.0, "b": 1.0}}, "other": {"q": {"b": 2.0, "a": 1.0}}}
    with pytest.raises(pp.UserError, match="looks at a share of a pool") as raised:
        pp.next_judgments(searched, runs, measure="ndcg%20")
    assert [problem.where for problem in raised.value.problems] == ["measure"]


def test_gains_that_are_not_the_grades_are_counted_by_precision_alone(tmp_path):
    """A scheme's grade 1 gains 3: the estimator of NDCG would count it as 1."""
    release = write_claims(tmp_path / "claims", TWO_FACETS.replace("gain: 1", "gain: 3"))
    claims = pp.collection("claims", release)
    for name, sign in (("best", 1), ("worst", -1)):
        run = order_by_grade(read_collection(release), sign)
        files = {facet: tmp_path / f"{name}-{facet}.json" for facet in ("claim", "evidence")}
        write_official_run(run, files)
    runs = {name: str(tmp_path / f"{name}-{{facet}}.json") for name in ("best", "worst")}
    with pytest.raises(pp.UserError, match="takes other gains than grades"):
        pp.next_judgments(claims, runs, measure="ndcg@5")
    found = pp.next_judgments(claims, runs, measure="p@5")
    assert found.systems["verdict"].tolist() == ["best is better"]
