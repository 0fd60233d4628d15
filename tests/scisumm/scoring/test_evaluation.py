import pytest

from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.tables import METRIC_COLUMNS, RANK_COLUMNS, SIGNIFICANCE_COLUMNS
from paperpool.scisumm.read.rows import by_citance
from paperpool.scisumm.scoring.evaluation import Judged, Submission, evaluate, slices

from ...made.scisumm_plain_rows import gold, submitted

RESAMPLING = Resampling(seed=5, n_bootstrap=200, n_permutations=200)

GOLD = [
    gold("['1']", citance=1, sids=[1], file="P1_ann.csv"),
    gold("['2']", citance=2, sids=[2], file="P1_ann.csv"),
    gold("['2']", citance=2, sids=[2], file="P1_bob.csv"),
    gold("['3']", citance=1, sids=[3], file="P2_ann.csv"),
]
TEXTS = {(paper_id, sid): f"cat dog{sid}" for paper_id in ("P1", "P2") for sid in range(1, 6)}


def ranker(*choices):
    """Return a submission of one sentence for P1's two citances and P2's one, ranked to three."""
    places = [("P1", 1), ("P1", 2), ("P2", 1)]
    rows = [
        submitted(f"['{best[0]}']", citance=i, sids=best[:1], paper_id=paper_id)
        for (paper_id, i), best in zip(places, choices, strict=True)
    ]
    return Submission(rows, {row.citance_id: b for row, b in zip(rows, choices, strict=True)})


@pytest.fixture(scope="module")
def evaluation():
    of_run = ranker((1,), (2,), (3,)).rows[:2]
    submissions = {
        "good": ranker((1, 2, 3), (2, 1, 3), (3, 1, 2)),
        "poor": ranker((5, 1, 3), (2, 1, 3), (4, 5, 3)),
        "run": Submission(of_run, by_citance(of_run)),  # without P2
    }
    splits = {"test": Judged(GOLD, submissions, TEXTS), "train": Judged([], submissions, TEXTS)}
    return evaluate(splits, ["poor"], RESAMPLING, {("test", "good", "f1"): 0.174})


def value(evaluation, protocol, ranker, part, metric, column="value"):
    keys = ["protocol", "ranker", "slice", "metric"]
    return evaluation.metrics.set_index(keys).loc[[(protocol, ranker, part, metric)], column].item()


def test_tables_have_the_contracts_columns_and_no_split_without_gold(evaluation):
    assert list(evaluation.metrics.columns) == METRIC_COLUMNS
    assert list(evaluation.significance.columns) == SIGNIFICANCE_COLUMNS
    assert set(evaluation.metrics["split"]) == {"test"}
    assert set(evaluation.metrics["benchmark"]) == {"scisumm"}
    keys = ["protocol", "ranker", "slice", "metric"]
    assert not evaluation.metrics.duplicated(keys).any()


def test_slices_are_all_files_each_annotators_and_each_papers():
    assert dict(slices(GOLD)) == {
        "all": {"P1": ["P1_ann.csv", "P1_bob.csv"], "P2": ["P2_ann.csv"]},
        "annotator:ann": {"P1": ["P1_ann.csv"], "P2": ["P2_ann.csv"]},
        "annotator:bob": {"P1": ["P1_bob.csv"]},
        "P1": {"P1": ["P1_ann.csv", "P1_bob.csv"]},
        "P2": {"P2": ["P2_ann.csv"]},
    }


def test_protocols_differ_and_recall_goes_as_deep_as_a_ranker_ranks(evaluation):
    # both citances of P1 are of one citing paper: officially the second alone is scored
    assert value(evaluation, "official", "poor", "all", "recall") == 2 / 3
    assert value(evaluation, "corrected", "poor", "all", "recall") == 2 / 4
    assert value(evaluation, "corrected", "poor", "annotator:ann", "recall") == 1 / 3
    values = [value(evaluation, "corrected", "poor", "all", f"recall@{k}") for k in (1, 2, 3)]
    assert values == [2 / 4, 3 / 4, 1.0]
    names = set(evaluation.metrics.query("ranker == 'run'")["metric"])
    assert {name for name in names if "@" in name} == {"recall@1"}


def test_a_paper_without_submission_is_skipped_officially_and_missed_otherwise(evaluation):
    assert value(evaluation, "official", "run", "all", "recall") == 1.0
    assert value(evaluation, "official", "run", "all", "recall", "n_queries") == 1
    assert value(evaluation, "corrected", "run", "all", "recall") == 3 / 4
    assert value(evaluation, "corrected", "run", "all", "recall", "n_queries") == 2
    of_run = evaluation.metrics.query("protocol == 'official' and ranker == 'run'")
    assert "P2" not in set(of_run["slice"])


def test_published_scores_are_official_and_values_per_query_are_those_of_papers(evaluation):
    rows = evaluation.metrics
    printed = rows[rows["published"].notna()]
    assert printed[["protocol", "slice", "metric", "published"]].to_numpy().tolist() == [
        ["official", "all", "f1", 0.174]
    ]
    rows = evaluation.per_query.query(
        "protocol == 'corrected' and ranker == 'poor' and slice == 'all' and metric == 'recall'"
    )
    assert dict(zip(rows["query_id"], rows["value"], strict=True)) == {"P1": 2 / 3, "P2": 0.0}


def test_rankers_are_tested_where_both_have_several_papers(evaluation):
    tests = evaluation.significance
    assert set(tests["slice"]) == {"all", "annotator:ann"}
    pairs = set(zip(tests["protocol"], tests["ranker"], tests["baseline"], strict=True))
    assert pairs == {
        ("official", "good", "poor"),
        ("corrected", "good", "poor"),
        ("corrected", "run", "poor"),
    }
    assert tests["n_queries"].eq(2).all()
    assert tests["p"].between(0, 1).all() and (tests["p_holm"] >= tests["p"]).all()


def test_rankers_are_ranked_where_there_are_several_papers(evaluation):
    ranks = evaluation.ranks
    assert list(ranks.columns) == RANK_COLUMNS
    assert set(ranks["slice"]) == {"all", "annotator:ann"}
    assert set(ranks["metric"]) == {"f1", "rouge_s_f1"}
    chosen = ranks.query("protocol == 'official' and slice == 'all' and metric == 'f1'")
    by_rank = chosen.sort_values("rank")
    assert by_rank["value"].is_monotonic_decreasing and by_rank["rank"].iloc[0] == 1
    for row in chosen.itertuples():
        assert row.value == value(evaluation, "official", row.ranker, "all", "f1")


def test_slices_of_one_paper_have_no_interval(evaluation):
    lows = evaluation.metrics.groupby("slice")["ci_low"].count()
    assert lows[["P1", "P2", "annotator:bob"]].eq(0).all() and lows["all"] > 0
