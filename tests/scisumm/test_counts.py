import pytest

from paperpool.scisumm.counts import Counts, micro


def test_micro_sums_files():
    counts = [Counts(1, 1, 0), Counts(0, 2, 4), Counts(0, 0, 0)]
    whole = micro(counts)
    assert (whole.precision, whole.recall) == (1 / 4, 1 / 5)
    assert whole.f1 == pytest.approx(2 / 9)
