"""Published scores of cited text identification, as printed."""

import csv

import pytest

from paperpool.evaluation.published import read_cells

KEYS = ["benchmark", "split", "system", "slice", "metric"]


@pytest.fixture(scope="module")
def path(root):
    return root / "workflow/scripts/paperpool/resources/published/scisumm.csv"


@pytest.fixture(scope="module")
def figures(path):
    return read_cells(path, KEYS)


def test_every_cell_is_there_once(path, figures):
    with path.open(encoding="utf-8", newline="") as file:
        assert len(list(csv.reader(file))) == len(figures) + 1
    of_table_2 = [key for key in figures if key[0] == "scisumm"]
    assert len(of_table_2) == 4 * 2 * 3 + 2 + 3 + 3 * 3
    assert len([key for key in figures if key[0] == "scisumm-ablation"]) == 14 * 2 * 2
    assert len([key for key in figures if key[0] == "scisumm-lengths"]) == 5
    assert len([key for key in figures if key[0] == "scisumm-corpus"]) == 4 * 2


def test_shares_are_fractions_and_the_tables_agree_with_each_other(figures):
    for (benchmark, split, system, part, metric), value in figures.items():
        assert part == "all"
        if benchmark in ("scisumm", "scisumm-ablation"):
            assert 0 < value < 1
        if benchmark == "scisumm-ablation":
            assert figures.get(("scisumm", split, system, part, metric), value) == value
