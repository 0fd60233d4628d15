"""Batches on the report: what is judged, and the recall where it is estimated."""

from dataclasses import replace

import pandas as pd

from paperpool.judging.asking import STOP_COLUMNS
from paperpool.report.annotation import section
from paperpool.report.annotation.stops_table import read_stops
from paperpool.tables import write_csv

from ...made.annotation import EVIL
from ...made.one_section import make_report
from ...made.page_checker import Checker


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
