import csv
import shutil

import pytest

from paperpool.errors import UserError
from paperpool.scisumm.read import submitted as submitted_files
from paperpool.scisumm.read.submitted import load_rows, read_submissions, write_rows

from ...made.scisumm_release import submit


@pytest.fixture
def submitted(made_read, tmp_path):
    """The folder of a sound submission for both splits of the made release."""
    submit(made_read, tmp_path / "mine")
    return tmp_path / "mine"


@pytest.fixture
def read(made_read):
    """Return a function: the submission in a folder, checked against the made release."""
    return lambda folder, strict=True: read_submissions(
        "mine", folder, made_read.citances, made_read.sentences, strict
    )


def edit(path, change):
    """Rewrite a CSV file with its rows (the header is the first) changed in place."""
    with path.open(newline="") as file:
        rows = list(csv.reader(file))
    change(rows)
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(rows)


def set_cells(path, cells):
    """Set some cells, by their place, in the first row of a CSV file."""

    def change(rows):
        for place, cell in cells.items():
            rows[1][place] = cell

    edit(path, change)


def problems(read, folder):
    with pytest.raises(UserError) as error:
        read(folder)
    return [problem.what for problem in error.value.problems]


def test_rows_are_read_in_the_order_of_the_file(submitted, read):
    submissions = read(submitted)
    assert list(submissions) == ["C00-0001", "P02-0003", "W01-0002"]
    row = submissions["P02-0003"][1]
    assert (row.citance_id, row.citing_id, row.sids) == ("P02-0003:2", "N03-0002", (5, 2))
    assert row.reference_offset == "['5','2']"
    expected = read(submitted)["P02-0003"]
    edit(submitted / "Task1/P02-0003.csv", lambda rows: rows.append(rows.pop(1)))
    assert read(submitted)["P02-0003"] == expected[::-1]
    set_cells(submitted / "Task1/P02-0003.csv", {8: "NA", 9: "NA"})
    assert read(submitted)["P02-0003"][0].sids == ()


def test_rows_are_written_as_a_table_and_read_again(submitted, read, tmp_path):
    set_cells(submitted / "Task1/P02-0003.csv", {0: "77", 6: "They pars ed."})
    submissions = read(submitted, strict=False)
    write_rows(tmp_path / "rows.parquet", submissions)
    assert load_rows(tmp_path / "rows.parquet") == submissions
    assert submissions["P02-0003"][0].citance_id is None


def test_files_may_lie_in_the_folder_itself_and_cover_one_split(tmp_path, read, submitted):
    (problem,) = problems(read, tmp_path)
    assert problem.startswith("Run 'mine': no submission")
    for name in ("C00-0001", "W01-0002"):
        (submitted / f"Task1/{name}.csv").unlink()
    assert list(read(submitted / "Task1")) == ["P02-0003"]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda rows: rows.pop(), "P02-0003: 1 citances missing: P02-0003:2."),
        (lambda rows: rows.append(rows[1]), "P02-0003: 1 citances repeated: row 3 (N03-0001)."),
        (
            lambda rows: rows.append(["8", *rows[1][1:6], "Unheard of.", *rows[1][7:]]),
            "P02-0003: 1 citances unknown: row 3 (N03-0001).",
        ),
        (lambda rows: rows.append(["9", "P02-0003"]), "P02-0003: rows that cannot be read: 3 2 c"),
    ],
)
def test_citances_have_to_be_those_of_the_release(submitted, read, change, what):
    edit(submitted / "Task1/P02-0003.csv", change)
    (problem,) = problems(read, submitted)
    assert problem.startswith(f"Run 'mine': {what}")


@pytest.mark.parametrize(
    ("offset", "text", "what"),
    [
        ("['99']", '<S sid="99">x</S>', "unknown sentences: 99"),
        ("['5','2']", '<S sid="5">x</S>', "Reference Text and Reference Offset"),
        ("['5']", "NA", "Reference Text and Reference Offset"),
        ("", "", "neither sentences nor NA"),
        ("NA", '<S sid="5">x</S>', "neither sentences nor NA"),
        ("['5','5']", '<S sid="5">x</S>', "a sentence is repeated"),
    ],
)
def test_sentences_have_to_be_those_of_the_paper(submitted, read, offset, text, what):
    set_cells(submitted / "Task1/P02-0003.csv", {8: offset, 9: text})
    (problem,) = problems(read, submitted)
    assert problem.startswith(f"Run 'mine': P02-0003, row 1 (P02-0003:1): {what}")


