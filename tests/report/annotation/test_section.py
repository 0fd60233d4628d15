"""The annotation section: tables, figures and the page they stand on."""

from dataclasses import replace

import pandas as pd
import pytest

from paperpool.collections.collection import Judgments
from paperpool.collections.schemes import UNGRADED, default_scheme
from paperpool.io.files import write_json
from paperpool.io.tables import write_csv
from paperpool.pages.fragments import write_section
from paperpool.workflow.annotation.agreement import (
    MEASURES,
    count_facet_pairs,
    make_measures,
    measure_agreement,
    measure_overruled,
)
from paperpool.workflow.annotation.annotators import COLUMNS as ANNOTATOR_COLUMNS
from paperpool.workflow.annotation.collection_statistics import describe_collection
from paperpool.workflow.annotation.export_rows import Row
from paperpool.workflow.annotation.full_text_agreement import compare_passes
from paperpool.workflow.annotation.full_text_pairs import PASSES
from paperpool.workflow.annotation.further import compare_further
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.pool_sources import count_source_grades
from paperpool.workflow.annotation.practice import Settled, score_practice
from paperpool.workflow.report.annotation import section
from paperpool.workflow.report.annotation.collection import (
    name_grades,
    read_facet_pairs,
    read_source_grades,
    source_grades_bars,
)
from paperpool.workflow.report.annotation.section import list_sections

from ...made.annotation import EVIL, IDS, make_collection, write_tables
from ...made.grids import list_grids, list_rows
from ...made.one_section import make_report
from ...made.page_checker import check_parts, read_text
from ...made.schemes import TWO_FACETS, two_facets_scheme

SCHEME = default_scheme()

JUDGE = "<script>x</script>"
FACETS = ["Background", "Method", "Result", "All queries"]


@pytest.fixture
def files(tmp_path):
    return write_tables(tmp_path, make_collection(), published=True)


def read_tables(files):
    """Return the rows of each table by its label."""
    return {label: list_rows(grid) for label, grid in list_grids(list_sections(files)).items()}


def text_of(files):
    """Return the visible text of the section."""
    return read_text("".join(map(write_section, list_sections(files))))


def test_agreement_stands_beside_the_papers_figures(files):
    grid = list_grids(list_sections(files))["Agreement"]
    before, background, method, result, after, *_ = grid.rows
    assert before[0].text.startswith("Before") and after[0].text.startswith("After")
    assert [cell.text for cell in background] == ["Background", "–", "–", "–", "–", "0"]
    # q1: two of four equal; q2: three of four
    assert (method[4].text, method[5].text, result[1].text) == ("62.50", "2", "1.00")
    assert [cell.below for cell in method[1:5:3]] == [{"published": "0.31"}, {"published": "69.60"}]
    assert not result[1].below
    # a 2 and b 1 where 3 was adjudicated: one of q1's four candidates
    overruled = read_tables(files)["Overruled"]
    assert overruled[0][1] == "–" and overruled[1][:3] == ["Method", "12.50", "1"]
    assert "the paper says 2–3% over all facets" in text_of(files)


def test_the_collections_tables(files):
    tables = read_tables(files)
    found = {name: values for name, *values in tables["The collection"]}
    assert found["Queries (a paper and a facet)"] == ["3", ""]
    assert found["Judged candidates per query, mean"] == ["4.0", "124.9"]
    assert found["Judged candidates of all queries"] == ["12", "6,244"]
    by_period = tables["Queries by period and type"]
    assert ["2000-2004", "3", "2"] in by_period and [EVIL, "3", "2"] in by_period
    assert len(by_period) == 8  # two titles, five periods and a type
    assert tables["Cited papers"] == [["Method", "100.0", "88"], ["Result", "0.0", ""]]


