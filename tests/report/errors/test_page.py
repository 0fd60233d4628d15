from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.collections.collection import Collection, Judgments, Paper, Pool, Query
from paperpool.collections.csfcube_folds import FOLDS
from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.schemes import default_scheme
from paperpool.evaluation.csfcube_measures import CUTOFF
from paperpool.evaluation.foreign_runs import read_foreign_run
from paperpool.evaluation.runs import rank_scores
from paperpool.evaluation.stored_runs import write_run
from paperpool.pages.marked_papers import mark_paper
from paperpool.pages.scores import Score
from paperpool.workflow.csfcube.release_writer import write_collection
from paperpool.workflow.report.errors.page import (
    N_SHOWN,
    build_errors_page,
    choose_rankers,
    find_errors,
    find_query_errors,
)

from ...made.claims import make_claims, write_claims
from ...made.page_checker import Checker, check_parts, read_text
from ...made.schemes import bare_scheme

SLICES = default_scheme().slices

EVIL = "<script>alert('{}')</script>"

OF = BENCHMARK.headline

CANDIDATES = [f"c{i:02}" for i in range(30)]

VALUES = {
    "bm25": {"q1_method": 0.2, "q2_method": 0.5, "q1_result": 0.3},
    "minilm": {"q1_method": 0.4, "q2_method": 0.9, "q1_result": 0.1},
}


def make_paper(paper_id):
    labels = ("background", "method", "objective", "other")
    sentences = tuple(f"{label} of {paper_id} {EVIL.format('text')}\0." for label in labels)
    return Paper(paper_id, f"On {paper_id} {EVIL.format('title')}\x01", sentences, labels, 2019)


@pytest.fixture
def collection():
    """Two queries for method and one of them for result; q1 stands in its own pool with grade 3.

    Of q1 for method, c01 and c27 to c29 are relevant and c02 is related.
    """
    grades = dict.fromkeys(["q1", *CANDIDATES], 0) | {"q1": 3, "c01": 3, "c02": 1}
    grades |= {"c27": 2, "c28": 3, "c29": 2}
    pairs = [("q1", "method"), ("q2", "method"), ("q1", "result")]
    judged = Judgments(tuple(grades), tuple(grades.values()), {"ann1": tuple(grades.values())})
    judgments = {pair: judged for pair in pairs}
    papers = {p: make_paper(p) for p in ["q2", *grades]}
    papers["q1"] = Paper(
        "q1", "A query", ("It asks.", "So.", "It finds."), ("method",) * 2 + ("result",)
    )
    papers["c03"] = Paper("c03", "", (), ())
    pools = {q: Pool(tuple(grades), ((),) * len(grades)) for q in ("q1", "q2")}
    queries = [Query(q, f, 2019, papers[q].title, "") for q, f in pairs]
    folds = {name: {fold: [] for fold in FOLDS} for name in SLICES}
    return Collection(papers, pools, judgments, folds, queries)


@pytest.fixture
def runs(collection):
    """bm25 ranks by id, q1 itself on top if it is its own candidate; minilm the other way."""
    by_id = rank_scores((c, -i) for i, c in enumerate(["q1", *CANDIDATES]))
    reverse = rank_scores((c, i) for i, c in enumerate(CANDIDATES))
    pairs = collection.pairs()
    return {"bm25": dict.fromkeys(pairs, by_id), "minilm": dict.fromkeys(pairs, reverse)}


@pytest.fixture
def build(tmp_path, collection, runs, results):
    """Return a function: the rankers to the page that shows them."""
    write_collection(collection, tmp_path / "release")
    results.write_per_query(VALUES)

    def build_page(*rankers, is_demo=False):
        paths = {ranker: tmp_path / f"{ranker}.parquet" for ranker in rankers}
        for ranker, path in paths.items():
            write_run(runs[ranker], path)
        info, per_query = results.run_info(is_demo=is_demo), tmp_path / "per_query.parquet"
        return build_errors_page(info, tmp_path / "release", per_query, paths, OF)

    return build_page


