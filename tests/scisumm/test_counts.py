import pytest

from paperpool.scisumm.counts import Counts, macro, micro


def test_micro_sums_files_and_macro_averages_them():
    counts = [Counts(1, 1, 0), Counts(0, 2, 4), Counts(0, 0, 0)]
    whole = micro(counts)
    assert (whole.precision, whole.recall) == (1 / 4, 1 / 5)
    assert whole.f1 == pytest.approx(2 / 9)
    # precision 1/2, 0, 0; recall 1, 0, 0: the harmonic mean of 1/6 and 1/3, not the mean of F1s
    assert macro(counts) == pytest.approx((1 / 6, 1 / 3, 2 / 9))
