"""The counts of an import and its further passes, as the report shows them."""

import pandas as pd

from paperpool.annotation.agreement import MEASURES
from paperpool.annotation.annotators import COLUMNS as ANNOTATOR_COLUMNS
from paperpool.annotation.further import compare_further
from paperpool.annotation.material import Item
from paperpool.io.files import write_json
from paperpool.io.tables import write_csv
from paperpool.report.annotation.import_tables import (
    FurtherRow,
    read_annotators,
    read_further_passes,
    read_import_counts,
)

GOLD = dict(zip([Item("q", "method", f"c{i}") for i in range(4)], (0, 1, 2, 3), strict=True))


def test_a_pass_has_a_row_per_facet_with_the_digits_of_table_2(tmp_path):
    swapped = dict(zip(GOLD, (0, 1, 3, 2), strict=True))
    passes = {"gpt & co": swapped, "expert": {}}
    write_csv(tmp_path / "further.csv", compare_further(passes, GOLD, MEASURES))
    read = read_further_passes(tmp_path / "further.csv")
    assert list(read) == ["gpt & co", "expert"]
    facets = ["Background", "Method", "Result", "All queries"]
    assert [row.slice for row in read["gpt & co"]] == facets
    # rho 1 - 6 * 2 / (4 * 15); kappa (2/4 - 1/4) / (1 - 1/4)
    background, method, _, over_all = read["gpt & co"]
    assert (method.values[0], *method.values[2:]) == ("0.80", "0.33", "50.00")
    assert over_all.values == method.values and over_all.n_pairs == method.n_pairs == 4
    assert background == FurtherRow("Background", 0, ["–"] * 4)
    assert {tuple(row.values) for row in read["expert"]} == {("–",) * 4}


def test_an_annotator_has_a_row_per_facet_beside_the_other_and_the_settled_grades(tmp_path):
    told = [12.5, "other", 3, 0.5, 0.251, -0.333, -0.5, 0.1, 0.04, 0.2, 0.301]
    untold = [12.5, "settled", 0, *[None] * 8]
    rows = [
        ["ann1", facet, 3, *figures] for facet in ("method", "all") for figures in (told, untold)
    ]
    write_csv(tmp_path / "annotators.csv", pd.DataFrame(rows, columns=ANNOTATOR_COLUMNS))
    [(name, [method, over_all])] = read_annotators(tmp_path / "annotators.csv").items()
    assert (name, method.slice, method.n_graded, method.seconds) == (
        "ann1",
        "Method",
        3,
        "12.5",
    )
    assert over_all.against == {
        "other": ["0.25", "−0.33 [−0.50, 0.10]", "0.20 (p 0.30)"],
        "settled": ["–", "–", "–"],
    }


def test_without_passes_there_are_none(tmp_path):
    write_csv(tmp_path / "further.csv", compare_further({}, GOLD, MEASURES))
    assert pd.read_csv(tmp_path / "further.csv").empty
    assert read_further_passes(tmp_path / "further.csv") == {}


def test_counts_stand_with_their_reasons(tmp_path):
    summary = {
        "rows": {"read": 1215, "used": 1211, "listed": {"no_grade": 1, "skipped": 3}},
        "tasks": {"all": 600, "agreed": 400, "adjudicated": 0, "open": {"not_adjudicated": 200}},
    }
    write_json(tmp_path / "import.json", summary)
    rows, tasks = read_import_counts(tmp_path / "import.json").values()
    assert rows == [
        ("all", 1215),
        ("used", 1211),
        ("not used: no grade", 1),
        ("not used: skipped", 3),
    ]
    assert tasks[3:] == [("open: not adjudicated", 200)]
    for counts in (rows, tasks):
        assert counts[0][1] == sum(n for _, n in counts[1:])


def test_where_all_is_used_and_settled_the_counts_say_zero(tmp_path):
    summary = {
        "rows": {"read": 9, "used": 9, "listed": {}},
        "tasks": {"all": 4, "agreed": 3, "adjudicated": 1, "open": {}},
    }
    write_json(tmp_path / "import.json", summary)
    rows, tasks = read_import_counts(tmp_path / "import.json").values()
    assert (rows[-1], tasks[-1]) == (("not used", 0), ("open", 0))