def test_errors_are_those_of_each_rankers_first_twenty(collection, runs):
    queries = find_query_errors(collection, runs, VALUES)
    (query,) = [q for q in queries["method"] if q.paper.paper_id == "q1"]
    assert (query.n_relevant, len(query.grades)) == (4, 30)  # q1 itself is left out
    assert query.difference == pytest.approx(0.2)
    bm25, minilm = query.errors.values()
    assert (bm25.value, minilm.value) == (0.2, 0.4)
    assert len(bm25.false_positives) == 19 and len(minilm.false_positives) == 17
    assert bm25.false_positives[:5] == ["c00", "c02", "c03", "c04", "c05"]
    assert minilm.false_positives[:5] == ["c26", "c25", "c24", "c23", "c22"]
    assert bm25.false_negatives == ["c29", "c28", "c27"] and minilm.false_negatives == ["c01"]
    shown = {"c00": (1, 30), "c02": (3, 28), "c26": (27, 4), "c29": (30, 1), "c01": (2, 29)}
    assert {c: (bm25.ranks[c], minilm.ranks[c]) for c in shown} == shown
    listed = {*bm25.false_positives[:5], *minilm.false_positives[:5], "c01", "c27", "c28", "c29"}
    assert query.papers.keys() == listed and [query.grades[c] for c in ("c02", "c29")] == [1, 2]


def test_queries_stand_by_facet_those_first_where_the_second_ranker_is_ahead(collection, runs):
    queries = find_query_errors(collection, runs, VALUES)
    assert {facet: [q.paper.paper_id for q in qs] for facet, qs in queries.items()} == {
        "method": ["q2", "q1"],
        "result": ["q1"],
    }
    anchors = [query.anchor for of_facet in queries.values() for query in of_facet]
    assert len(set(anchors)) == 3


def test_neighbouring_sentences_of_a_kind_are_joined():
    labels = ("background", "objective", "method", "method", "other", "background")
    paper = Paper("p", "T", tuple("abcdef"), labels)
    assert mark_paper(paper, {"background", "objective"}).passages == [
        ("a b", True),
        ("c d e", False),
        ("f", True),
    ]
    assert mark_paper(paper, {"result"}).note == "no sentence of this facet"


def score(ranker, value, name="all"):
    return Score("official", "test", ranker, name, "ndcg%20", value, None, 1, None, None, 9, None)


def test_the_rankers_are_the_baseline_and_the_best_of_the_others():
    scores = [score("x", 0.1), score("base", 0.9), score("y", 0.2), score("x", 0.8, "method")]
    assert choose_rankers(scores, OF, "base") == ["base", "y"]
    assert choose_rankers(scores[1:2], OF, "base") == ["base"]


def test_the_page_shows_both_rankers_and_marks_the_facet(build):
    page = build("bm25", "minilm")
    text = read_text(page)
    assert "What bm25 and minilm get wrong, query by query." in text
    assert "bm25: NDCG%20 20.00; 1 of 4 relevant candidates among the first 20 of 30" in text
    assert "minilm: not ranked" in text  # q1 as a candidate for q2, whose method it has too
    assert page.count("<mark>It asks. So.</mark>") == 2
    assert page.count("<mark>It finds.</mark>") == 1  # q1 for result
    assert "(no title)" in text and "(no abstract)" in text
    assert "(no sentence of this facet)" in text  # no candidate has one of result
    assert "3 of 3" in text and "5 of 19" in text


def test_the_rankers_can_be_chosen_and_one_is_enough(build):
    assert "What minilm and bm25 get wrong" in build("minilm", "bm25")
    page = build("bm25")
    Checker(page)
    assert "What bm25 gets wrong" in page and "minilm" not in page


def test_what_papers_say_is_never_markup(build):
    page = build("bm25", "minilm", is_demo=True)
    assert "<script" not in page and not {"\0", "\x01"} & set(page)
    text = read_text(page)
    assert "On c29 <script>alert('title')</script>␁" in text
    assert "method of c29 <script>alert('text')</script>␀" in text
    assert "All data of this run are generated" in text


def test_the_page_needs_nothing_else_and_is_the_same_every_time(build):
    page = build("bm25", "minilm")
    check_parts(page, ["index.html"])
    assert build("bm25", "minilm") == page


