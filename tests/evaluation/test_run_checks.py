"""A run has to rank exactly the judged candidates."""

import logging

import ir_measures
import pytest
from ir_measures import Judged

from paperpool.collections.collection import Collection, Judgments, pair_name
from paperpool.collections.csfcube_release import read_collection
from paperpool.errors import UserError
from paperpool.evaluation.foreign_runs import read_foreign_run
from paperpool.evaluation.pool_bias import judged_shares
from paperpool.evaluation.run_checks import check_run, report_checks

PAIR = ("q1", "method")


@pytest.fixture
def run(collection):
    return {
        pair: [(c, -float(i)) for i, c in enumerate(collection.rankable(*pair))]
        for pair in collection.pairs()
    }


def problems(run, collection):
    return [p.what for p in check_run("mine", "mine.trec", run, collection).problems]


def test_a_whole_run_passes_unchanged(run, collection):
    checked = check_run("mine", "mine.trec", run, collection)
    assert (checked.run, checked.n_unjudged, checked.problems) == (run, 0, [])


def test_unjudged_candidates_are_removed_and_counted(run, collection):
    run[PAIR].insert(0, ("u", 9.0))
    checked = check_run("mine", "mine.trec", run, collection)
    assert checked.n_unjudged == 1 and not checked.problems
    assert "u" not in dict(checked.run[PAIR])


def test_a_missing_candidate_is_named(run, collection):
    run[PAIR] = [pair for pair in run[PAIR] if pair[0] not in ("c2", "c5")]
    [problem] = problems(run, collection)
    assert problem == "Run 'mine', query q1_method: 2 candidates missing: c2, c5."


def test_a_repeated_candidate_is_named_and_counts_once(run, collection):
    run[PAIR].append(("c0", -99.0))
    checked = check_run("mine", "mine.trec", run, collection)
    assert "1 candidates repeated: c0" in checked.problems[0].what
    assert [c for c, _ in checked.run[PAIR]].count("c0") == 1


def test_unknown_and_missing_queries_are_named(run, collection):
    del run[PAIR]
    run["q9", "method"] = [("c0", 1.0)]
    texts = " ".join(problems(run, collection))
    assert "1 of its 12 queries is not among the judged: q9_method." in texts
    assert "query q1_method: not ranked" in texts


@pytest.fixture
def report(collection):
    """Return a function: check a run, and return the remaining run and the report."""

    def check_and_report(run, strict):
        checked = check_run("mine", "mine.trec", run, collection)
        return checked.run, report_checks(checked, strict)

    return check_and_report


def test_a_sound_run_is_kept_with_its_checks(run, collection, report):
    run[PAIR] = [("u", 9.0), *run[PAIR], ("q1", -99.0)]
    with pytest.raises(UserError, match="not in the pool: q1"):
        report(run, strict=True)
    del run[PAIR][-1]
    kept, checks = report(run, strict=True)
    assert kept == {**run, PAIR: run[PAIR][1:]}
    assert (checks["unjudged_removed"], checks["problems"]) == (1, [])
    judged = checks["judged_at_20"]
    assert list(judged) == [f"{query}_{facet}" for query, facet in collection.pairs()]
    assert judged.pop("q1_method") == 9 / 10 and set(judged.values()) == {1.0}


def test_a_broken_run_is_refused_or_reported(run, report, caplog):
    run[PAIR].append(("q2", 0.0))
    with pytest.raises(UserError, match="not in the pool: q2"):
        report(run, strict=True)
    with caplog.at_level(logging.WARNING, "paperpool"):
        _, checks = report(run, strict=False)
    assert "not in the pool: q2" in caplog.text
    assert "not in the pool: q2" in checks["problems"][0] and len(checks["problems"]) == 1
    assert checks["judged_at_20"]["q1_method"] == 9 / 10


