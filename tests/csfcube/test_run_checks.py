"""A run has to rank exactly the judged candidates."""

import pytest

from paperpool.csfcube.run_checks import check_run

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
    assert problems(run, collection) == [
        "Run 'mine', query q1_method: 2 candidates missing: c2, c5."
    ]


def test_a_repeated_candidate_is_named_and_counts_once(run, collection):
    run[PAIR].append(("c0", -99.0))
    checked = check_run("mine", "mine.trec", run, collection)
    assert "1 candidates repeated: c0" in checked.problems[0].what
    assert [c for c, _ in checked.run[PAIR]].count("c0") == 1


def test_a_candidate_outside_the_pool_is_named(run, collection):
    run[PAIR].append(("q2", 0.0))
    assert "not in the pool: q2" in problems(run, collection)[0]


def test_unknown_and_missing_queries_are_named(run, collection):
    del run[PAIR]
    run["q9", "method"] = [("c0", 1.0)]
    texts = " ".join(problems(run, collection))
    assert "query q9_method: not a query" in texts and "query q1_method: not ranked" in texts


def test_a_run_may_leave_the_query_itself_out(real_data):
    from paperpool.csfcube.foreign_runs import read_foreign_run
    from paperpool.csfcube.release import read_collection

    folder = real_data("csfcube")
    released = read_collection(folder)
    path = f"{folder}/ranked_pools/test-pid2pool-csfcube-specter-{{facet}}-ranked.json"
    run = read_foreign_run("specter", path)
    checked = check_run("specter", path, run, released)
    assert not checked.problems and "8781666" not in dict(run["8781666", "result"])
    kept = {pair: dict(ranking) for pair, ranking in checked.run.items()}
    assert all(set(kept[pair]) == set(released.rankable(*pair)) for pair in released.pairs())
