import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.scisumm.counts import Counts
from paperpool.scisumm.scoring.overlap import count_overlap, pair_by_citance, pair_officially

from ...made.scisumm_plain_rows import gold, submitted


def official_counts(annotated, found):
    return {file: count_overlap(of) for file, of in pair_officially(annotated, found).items()}


def corrected_counts(annotated, chosen):
    return {file: count_overlap(of) for file, of in pair_by_citance(annotated, chosen, {}).items()}


ODD = [gold("['1','2']", article="P2"), gold("3", citing="C2", citance=2)]
SECOND = submitted("3", citing="C2", citance=2)


@pytest.mark.parametrize(
    ("annotated", "found", "expected"),
    [
        # offsets are compared as strings, and count as often as they stand in their list
        ([gold("09")], [submitted("['9']")], Counts(tp=0, fp=1, fn=1)),
        ([gold("1,1,2")], [submitted("1,3,3")], Counts(tp=2, fp=2, fn=1)),
        # of a citing paper the last citance alone is scored
        (
            [gold("1", citance=1), gold("2", citance=2)],
            [submitted("1", citance=1), submitted("5", citance=2)],
            Counts(tp=0, fp=1, fn=1),
        ),
        # a key without gold is wrong and one without submission missed; NA has no key
        ([gold("1", citing="C1")], [submitted("1,2", citing="C2")], Counts(tp=0, fp=2, fn=1)),
        ([gold("NA", "NA")], [submitted("['1','2']")], Counts(tp=0, fp=2, fn=0)),
        # a row that names another paper meets no row of the submission that does not
        (ODD, [submitted("['1','4']"), SECOND], Counts(tp=1, fp=2, fn=2)),
        (ODD, [submitted("['1','4']", article="P2"), SECOND], Counts(tp=2, fp=1, fn=1)),
    ],
)
def test_official_counts_worked_by_hand(annotated, found, expected):
    assert official_counts(annotated, found) == {"P1_ann.csv": expected}


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
    [forth] = corrected_counts([gold("", sids=one)], {"P1:1": other}).values()
    [back] = corrected_counts([gold("", sids=other)], {"P1:1": one}).values()
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