def test_a_partial_run_is_one_message_and_all_its_findings_are_kept(run, report, caplog):
    pairs = list(run)
    for cut, pair in enumerate(pairs[1:], 1):
        run[pair] = run[pair][cut:]
    del run[pairs[0]]
    with caplog.at_level(logging.WARNING, "paperpool"):
        _, checks = report(run, strict=False)
    [told] = caplog.messages
    assert len(told.splitlines()) == 3 and len(checks["problems"]) == len(pairs)
    assert "not ranked." in told and f"{len(pairs) - 2} more like it." in told
    with pytest.raises(UserError) as refused:
        report(run, strict=True)
    assert [problem.hint for problem in refused.value.problems] == [
        "Rank every query, or (query, facet) pair.",
        "Rank every judged candidate, the worst last.",
    ]


@pytest.fixture
def specter(real_data):
    """The release, and its rankings by SPECTER."""
    folder = real_data("csfcube")
    path = f"{folder}/ranked_pools/test-pid2pool-csfcube-specter-{{facet}}-ranked.json"
    released = read_collection(folder)
    return released, read_foreign_run("specter", path, released.scheme.facet_names)


def test_a_run_may_leave_the_query_itself_out(specter):
    released, run = specter
    checked = check_run("specter", "specter.json", run, released)
    assert not checked.problems and "8781666" not in dict(run["8781666", "result"])
    kept = {pair: dict(ranking) for pair, ranking in checked.run.items()}
    assert all(set(kept[pair]) == set(released.rankable(*pair)) for pair in released.pairs())


JUDGED = tuple(f"c{i:02}" for i in range(40))


@pytest.fixture
def share():
    """Return a function: the share of one ranking, c00 to c39 and the query q being judged."""
    judgments = {("q", "method"): Judgments((*JUDGED, "q"), (0,) * 41, {})}

    def find(*candidates):
        run = {("q", "method"): [(c, 0.0) for c in candidates], ("x", "method"): [("c00", 0.0)]}
        return judged_shares(run, Collection({}, {}, judgments, {}))

    return find


@pytest.mark.parametrize(
    ("candidates", "expected"),
    [
        (JUDGED, 1.0),
        (("n1", "n2", "n3", *JUDGED), 17 / 20),
        ((*JUDGED[:20], "n1", "n2"), 1.0),
        (("n1", "c00", "c01"), 2 / 3),  # fewer than 20
        (("n1", "n1", "c00", "n1", "c00"), 1 / 2),  # each counts once
        (("q", *JUDGED[:19], "n1"), 19 / 20),  # the query itself does not count
        ((*JUDGED[:5], *JUDGED[:5], "n1", *JUDGED[5:30]), 19 / 20),
        (("n1",), 0.0),
    ],
)
def test_shares_by_hand(share, candidates, expected):
    assert share(*candidates) == {"q_method": pytest.approx(expected, abs=1e-15)}


@pytest.mark.parametrize("candidates", [(), ("q",)])
def test_a_pair_for_which_nothing_is_ranked_has_no_share(share, candidates):
    assert share(*candidates) == {}


def test_shares_equal_ir_measures_on_the_released_rankings(specter):
    released, run = specter
    for i, ranking in enumerate(run.values()):  # unjudged ids at known ranks, more in each run
        for rank in range(i % 20):
            ranking.insert(2 * rank, (f"new{rank}", 0.0))
    qrels = [
        ir_measures.Qrel(pair_name(*pair), c, grade)
        for pair, judgments in released.judgments.items()
        for c, grade in judgments.grades().items()
    ]
    docs = [
        ir_measures.ScoredDoc(pair_name(*pair), c, float(-rank))
        for pair, ranking in run.items()
        for rank, (c, _) in enumerate(ranking)
    ]
    reference = {m.query_id: m.value for m in ir_measures.iter_calc([Judged @ 20], qrels, docs)}
    shares = judged_shares(run, released)
    assert len(shares) == 50 and len(set(shares.values())) > 5
    assert shares == pytest.approx(reference)