def test_the_release_makes_a_page_of_sane_size(results, real_data, tmp_path):
    folder = real_data("csfcube")
    path = f"{folder}/ranked_pools/test-pid2pool-csfcube-specter-{{facet}}-ranked.json"
    collection = read_collection(folder)
    specter = read_foreign_run("specter", path, SLICES[:3])
    judged = {
        pair: [(c, s) for c, s in ranking if c in collection.judgments[pair].candidates]
        for pair, ranking in specter.items()
    }
    write_run(judged, tmp_path / "specter.parquet")
    by_id = {pair: rank_scores((c, 0.0) for c in collection.rankable(*pair)) for pair in judged}
    write_run(by_id, tmp_path / "by-id.parquet")
    runs = {name: tmp_path / f"{name}.parquet" for name in ("specter", "by-id")}
    per_query = tmp_path / "per_query.parquet"
    page = build_errors_page(results.run_info(), folder, per_query, runs, OF)
    check_parts(page, ["index.html"])
    assert page.count('<section class="query broad"') == 50
    assert len(page.encode()) < 3_000_000
    assert page.count('<article class="candidate">') <= 50 * 4 * N_SHOWN


GRADES = {f"c{i:02}": 0 for i in range(1, 26)}
"""Of 25 candidates, ranked by their ids; tests make some relevant or related."""


IDS = sorted(GRADES)


@pytest.mark.parametrize(
    ("ranking", "grades", "false_positives", "false_negatives"),
    [
        # irrelevant ones among the first twenty by rank; c21 to c25 are not retrieved
        (IDS, {"c02": 1} | {f"c{i:02}": 2 for i in range(3, 20)}, ["c01", "c02", "c20"], []),
        # relevant ones below the first twenty, the lowest first
        (
            IDS,
            {"c01": 3, "c20": 2, "c21": 2, "c22": 1, "c24": 3, "c25": 2},
            IDS[1:19],
            ["c25", "c24", "c21"],
        ),
        # relevant ones that are not ranked come first
        (
            [c for c in IDS if c not in ("c05", "c03", "c04")],
            {"c03": 2, "c04": 1, "c05": 3, "c24": 2},
            [c for c in IDS[:23] if c not in ("c05", "c03", "c04")],
            ["c03", "c05", "c24"],
        ),
        ([], {"c07": 3}, [], ["c07"]),
    ],
)
def test_errors_are_worst_first(ranking, grades, false_positives, false_negatives):
    errors = find_errors(ranking, GRADES | grades, 2)
    assert errors.false_positives == false_positives
    assert errors.false_negatives == false_negatives
    assert errors.ranks == {candidate: i for i, candidate in enumerate(ranking, 1)}


@given(st.lists(st.integers(0, 3), max_size=60), st.randoms())
def test_what_is_retrieved_is_relevant_or_an_error(grades, random):
    by_id = {str(i): grade for i, grade in enumerate(grades)}
    ranking = list(by_id)
    random.shuffle(ranking)
    errors = find_errors(ranking, by_id, 2)
    found = [c for c in ranking[:CUTOFF] if by_id[c] >= 2]
    assert len(found) + len(errors.false_positives) == len(ranking[:CUTOFF])
    assert len(found) + len(errors.false_negatives) == sum(grade >= 2 for grade in grades)
    assert errors.false_positives == sorted(errors.false_positives, key=errors.ranks.get)


@pytest.fixture
def claims_page(tmp_path, results):
    """The page of a ranker of the collection of claims."""
    claims = make_claims()
    folder = write_claims(tmp_path / "claims")
    run = {pair: [(c, 0.0) for c in claims.rankable(*pair)] for pair in claims.pairs()}
    runs = {"r": tmp_path / "r.parquet"}
    write_run(run, runs["r"])
    results.write_per_query({"r": {}})
    per_query = tmp_path / "per_query.parquet"
    return build_errors_page(results.run_info(), folder, per_query, runs, OF)


def test_another_schemes_facets_and_grades_are_shown(claims_page):
    check_parts(claims_page, ["index.html"])
    text = read_text(claims_page)
    assert "relevant from grade 1 on" in text and "Claim" in text and "Evidence" in text
    assert "5 of 5 relevant candidates" in text  # of ten, half of grade 1, all among the first 20
    assert "<mark>The data of topic1. The theory of topic1.</mark>" in claims_page
    assert "background" not in text and "Show only the sentences of the facet" in text


def test_without_labels_whole_abstracts_are_shown_and_nothing_is_marked():
    paper = replace(make_claims().papers["q1"], labels=())
    marked = mark_paper(paper, bare_scheme().labels_of("claim"))
    assert marked.passages == [(paper.abstract, False)] and marked.note == ""
    assert mark_paper(replace(paper, sentences=()), frozenset()).note == "no abstract"
