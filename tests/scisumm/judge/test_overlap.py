from hypothesis import given
from hypothesis import strategies as st

from paperpool.scisumm.counts import Counts
from paperpool.scisumm.judge.overlap import (
    corrected_counts,
    count_sentences,
    official_counts,
)

from ...made.scisumm_plain_rows import gold, submitted


def test_offsets_are_compared_as_strings():
    counts = official_counts([gold("09")], [submitted("['9']")])
    assert counts["P1_ann.csv"] == Counts(tp=0, fp=1, fn=1)


def test_an_offset_counts_as_often_as_it_stands_in_its_list():
    counts = official_counts([gold("1,1,2")], [submitted("1,3,3")])
    assert counts["P1_ann.csv"] == Counts(tp=2, fp=2, fn=1)


def test_only_the_last_citance_of_a_citing_paper_is_scored():
    annotated = [gold("1", citance=1), gold("2", citance=2)]
    found = [submitted("1", citance=1), submitted("5", citance=2)]
    assert official_counts(annotated, found)["P1_ann.csv"] == Counts(tp=0, fp=1, fn=1)


def test_a_key_without_gold_is_wrong_and_one_without_submission_missed():
    counts = official_counts([gold("1", citing="C1")], [submitted("1,2", citing="C2")])
    assert counts["P1_ann.csv"] == Counts(tp=0, fp=2, fn=1)


def test_a_skipped_gold_row_makes_its_key_absent():
    counts = official_counts([gold("NA", "NA")], [submitted("['1','2']")])
    assert counts["P1_ann.csv"] == Counts(tp=0, fp=2, fn=0)


def test_a_gold_row_that_names_another_paper_meets_no_row_of_the_submission():
    annotated = [gold("['1','2']", article="P2"), gold("3", citing="C2", citance=2)]
    found = [submitted("['1','4']"), submitted("3", citing="C2", citance=2)]
    counts = official_counts(annotated, found)
    assert counts == {"P1_ann.csv": Counts(tp=1, fp=2, fn=2)}
    named = [submitted("['1','4']", article="P2"), found[1]]
    assert official_counts(annotated, named) == {"P1_ann.csv": Counts(tp=2, fp=1, fn=1)}


def test_a_paper_without_submission_is_skipped():
    annotated = [gold("1", file="P1_ann.csv"), gold("1", file="P2_ann.csv")]
    assert list(official_counts(annotated, [submitted("1")])) == ["P1_ann.csv"]


def test_corrected_counts_worked_by_hand():
    annotated = [
        gold("1", citance=1, sids=[1, 2]),
        gold("3", citance=2, sids=[3]),
        gold("4", citance=1, sids=[4], file="P1_bob.csv"),
    ]
    chosen = {"P1:1": (2, 4), "P1:9": (1,)}  # citance 2 was left out, 9 was judged by nobody
    assert corrected_counts(annotated, chosen) == {
        "P1_ann.csv": Counts(tp=1, fp=1, fn=2),
        "P1_bob.csv": Counts(tp=1, fp=1, fn=0),
    }
    counts = corrected_counts([gold("NA", "NA", sids=[])], {"P1:1": (1, 2)})
    assert counts["P1_ann.csv"] == Counts(tp=0, fp=2, fn=0)
    annotated = [gold("1", citance=None, sids=[1]), gold("1", citance=1, sids=[1])]
    assert corrected_counts(annotated, {"P1:1": (1,)})["P1_ann.csv"] == Counts(tp=1)
    annotated = [gold("1", sids=[1]), gold("2", sids=[2])]
    assert corrected_counts(annotated, {"P1:1": (1,)})["P1_ann.csv"] == Counts(tp=1, fn=1)


sets = st.sets(st.integers(0, 9))


@given(sets, sets)
def test_changing_places_changes_precision_and_recall(one, other):
    forth, back = count_sentences(one, other), count_sentences(other, one)
    assert (forth.precision, forth.recall, forth.f1) == (back.recall, back.precision, back.f1)
    assert forth.tp + forth.fn == len(one)


@given(st.lists(sets, min_size=1, max_size=5))
def test_protocols_agree_where_every_citing_paper_has_one_citance(choices):
    annotated = [
        gold(str(sorted(sids or {99})), citing=f"C{i}", citance=i, sids=sids or {99})
        for i, sids in enumerate(choices)
    ]
    found = [submitted("['1','2']", citing=f"C{i}", citance=i) for i in range(len(choices))]
    chosen = {f"P1:{i}": (1, 2) for i in range(len(choices))}
    assert official_counts(annotated, found) == corrected_counts(annotated, chosen)
