"""Micro- and macro-F1 by hand and against scikit-learn."""

import math

import numpy as np
import pytest
from sklearn.metrics import f1_score

from paperpool.collections.facets import LABELS
from paperpool.facets.scores import score_labels


def test_figures_by_hand():
    given = ["background", "background", "method", "result", "objective"]
    found = ["background", "method", "method", "method", "background"]
    assert score_labels(given, found) == pytest.approx(
        {
            "micro_f1": 2 / 5,
            "merged_f1": 3 / 5,
            "macro_f1": (2 / 4 + 2 / 4 + 0 + 0) / 4,
            "f1_background": 2 / 4,
            "f1_objective": 0,
            "f1_method": 2 / 4,
            "f1_result": 0,
            "f1_other": math.nan,
        },
        nan_ok=True,
    )


def test_figures_equal_those_of_scikit_learn():
    generator = np.random.default_rng(3)
    given, found = generator.choice(LABELS, (2, 500), p=[0.4, 0.1, 0.3, 0.15, 0.05]).tolist()
    scores = score_labels(given, found)
    assert scores["micro_f1"] == pytest.approx(f1_score(given, found, average="micro"))
    assert scores["macro_f1"] == pytest.approx(f1_score(given, found, average="macro"))
    each = f1_score(given, found, average=None, labels=list(LABELS))
    assert [scores[f"f1_{label}"] for label in LABELS] == pytest.approx(each.tolist())


def test_no_sentence_has_no_figure():
    assert all(math.isnan(value) for value in score_labels([], []).values())
