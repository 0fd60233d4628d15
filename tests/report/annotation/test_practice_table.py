"""The practice round on the report: a row for each annotator."""

from dataclasses import replace

from paperpool.annotation.material import Item
from paperpool.annotation.practice import Settled
from paperpool.annotation.practice_scores import score_practice
from paperpool.report.annotation import section
from paperpool.report.annotation.practice_table import read_practice
from paperpool.tables import write_csv

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