def test_facet_pairs_and_source_grades_are_read(files):
    (pair,) = read_facet_pairs(files["facet_pairs"], 4)
    assert (pair.facet_a, pair.facet_b, pair.n_queries) == ("method", "result", 1)
    assert pair.counts == [[0, 0, 0, 1], [0, 1, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]]
    assert (pair.total, pair.equal) == (4, 1)
    assert read_tables(files)["Grades for two facets, table"][1:3] == [
        ["0", "0", "0", "0", "1"],
        ["1", "0", "1", "0", "0"],
    ]
    facets = read_source_grades(files["source_grades"], 4)
    assert list(facets) == ["method", "result"]
    assert facets["method"]["<b>abs"] == [1, 2, 0, 1]
    assert ["specter", "1", "1", "2", "0", "50.0%"] in read_tables(files)["Grades by source, table"]


def test_reusability_has_a_row_per_source_and_names_the_largest_change(files):
    tables = read_tables(files)
    summary, every = (tables[f"Reusability, MAP{more}"] for more in ("", " of every ranker"))
    assert [len(row) for row in summary].count(1) == 2
    source = next(row for row in summary if row[0] == "specter")
    assert source[1:3] == ["3", "2"]
    start = every.index(["without a source of the pools: specter"])
    rankers = {row[0]: row[1:] for row in every[start + 1 : start + 3]}
    assert list(rankers) == ["bm25", "specter & co"]
    # without c2: q1 method has c3 first for bm25, second for the other; q1 result c0 third, first
    assert rankers["bm25"][4:] == [f"{100 * (1 + 1 / 3 + 0) / 3:.2f}", "2"]
    assert rankers["specter & co"][4:] == [f"{100 * (1 / 2 + 1 + 0) / 3:.2f}", "1"]
    changes = {name: float(row[4]) - float(row[0]) for name, row in rankers.items()}
    name = max(changes, key=lambda n: abs(changes[n]))
    assert source[7:] == [f"{changes[name]:+.2f}".replace("-", "−"), name]


def write_everything(folder, files):
    """Write the further files of an import, and return all files."""
    settled = [Settled(Item("q", "method", f"c{i}"), i, "", "", "") for i in range(4)]
    said = {EVIL: [0, 1, 2, 3], "8": [3, 1, 2, 0], "9": [1, 1, 1, 1]}
    grades = {
        name: {pair.item: grade for pair, grade in zip(settled, own, strict=True)}
        for name, own in said.items()
    }
    told = [12.5, "other", 3, 0.5, 0.251, -0.333, -0.5, 0.1, 0.04, 0.2, 0.301]
    untold = [12.5, "settled", 0, *[None] * 8]
    annotators = [[EVIL, f, 77, *row] for f in ("method", "all") for row in (told, untold)]
    gold = dict(zip([Item("q", "method", f"c{i}") for i in range(4)], (0, 1, 2, 3), strict=True))
    passes = {EVIL: dict(zip(gold, (0, 1, 3, 2), strict=True)), "expert": {}}
    items = [Item("q1", "method", f"c{i}") for i in range(4)]
    both = zip(PASSES, ((0, 1, 2, 3), (0, 1, 2, 2)), (15.5, 290.25), strict=True)
    rows = {
        stage: {i: Row(stage, i, EVIL, g, seconds) for i, g in zip(items, grades, strict=True)}
        for stage, grades, seconds in both
    }
    published = {("all", "agreement"): 0.73, ("all", "seconds_full_text"): 300}
    tables = {
        "practice": score_practice(grades, settled, 0.6, SCHEME),
        "annotators": pd.DataFrame(annotators, columns=ANNOTATOR_COLUMNS),
        "further": compare_further(passes, gold, make_measures(SCHEME), SCHEME),
        "full_text_agreement": compare_passes(rows, 4, SCHEME, published),
    }
    for name, table in tables.items():
        write_csv(folder / f"{name}.csv", table)
    summary = {
        "rows": {"read": 4321, "used": 4320, "listed": {"skipped": 1}},
        "tasks": {"all": 2161, "agreed": 2160, "adjudicated": 1, "open": {}},
    }
    write_json(folder / "import.json", summary)
    paths = {name: folder / f"{name}.csv" for name in tables}
    return {**files, "imported": folder / "import.json", **paths}


