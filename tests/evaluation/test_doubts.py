"""Mistaken runs are doubted; plausible runs are not."""

from dataclasses import replace

import numpy as np
import pytest

from paperpool.collections.collection import Judgments, OpenPapers
from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.papers import PlainPaper
from paperpool.errors import UserError
from paperpool.evaluation.checks import Checks
from paperpool.evaluation.csfcube_measures import OFFICIAL
from paperpool.evaluation.doubts import draw_means, find_doubts, is_turned
from paperpool.evaluation.foreign_runs import read_foreign_run
from paperpool.evaluation.run_checks import check_run, report_checks
from paperpool.evaluation.runs import rank_scores

from ..made.collection import aggregate, order_by_grade


def ndcg(ranked, judged):
    return OFFICIAL["ndcg%20"](ranked, judged, 2)


def doubts(run, collection):
    return [doubt.what for doubt in find_doubts("mine", "file", run, collection)]


def test_a_run_that_is_better_turned_round_is_accused_with_its_figures(collection):
    assert doubts(order_by_grade(collection, 1), collection) == []
    worst = order_by_grade(collection, -1)
    [said] = doubts(worst, collection)
    assert f"NDCG%20 of {100 * aggregate(collection, worst):.2f} is below each of 10,000" in said
    assert said.endswith("turned round it has 100.00.")


def test_of_very_many_queries_some_are_looked_at(monkeypatch):
    ids = [f"d{number:02}" for number in range(20)]
    grades = (1,) * 5 + (0,) * 15
    pairs = [(f"?{number:02}", "") for number in range(40)]
    judgments = {pair: Judgments(tuple(ids), grades, {}) for pair in pairs}
    papers = {i: PlainPaper(i, "", "") for i in ids}
    mine = OpenPapers(papers, {}, judgments, {"all": {"test": pairs}}, relevant=1)
    mine = replace(mine, names={pair: pair[0] for pair in pairs})
    reversed_run = {pair: [(i, float(place)) for place, i in enumerate(ids)] for pair in pairs}
    [said] = [text for text in doubts(reversed_run, mine) if "random orders" in text]
    monkeypatch.setattr("paperpool.evaluation.doubts.MOST_QUERIES", 39)
    monkeypatch.setattr("paperpool.evaluation.doubts.SAMPLED", 10)
    [sampled] = [text for text in doubts(reversed_run, mine) if "random orders" in text]
    assert " is below each of 10,000" in said and "one query" not in said
    assert ", of one query in 4, is below each of 10,000" in sampled


def count_accused(n_runs, n_queries, seed):
    """Count the doubted of ``n_runs`` random rankers, each on its own kind of grades."""
    rng = np.random.default_rng(seed)
    grades = [rng.choice(4, 40, p=[0.6, 0.25, 0.1, 0.05]) for _ in range(n_queries)]
    weights = np.full(n_queries, 1 / n_queries)
    means = draw_means([(of, of) for of in grades], weights, ndcg)
    accused = 0
    for _ in range(n_runs):
        orders = [rng.permutation(of) for of in grades]
        value, turned = (np.mean([ndcg(of[::s], of) for of in orders]) for s in (1, -1))
        accused += is_turned(value, turned, means)
    return accused


@pytest.mark.parametrize(("n_runs", "n_queries"), [(3000, 1), (2000, 3), (1000, 12)])
def test_an_honest_random_ranker_is_accused_at_most_once_in_a_thousand_runs(n_runs, n_queries):
    assert count_accused(n_runs, n_queries, seed=1) <= n_runs / 1000


@pytest.mark.parametrize(("rank", "n"), [("{i}", 1), ("0", 0), ("-", 0), ("{back}", 0)])
def test_the_ranks_of_a_trec_file_are_compared_with_its_scores(collection, tmp_path, rank, n):
    lines = [
        f"{query}_{facet} Q0 {c} {rank.format(i=i, back=-i)} {i} x\n"
        for (query, facet), ranking in order_by_grade(collection, 1).items()
        for i, (c, _) in enumerate(reversed(ranking))
    ]
    (tmp_path / "run.trec").write_text("".join(lines))
    read = read_foreign_run("mine", str(tmp_path / "run.trec"), collection.scheme.facet_names)
    found = check_run("mine", "file", read, collection).doubts
    assert [d.what.split(":")[1][:35] for d in found] == [" in 12 of 12 queries the rank colum"] * n


def test_a_run_of_another_collection_is_one_problem_that_says_so(collection):
    run = {(f"x{i}", "method"): [("c0", 1.0)] for i in range(1400)}
    checked = check_run("mine", "file", run, collection)
    [problem] = checked.problems
    assert problem.what == "Run 'mine': none of its 1,400 queries is in the collection."
    assert problem.hint.startswith("Unknown are 'x0_method', 'x1000_method', 'x1001_method'; known")
    assert checked.foreign == problem
    with pytest.raises(UserError, match="none of its 1,400 queries"):
        report_checks(checked, strict=False)
    run = {pair: [(f"x{i}", 1.0) for i in range(9)] for pair in collection.pairs()}
    [problem] = check_run("mine", "file", run, collection).problems
    assert problem.what == "Run 'mine': none of its 108 candidates is among those of its query."


def test_one_ranking_under_two_names_is_doubted_unless_it_is_made_of_the_other(collection):
    mine = order_by_grade(collection, 1)
    scaled = {pair: rank_scores((i, 2 * s) for i, s in of) for pair, of in mine.items()}
    runs = {"best": scaled, "ours": mine, "theirs": mine, "worst": order_by_grade(collection, -1)}

    def find(*outside, refuses=False):
        checks = Checks({name: {"doubts": []} for name in outside}, refuses)
        return [doubt.where for doubt in checks.gather(runs)]

    assert find("theirs") == ["ours, theirs"] and find("best") == find("worst") == find() == []
    assert find("best", "theirs") == ["ours, theirs"]
    with pytest.raises(UserError, match="'ours' and 'theirs' are one ranking under two names"):
        find("theirs", refuses=True)


def test_the_released_rankings_are_not_doubted_and_turned_round_they_are(real_data):
    folder = real_data("csfcube")
    released = read_collection(folder)
    path = f"{folder}/ranked_pools/test-pid2pool-csfcube-specter-{{facet}}-ranked.json"
    read = read_foreign_run("specter", path, released.scheme.facet_names)
    checked = check_run("specter", path, read, released)
    assert checked.doubts == []
    turned = {pair: rank_scores((i, -s) for i, s in of) for pair, of in checked.run.items()}
    [said] = doubts(turned, released)
    assert "NDCG%20 of 3.80" in said and "turned round it has 53.28" in said
