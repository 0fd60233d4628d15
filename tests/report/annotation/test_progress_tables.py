"""The practice round on the report: a row for each annotator."""

from dataclasses import replace

import pandas as pd

from paperpool.annotation.material import Item
from paperpool.annotation.practice import Settled, score_practice
from paperpool.io.tables import write_csv
from paperpool.judging.asking import STOP_COLUMNS
from paperpool.report.annotation import section
from paperpool.report.annotation.progress_tables import read_practice, read_stops

from ...made.annotation import EVIL
from ...made.one_section import make_report
from ...made.page_checker import Checker


def test_the_practice_round_has_a_row_for_each_annotator(files, tmp_path):
    settled = [Settled(Item("q", "method", f"c{i}"), i, "", "", "") for i in range(4)]
    said = {EVIL: [0, 1, 2, 3], "8": [3, 1, 2, 0], "9": [1, 1, 1, 1]}
    grades = {
        name: {pair.item: grade for pair, grade in zip(settled, own, strict=True)}
        for name, own in said.items()
    }
    write_csv(tmp_path / "practice.csv", score_practice(grades, settled, 0.6))
    rows = read_practice(tmp_path / "practice.csv")
    assert [(row.n_pairs, row.n_asked, row.has_passed) for row in rows] == [
        (4, 4, True),
        (4, 4, False),
        (4, 4, False),
    ]
    assert [row.values[0] for row in rows] == ["1.00", "−0.80", "–"]
    assert 'id="practice"' not in make_report(tmp_path / "without", section, files)
    page = make_report(
        tmp_path / "with", section, replace(files, practice=tmp_path / "practice.csv")
    )
    assert 'id="practice"' in page and "<script>type" not in page
    assert "ρ of at least 0.60 passed" in "".join(Checker(page).text)


def test_batches_tell_what_is_judged_and_the_recall_where_it_is_estimated(files, tmp_path):
    rows = [
        (EVIL, "method", "running", 90, 20, 10, 3, None, None, None, None),
        ("all", "all", "running", 1090, 20, 10, 3, 4.0, 0.75, 0.5, 0.914),
    ]
    write_csv(tmp_path / "stops.csv", pd.DataFrame(rows, columns=STOP_COLUMNS))
    first, last = read_stops(tmp_path / "stops.csv")
    assert (first.recall, first.interval, first.n_pool) == ("–", "", 90)
    assert (last.query, last.recall, last.interval) == ("all", "75", " [50, 91]")
    assert 'id="batches"' not in make_report(tmp_path, section, files)
    checker = Checker(make_report(tmp_path, section, replace(files, stops=tmp_path / "stops.csv")))
    text = " ".join("".join(checker.text).split())
    assert "10 of 1,090 candidates are judged, and 3 found relevant" in text
    assert "an estimated 75% [50, 91] of all that are." in text
    assert "<script>type</script>␀methodrunning9020103–" in text
    assert "script" not in [tag for tag, _ in checker.tags]
