import pytest

from paperpool.scisumm.judge.human import COLUMNS, human_table

from ...made.scisumm_plain_rows import gold

TEXTS = {("P1", 1): "cat dog", ("P1", 2): "bird emu"}

ANN = [gold("['1']", citance=1, sids=[1]), gold("['2']", citance=2, sids=[2])]
BOB = [
    gold("['1','2']", citance=1, sids=[1, 2], file="P1_bob.csv"),
    gold("['1']", citing="C2", citance=3, sids=[1], file="P1_bob.csv"),
]


def figure(table, protocol, metric, part="all"):
    rows = table.set_index(["protocol", "slice", "metric"])["value"]
    return rows[protocol, part, metric]


def test_each_annotator_is_scored_against_the_other():
    table = human_table("test", ANN + BOB, TEXTS)
    assert list(table.columns) == COLUMNS
    # officially C1: {2} against {1, 2}; C2 is bob's alone. Both ways together: 1 of 1 and 1 of 3
    assert figure(table, "official", "recall") == 2 / 4
    assert figure(table, "official", "precision") == 2 / 4
    # citance 1 alone was judged by both: {1} against {1, 2}
    assert figure(table, "corrected", "f1") == pytest.approx(2 / 3)
    assert figure(table, "corrected", "f1", "P1") == figure(table, "corrected", "f1")


def test_without_common_citances_there_is_no_score():
    assert human_table("train", ANN, TEXTS).empty
    table = human_table("test", [ANN[0], BOB[1]], TEXTS)
    assert figure(table, "corrected", "f1") == figure(table, "corrected", "f1", "P1") == 0