def test_an_import_shows_how_the_grading_went(files, tmp_path):
    everything = write_everything(tmp_path, files)
    tables, text = read_tables(everything), text_of(everything)
    practice = [[row[0], *row[1:4], row[-1]] for row in tables["Practice"]]
    assert practice[0] == [EVIL, "4", "4", "1.00", "yes"]
    assert [row[3:] for row in practice[1:]] == [["−0.80", "no"], ["–", "no"]]
    assert "ρ of at least 0.60." in text
    assert ["not used: skipped", "1"] in tables["Import"] and ["open", "0"] in tables["Import"]
    name, method, over_all = tables["Annotators"]
    assert name == [EVIL] and method[:3] == ["Method", "77", "12.5"]
    assert over_all[3:] == ["0.25", "−0.33 [−0.50, 0.10]", "0.20", "0.30", "–", "–"]


def test_passes_have_a_row_per_facet_with_the_digits_of_table_2(files, tmp_path):
    everything = write_everything(tmp_path, files)
    name, background, method, _, over_all, expert, *others = read_tables(everything)[
        "Further passes"
    ]
    assert (name, expert, len(others)) == ([EVIL], ["expert"], 4)
    # rho 1 - 6 * 2 / (4 * 15); kappa (2/4 - 1/4) / (1 - 1/4)
    assert (method[1], *method[3:]) == ("0.80", "0.33", "50.00", "4")
    assert over_all[1:] == method[1:] and background == ["Background", *["–"] * 4, "0"]
    grid = list_grids(list_sections(everything))["Abstracts and full texts"]
    last = {row[0].text: row for row in grid.rows}["All queries"]
    assert [cell.text for cell in last[4:7]] == ["75.00", "15.5", "290.2"]
    assert [cell.below.get("published", "") for cell in last[4:7]] == ["73.00", "", "300"]
    assert [row[0].text for row in grid.rows] == FACETS and grid.rows[1][-2].text == ""


def test_parts_stand_where_their_files_are(files, tmp_path):
    everything = write_everything(tmp_path, files)
    ids = ("practice", "import", "annotators", "further", "full-text")
    fewer = {name: path for name, path in files.items() if name != "reusability"}
    with_all = make_report(tmp_path, section, everything)
    without = make_report(tmp_path, section, fewer)
    tags = check_parts(with_all)
    assert tags.count("table") == tags.count("caption") > 15 and tags.count("svg") == 2
    for name in (*ids, "reusability"):
        assert f'id="{name}"' in with_all and f'id="{name}"' not in without
    assert 'href="#reusability"' in with_all and 'href="#reusability"' not in without
    write_csv(tmp_path / "further.csv", compare_further({}, {}, make_measures(SCHEME), SCHEME))
    assert 'id="further"' not in make_report(tmp_path, section, everything)


def test_without_published_figures_none_is_spoken_of(tmp_path):
    files = write_tables(tmp_path, make_collection(two_facets=False), published=False)
    text = text_of(files)
    for words in ("published", "Table 1", "Table 2", "the paper says", "The release's"):
        assert words not in text, words
    assert "No query paper of this collection was judged for two facets." in text


def test_of_a_first_round_there_are_agreement_and_no_collection(files):
    half_done = Judgments(IDS, (0, 1, 2, UNGRADED), {"a": (0, 1, 2, 2), "b": (0, 1, 2, 3)})
    empty = replace(make_collection(), papers={}, pools={}, judgments={}, queries=[])
    first_round = {
        "agreement": measure_agreement({("q1", "method"): half_done}, SCHEME, {}),
        "overruled": measure_overruled({("q1", "method"): half_done}, SCHEME, {}),
        "collection": describe_collection(empty, {}),
        "facet_pairs": count_facet_pairs(empty),
        "source_grades": count_source_grades(empty),
    }
    for name, table in first_round.items():
        write_csv(files[name], table)
    tables, text = read_tables(files), text_of(files)
    assert [row[4] for row in tables["Agreement"][1:4]] == ["–", "75.00", "–"]
    assert {row[5] for row in tables["Agreement"][5:]} == {"0"}
    assert "No query has all its grades yet." in text and "No query paper" in text
    assert len(tables["The collection"]) == 3 and "Paper type" not in text


