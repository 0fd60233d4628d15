"""Measures of tables of grades equal those of lists, and are told for many tables at once."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.annotation.agreement import cohen_kappa, krippendorff_alpha, share_equal
from paperpool.annotation.annotators import weighted_kappa
from paperpool.judges.confusions import MEASURES, count_confusions

OF_LISTS = {
    "kappa": cohen_kappa,
    "weighted_kappa": weighted_kappa,
    "alpha": krippendorff_alpha,
    "agreement": share_equal,
    "bias": lambda people, judge: float((judge - people).mean()),
}

GRADES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=40)


@given(GRADES)
def test_measures_are_those_of_lists(pairs):
    people, judge = np.array(pairs).T
    tables = count_confusions(people, judge, np.zeros(len(pairs), dtype=int), 1)
    assert set(MEASURES) == set(OF_LISTS)
    for name, measure in MEASURES.items():
        expected = OF_LISTS[name](people, judge)
        assert measure(tables)[0] == pytest.approx(expected, abs=1e-12, nan_ok=True), name


def test_groups_have_tables_of_their_own():
    people, judge = np.array([0, 1, 1, 3]), np.array([0, 2, 1, 3])
    tables = count_confusions(people, judge, np.array([0, 0, 2, 2]), 3)
    assert tables.shape == (3, 4, 4) and tables[1].sum() == 0
    assert tables[0, 1, 2] == tables[0, 0, 0] == tables[2, 3, 3] == 1 and tables.sum() == 4
    assert MEASURES["bias"](tables[:1]) == pytest.approx([0.5])
    assert np.isnan(MEASURES["agreement"](tables[1:2])).all()
