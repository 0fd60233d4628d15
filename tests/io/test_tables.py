"""The tables of scores in docs/: made from the scores of runs, and taken from a run."""

import csv
import re

import pytest

PAGES = [
    *("results", "csfcube", "mdcr", "scisumm", "scisearch", "collections", "facets", "machines"),
    *("pools", "annotation", "training", "corpus", "protocols"),
]
"""Pages of docs/ with scores of rankers and labellers."""

SCORES = re.compile(r"^\|[^`\n]*\| *[^`|\n]*\d\.\d", re.MULTILINE)
"""A line of a table with a decimal fraction."""

SHOWN = re.compile(r"^\[[^\]]*\]\(tables/(scores|measured)/([\w-]+)\.csv\)$", re.MULTILINE)


@pytest.fixture(scope="module")
def make(load_program):
    return load_program("docs/tables/make_tables.py")


@pytest.fixture(scope="module")
def take(load_program):
    return load_program("docs/tables/take_figures.py")


def test_every_table_is_as_generated_and_shown_once(root, make, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["make_tables.py", "--check"])
    assert make.main() == 0, f"make tables\n{capsys.readouterr().out}"
    pages = [page.read_text() for page in sorted((root / "docs").rglob("*.md"))]
    shown = sorted(found for page in pages for found in SHOWN.findall(page))
    folders = [root / "docs/tables" / kind for kind in ("measured", "scores")]
    assert shown == sorted((folder.name, f.stem) for folder in folders for f in folder.iterdir())
    assert {name for kind, name in shown if kind == "scores"} == set(make.read_tables())


def test_a_typed_score_is_found(make, monkeypatch, capsys):
    read = make.read_text
    monkeypatch.setattr(make, "read_text", lambda path: read(path).replace("best,24.01", "best,25"))
    monkeypatch.setattr("sys.argv", ["make_tables.py", "--check"])
    assert make.main() == 1
    assert capsys.readouterr().out == "docs/tables/scores/csfcube.csv: not as generated\n"


@pytest.mark.parametrize("page", PAGES)
def test_scores_stand_in_files_below_the_command_that_prints_them(root, page):
    text = (root / f"docs/{page}.md").read_text()
    assert not [line for line in text.splitlines() if SCORES.match(line)]
    for shown in SHOWN.finditer(text):
        section = text[: shown.start()].rpartition("\n## ")[2]
        assert re.search(r"snakemake|studies/|bench/|metrics\.csv", section), shown[0]


def test_the_text_repeats_what_the_tables_have(root):
    text = " ".join((root / "docs/results.md").read_text().split())
    with (root / "workflow/scripts/paperpool/resources/expected/csfcube.csv").open() as file:
        values = {
            row["ranker"]: float(row["value"])
            for row in csv.DictReader(file)
            if (row["protocol"], row["split"], row["slice"], row["metric"])
            == ("official", "test", "all", "ndcg%20")
        }
    readme = " ".join((root / "README.md").read_text().split())
    assert f"`best` has an NDCG%20 of {100 * values['best']:.1f}" in readme
    above = 100 * (values["best"] - values["specter"])
    assert f"**`best`** is {above:.1f} points above the released SPECTER run" in text


def made(make, monkeypatch, figures, **table):
    """Return the lines of a table over ``figures``."""
    monkeypatch.setattr(make, "read_figures", lambda file: figures)
    table = {"file": "f.csv", "head": "ranker", "label": "{ranker}", **table}
    return list(make.make_table("mine", table))


ROWS = [
    {"ranker": "a", "split": "test", "value": "0.5", "sd": "0.01", "ci_low": "", "p": "0.0002"},
    {"ranker": "b", "split": "test", "value": "0.25", "sd": "", "ci_low": "-0.1", "p": "1.0"},
]


def test_cells_show_figures_parts_and_what_is_absent(make, monkeypatch):
    lines = made(
        *(make, monkeypatch, ROWS),
        absent="–",
        rows=[{"ranker": ["a", "b"], "own": "b"}, {"ranker": "c", "label": "**c**"}],
        columns=[
            {"title": "mean", "split": "test", "show": ["{value:.2f}", " ± {sd:.1f}"]},
            {"title": "low", "show": ["{ci_low:.1f}"]},
            {"title": "p", "show": ["{p:.2g}"]},
        ],
    )
    assert lines == [
        ["ranker", "mean", "low", "p"],
        ["a", "50.00 ± 1.0", "–", "0.0002"],
        ["b", "(25.00)", "(−10.0)", "(1)"],
        ["**c**", "–", "–", "–"],
    ]


def test_a_figure_less_another_of_its_row(make, monkeypatch):
    column = {"title": "more", "split": "test", "less": {"ranker": "b"}, "show": ["{above:+.1f}"]}
    lines = made(make, monkeypatch, ROWS, rows=[{"ranker": "a"}], columns=[column])
    assert lines[1] == ["a", "+25.0"]


def test_a_figure_that_is_not_there_or_there_twice_is_an_error(make, monkeypatch):
    for rows, ranker, said in ((ROWS, "c", "no score"), (ROWS * 2, "a", "2 scores")):
        with pytest.raises(make.Unclear, match=said):
            made(make, monkeypatch, rows, rows=[{"ranker": ranker}], columns=[{"title": "x"}])


def write(path, header, *rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([header, *rows]) + "\n")


def test_figures_are_taken_from_the_runs_own_table(take, tmp_path):
    header = "ranker,metric,value,ci_low,n_queries"
    write(tmp_path / "mine/t/metrics.csv", header, "a,map,0.12345,0.1,7", "b,map,0.5,,7")
    row = {"config": "mine", "table": "t/metrics.csv", "ranker": "a", "metric": "map"}
    typed = {**row, "value": "0.1234", "ci_low": "", "tolerance": take.ROUNDED}
    taken = take.take(typed, tmp_path / "mine")
    assert taken == {**row, "value": "0.12345", "ci_low": "0.1", "tolerance": ""}
    assert take.take({**typed, "tolerance": "0.02"}, tmp_path / "mine")["tolerance"] == "0.02"
    with pytest.raises(LookupError, match="0 figures of c map"):
        take.take({**typed, "ranker": "c"}, tmp_path / "mine")
