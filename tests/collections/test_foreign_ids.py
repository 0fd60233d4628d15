"""Unknown ids are compared with the known ones, and the likely difference is named."""

import pytest

from paperpool.collections.foreign_ids import IdCheck, compare_ids, find_difference, find_foreign

KNOWN = [str(number) for number in range(1, 300)]


@pytest.mark.parametrize(
    ("rename", "difference"),
    [
        ("MED-{}".format, "the prefix 'MED-'"),
        ("{}.0".format, "the ending '.0'"),
        ("{} ".format, "blanks at their ends"),
        ('"{}"'.format, "quotation marks"),
        (lambda i: i.zfill(6), "leading zeros"),
    ],
)
def test_the_difference_of_ids_is_named(rename, difference):
    unknown = [rename(known) for known in KNOWN[:40]]
    assert find_difference(unknown, KNOWN) == f"All would be known but for {difference}."


def test_the_known_ids_may_be_the_longer_ones():
    known = [f"CF-{number}" for number in KNOWN]
    difference = "the prefix 'CF-' of the known ids"
    assert find_difference(KNOWN[:40], known) == f"All would be known but for {difference}."


def test_case_is_a_difference_and_most_ids_suffice():
    unknown = ["Doc-A", "Doc-B", "other"]
    known = ["doc-a", "doc-b", "doc-c"]
    difference = find_difference(unknown, known)
    assert difference == "2 of 3 would be known but for upper or lower case."


def test_numbers_that_end_in_other_numbers_are_no_difference():
    assert find_difference(["9001", "9002", "7777"], [str(i) for i in range(1, 50)]) == ""


def test_ids_without_a_likely_difference_are_shown_from_both_sides():
    assert compare_ids(["x7", "x1"], ["q", "r"]) == (
        "Unknown are 'x1', 'x7'; known are 'q', 'r'. Are they of another collection?"
    )
    assert "is how CSFCube names its queries" in compare_ids(["7_method"], ["q"])
    assert compare_ids(["a"], []) == "Unknown are 'a'. Are they of another collection?"


@pytest.mark.parametrize(
    ("n_known", "n_all", "n_wanted", "is_foreign"),
    [(5, 10, None, False), (4, 10, None, True), (4, 10, 8, False), (3, 10, 8, True)],
)
def test_more_unknown_ids_than_known_ones_are_foreign_unless_the_wanted_are_there(
    n_known, n_all, n_wanted, is_foreign
):
    check = IdCheck("ids", "known", n_known, n_all, n_wanted)
    found = find_foreign("It", "there", [check], lambda _: (["x"], ["y"]))
    assert check.is_foreign == (found is not None) == is_foreign
    if found:
        assert found.what == f"It: only {n_known} of its 10 ids are known."