def write_claims(folder):
    """Write the tables of a collection of two facets and two grades, and return the files."""
    measures = [f"pre,claim,{name},0.5,,4" for name in MEASURES]
    tables = {
        "agreement": ["stage,facet,measure,value,published,n_queries", *measures],
        "overruled": [
            "facet,value,n_overruled,n_candidates,n_queries,published_low,published_high",
            "evidence,0.25,1,4,1,,",
        ],
        "collection": [
            "statistic,aggregate,value,published",
            "query_facet_pairs,total,2,",
            "rated_1_or_more,mean,3.5,",
            "cited_rated_0,evidence,0.75,",
        ],
        "facet_pairs": [
            "facet_a,facet_b,grade_a,grade_b,n,n_queries",
            *[f"claim,evidence,{a},{b},{1 + a + b},1" for a in (0, 1) for b in (0, 1)],
        ],
        "source_grades": [
            "facet,source,grade,n,share",
            "evidence,cited,0,3,0.75",
            "evidence,cited,1,1,0.25",
        ],
    }
    for name, lines in tables.items():
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n")
    (folder / "claims.yaml").write_text(TWO_FACETS)
    files = {name: folder / f"{name}.csv" for name in tables}
    return files | {"scheme": folder / "claims.yaml"}


def test_another_scheme_has_its_facets_and_its_grades(tmp_path):
    files = write_claims(tmp_path)
    tables, text = read_tables(files), text_of(files)
    assert "grade each candidate from 0 to 1;" in text
    assert [row[0] for row in tables["Agreement"]][1:] == ["Claim"]
    assert tables["Overruled"][0][:2] == ["Evidence", "25.00"]
    assert tables["The collection"][-1] == ["Candidates graded 1 or more per query, mean", "3.5"]
    assert tables["Cited papers"] == [["Evidence", "75.0"]] and "are graded 0, in %" in text
    assert tables["Grades for two facets, table"][1:] == [["0", "1", "2"], ["1", "2", "3"]]
    assert tables["Grades by source, table"][1:] == [["cited", "3", "1", "25.0%"]]
    grades = list_grids(list_sections(files))["Grades by source, table"]
    assert [column.text for column in grades.columns] == [
        "source",
        "grade 0",
        "grade 1",
        "graded 1",
    ]
    check_parts(make_report(tmp_path, section, files))
    assert "background" not in text.lower()


@pytest.mark.parametrize(
    ("n_grades", "opacities"),
    [(2, [0.12, 1.0]), (4, [0.12, 0.35, 0.65, 1.0]), (7, [0.12, 0.235, 0.35, 0.5, 0.65, 0.825, 1])],
)
def test_higher_grades_are_darker_however_many_there_are(n_grades, opacities):
    scheme = two_facets_scheme()
    levels = [replace(scheme.grades[0], number=grade) for grade in range(n_grades)]
    graded = replace(scheme, grades=tuple(levels))
    chart = source_grades_bars({"claim": {"cited": [1] * n_grades}}, graded)
    [row] = chart.panels[0].rows
    assert [mark.style.opacity for mark in row.marks] == pytest.approx(opacities)


@pytest.mark.parametrize(
    ("least", "most", "words"), [(2, 3, "2 or 3"), (1, 1, "1"), (1, 3, "1, 2 or 3")]
)
def test_grades_are_named_in_words(least, most, words):
    assert name_grades(least, most) == words