def test_files_that_are_named_otherwise_are_one_problem(submitted, read):
    for path in (submitted / "Task1").iterdir():
        path.rename(path.with_name(f"run1_{path.name}"))
    with pytest.raises(UserError) as error:
        read(submitted, strict=False)
    [problem] = error.value.problems
    assert problem.what == "Run 'mine': none of its 3 files is named as a reference paper."
    assert problem.hint.endswith("All would be known but for the prefix 'run1_'.")


def test_a_file_that_is_too_large_is_not_read(submitted, read, monkeypatch):
    largest = max(path.stat().st_size for path in (submitted / "Task1").iterdir())
    monkeypatch.setattr(submitted_files, "MAX_FILE", largest)
    assert len(read(submitted)) == 3
    with (submitted / "Task1/P02-0003.csv").open("a") as file:
        file.write("\n" * largest)
    [problem] = problems(read, submitted)
    assert problem == "Run 'mine': the file is too large."


def test_all_problems_are_told_at_once(submitted, read):
    folder = submitted / "Task1"
    shutil.copy(folder / "P02-0003.csv", folder / "X99-0001.csv")
    (folder / "C00-0001.csv").unlink()
    edit(folder / "P02-0003.csv", lambda rows: rows.pop())
    assert problems(read, submitted) == [
        "Run 'mine': P02-0003: 1 citances missing: P02-0003:2.",
        "Run 'mine': X99-0001 is not a reference paper of the release.",
        "Run 'mine': 1 reference papers of train missing: C00-0001.",
    ]


@pytest.mark.parametrize("number", ["1", "1.0"])
def test_a_citance_with_another_sentence_is_found_by_its_number(submitted, read, caplog, number):
    set_cells(submitted / "Task1/P02-0003.csv", {0: number, 6: "They  pars ed."})
    first, second = read(submitted)["P02-0003"]
    assert (first.citance_id, second.citance_id) == ("P02-0003:1", "P02-0003:2")
    assert "found by their citance number" in caplog.text and "row 1 (N03-0001)" in caplog.text


def test_the_sentence_goes_before_the_number(submitted, read):
    def change(rows):  # of two rows with one number, one has the sentence
        rows[2:] = [[*rows[1][:6], "Altered.", *rows[1][7:]], rows[2]]

    path = submitted / "Task1/P02-0003.csv"
    edit(path, change)
    assert problems(read, submitted) == [
        "Run 'mine': P02-0003: 1 citances repeated: row 2 (N03-0001)."
    ]
    found = read(submitted, strict=False)["P02-0003"]
    assert [row.citance_id for row in found] == ["P02-0003:1", None, "P02-0003:2"]


def test_a_row_of_an_unknown_citance_is_kept_for_the_official_figures(submitted, read):
    set_cells(submitted / "Task1/P02-0003.csv", {0: "77", 6: "They pars ed."})
    told = problems(read, submitted)
    assert told == [
        "Run 'mine': P02-0003: 1 citances missing: P02-0003:1.",
        "Run 'mine': P02-0003: 1 citances unknown: row 1 (N03-0001).",
    ]
    row = read(submitted, strict=False)["P02-0003"][0]
    assert (row.citance_id, row.citing_article, row.sids) == (None, "N03-0001", (5, 2))
    assert row.reference_text.startswith('<S sid="5">')


def test_a_citance_is_found_by_its_clean_text_too(submitted, read, caplog):
    set_cells(submitted / "Task1/P02-0003.csv", {0: "77", 6: "They parse trees."})
    row = read(submitted)["P02-0003"][0]
    assert row.citance_id == "P02-0003:1" and not caplog.text
    assert row.citation_text == "They parse trees."  # as it was written


def test_a_submission_of_ours_has_both_texts(submitted):
    with (submitted / "Task1/P02-0003.csv").open(newline="") as file:
        rows = [row[6:8] for row in csv.reader(file)]
    assert rows[0] == ["Citation Text", "Citation Text Clean"]
    assert rows[1] == ["They parse.", "They parse trees."]
    assert rows[2] == ["They search.", "They search."]  # without a clean one


def test_where_checks_only_warn_the_rest_is_read(submitted, read, caplog):
    folder = submitted / "Task1"
    edit(folder / "P02-0003.csv", lambda rows: rows.pop())
    assert [row.citance_id for row in read(submitted, strict=False)["P02-0003"]] == ["P02-0003:1"]
    assert "citances missing: P02-0003:2" in caplog.text
