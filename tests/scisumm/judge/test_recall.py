from paperpool.scisumm.judge.overlap import corrected_counts, official_counts
from paperpool.scisumm.judge.recall import (
    corrected_hits,
    official_hits,
    recall_depth,
)

from ...made.scisumm_plain_rows import gold, submitted


def test_hits_at_k_grow_with_the_places_of_gold_sentences():
    annotated = [gold("['3','8','5']", sids=[3, 8, 5])]
    best = {"P1:1": (1, 3, 4, 5)}
    expected = [0, 1, 1, 2]
    assert corrected_hits(annotated, best, 4)["P1_ann.csv"].tolist() == expected
    hits = official_hits(annotated, [submitted("['1','3']")], best, 4)
    assert hits["P1_ann.csv"].tolist() == expected


def test_the_official_ranking_is_that_of_the_last_row():
    annotated = [gold("1", citance=1), gold("2", citance=2)]
    found = [submitted("1", citance=1), submitted("3", citance=2)]
    best = {"P1:1": (2, 1), "P1:2": (3, 2)}
    assert official_hits(annotated, found, best, 2)["P1_ann.csv"].tolist() == [0, 1]
    found = [submitted("['5','2']", citance=None, sids=[5, 2])]
    hits = official_hits([gold("2")], found, {}, 3)
    assert hits["P1_ann.csv"].tolist() == [0, 1, 1]


def test_hits_at_the_submitted_k_are_the_true_positives():
    annotated = [gold("['2','3']", sids=[2, 3]), gold("4", citing="C2", citance=2, sids=[4])]
    found = [
        submitted("['3','1']", sids=[3, 1]),
        submitted("['4','2']", citing="C2", citance=2, sids=[4, 2]),
    ]
    best = {"P1:1": (3, 1, 2), "P1:2": (4, 2, 9)}
    chosen = {row.citance_id: row.sids for row in found}
    tp = official_counts(annotated, found)["P1_ann.csv"].tp
    assert official_hits(annotated, found, best, 3)["P1_ann.csv"].tolist() == [2, tp, 3]
    tp = corrected_counts(annotated, chosen)["P1_ann.csv"].tp
    assert corrected_hits(annotated, best, 3)["P1_ann.csv"].tolist() == [2, tp, 3]


def test_the_depth_of_a_run_is_its_longest_list_and_ten_at_most():
    assert recall_depth({"a": (1, 2), "b": (1, 2, 3)}) == 3
    assert recall_depth({"a": tuple(range(40))}) == 10
    assert recall_depth({}) == 0
