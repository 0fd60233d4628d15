from paperpool.scisumm.scoring.overlap import (
    count_hits,
    count_overlap,
    pair_by_citance,
    pair_officially,
    recall_depth,
)

from ...made.scisumm_plain_rows import gold, submitted


def test_hits_at_k_grow_with_the_places_of_gold_sentences():
    annotated = [gold("['3','8','5']", sids=[3, 8, 5])]
    best = {"P1:1": (1, 3, 4, 5)}
    [corrected] = pair_by_citance(annotated, best, {}).values()
    [official] = pair_officially(annotated, [submitted("['1','3']")]).values()
    for pairs in (corrected, official):
        assert count_hits(pairs, best, 4).tolist() == [0, 1, 1, 2]


def test_the_official_ranking_is_that_of_the_last_row():
    annotated = [gold("1", citance=1), gold("2", citance=2)]
    found = [submitted("1", citance=1), submitted("3", citance=2)]
    [pairs] = pair_officially(annotated, found).values()
    assert count_hits(pairs, {"P1:1": (2, 1), "P1:2": (3, 2)}, 2).tolist() == [0, 1]
    found = [submitted("['5','2']", citance=None, sids=[5, 2])]
    [pairs] = pair_officially([gold("2")], found).values()
    assert count_hits(pairs, {}, 3).tolist() == [0, 1, 1]


def test_hits_at_the_submitted_k_are_the_true_positives():
    annotated = [gold("['2','3']", sids=[2, 3]), gold("4", citing="C2", citance=2, sids=[4])]
    found = [
        submitted("['3','1']", sids=[3, 1]),
        submitted("['4','2']", citing="C2", citance=2, sids=[4, 2]),
    ]
    best = {"P1:1": (3, 1, 2), "P1:2": (4, 2, 9)}
    [official] = pair_officially(annotated, found).values()
    [corrected] = pair_by_citance(annotated, {r.citance_id: r.sids for r in found}, {}).values()
    for pairs in (official, corrected):
        assert count_hits(pairs, best, 3).tolist() == [2, count_overlap(pairs).tp, 3]


def test_the_depth_of_a_run_is_its_longest_list_and_ten_at_most():
    assert recall_depth({"a": (1, 2), "b": (1, 2, 3)}) == 3
    assert recall_depth({"a": tuple(range(40))}) == 10
    assert recall_depth({}) == 0
