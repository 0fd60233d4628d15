"""The report's section on model judges."""

import pytest

from paperpool.collections.collection import Collection, Judgments, Pool
from paperpool.collections.schemes import find_scheme
from paperpool.evaluation.paired_draws import Resampling
from paperpool.extras.judges.agreement import make_ground
from paperpool.extras.judges.board import make_board
from paperpool.extras.judges.grade_files import Judge
from paperpool.extras.judges.section import build_section, list_judges
from paperpool.io.tables import write_csv
from paperpool.pages.run_info import RunLabel
from paperpool.pages.section import Text, list_tables
from tests.made.collection import make_collection, order_by_grade
from tests.made.schemes import TWO_FACETS, two_facets_scheme

JUDGE = "<judge> & co"


def write_tables(folder, collection, runs, judges):
    """Write the tables of judges; return the files of the section."""
    paths = {"scheme": find_scheme(None)}
    for name, table in make_board(collection, runs, judges, Resampling(1, 100, 1)).items():
        paths[name] = folder / f"{name}.csv"
        write_csv(paths[name], table)
    return paths


@pytest.fixture
def files(tmp_path):
    """The tables of a judge who turns every grade round, one who agrees with people, and one who
    graded nothing."""
    judged = make_collection()
    people = {}
    for item in make_ground(judged).items:
        people[item] = judged.judgments[item[:2]].grades()[item.candidate_id]
    judges = {
        JUDGE: Judge({item: 3 - grade for item, grade in people.items()}, 0, ("wrong",)),
        "people": Judge(people, 4),
        "idle": Judge({}, 2),
    }
    runs = {"right": order_by_grade(judged, 1), "wrong": order_by_grade(judged, -1)}
    return write_tables(tmp_path, judged, runs, judges)


def read_board(board):
    """Return the texts of a board by title, judge and head."""
    heads = [cell.text for cell in board.columns]
    rows = {}
    for title, row in board.titled_rows:
        cells = [cell.text for cell in row]
        rows[title.text, cells[0]] = dict(zip(heads, cells, strict=True))
    return rows


def test_the_board_is_one_table(files):
    _, counts, board, alpha = list_judges(files)
    assert counts.items[2] == "idle: 0; without a grade 2; by people too 0"
    assert list_tables([board]) == [board]
    rows = read_board(board)
    assert set(rows) == {
        ("beside settled grades", JUDGE),
        ("beside settled grades", "people"),
        (f"beside {JUDGE}", "people"),
    }
    same = rows["beside settled grades", "people"]
    assert same["κ"] == same["τ"] == "1.00 [1.00, 1.00]" and same["α"] == "1.00"
    assert same["2"] == "0.00" and same["circularity"] == same["ranks won"] == "–"
    against = rows["beside settled grades", JUDGE]
    assert (against["0"], against["3"]) == ("3.00", "−3.00")
    assert against["τ"] == "−1.00 [−1.00, −1.00]"
    assert against["circularity"].startswith("+") and against["ranks won"] == "1.00"
    assert alpha.text.startswith("Krippendorff's α of all judges: −0.")


def test_a_judge_who_graded_nothing_is_told(tmp_path):
    *_, last = list_judges(write_tables(tmp_path, make_collection(), {}, {"idle": Judge({}, 2)}))
    assert last == Text("Nothing to compare.")


def test_names_of_judges_are_escaped_on_the_page(files):
    fragment = build_section(RunLabel("run", False), files, {})
    assert fragment.links == [("judges", "Judges")]
    assert "&lt;judge&gt; &amp; co" in fragment.html and "<judge>" not in fragment.html


def test_grades_are_those_of_the_scheme(tmp_path):
    judged = {("q", "evidence"): Judgments(("a", "b"), (0, 1), {})}
    collection = Collection({}, {"q": Pool((), ())}, judged, {}, scheme=two_facets_scheme())
    judges = {"x": Judge(dict.fromkeys(make_ground(collection).items, 1))}
    files = write_tables(tmp_path, collection, {}, judges)
    files["scheme"] = tmp_path / "scheme.yaml"
    files["scheme"].write_text(TWO_FACETS)
    board = list(list_judges(files))[-1]
    assert [cell.text for cell in board.columns][-3:] == ["bias", "0", "1"]
