"""The tables of MDCR, from figures that are given."""

import pytest

from paperpool.benchmarks.mdcr import BENCHMARK
from paperpool.evaluation.published import PublishedScore
from paperpool.evaluation.tables import METRIC_COLUMNS
from paperpool.pages.results import Results
from paperpool.pages.run_info import RunLabel
from paperpool.pages.scores import Score
from paperpool.workflow.report.mdcr.section import build_section
from paperpool.workflow.report.mdcr.tables import (
    describe_handicap,
    list_handicapped,
    list_models,
    rankers_of,
    slice_title,
)
from paperpool.workflow.report.mdcr.tables import (
    slice_table as table_in_words,
)

from ...made.mdcr_run import RANKERS, metric_rows, write_run
from ...made.one_section import split_inputs
from ...made.tables import write_frame


def slice_table(figures, slices, measures, with_mean=False):
    return table_in_words(figures, slices, measures, ("slice", "Figures.", "table"), with_mean)


def names_of(table):
    return [cell.text for cell in table.columns[1:]]


def rows_of(table, measure=None):
    """Return the rows of scores, those below the title of ``measure`` if there are titles."""
    rows, title = [], None
    for row in table.rows:
        title = row[0].text if table.is_title(row) else title
        rows += [row] if title == measure and not table.is_title(row) else []
    return rows


def score(ranker, slice_name, value, measure="map", protocol="official", split="test", **more):
    given = {"sd": None, "n_runs": 1, "n_queries": 7, "published": None} | more
    return Score(protocol, split, ranker, slice_name, measure, value, low=None, high=None, **given)


def make_figures(*scores, comparisons=(), baselines=(), others=None, names=None):
    published = {}
    for (system, name, measure), value in (others or {}).items():
        published.setdefault(system, {})["test", name, measure] = PublishedScore(value)
    own = [s for s in scores if s.split == "test"]
    return Results(BENCHMARK, own, comparisons, baselines, published, names or {})


@pytest.mark.parametrize(
    ("slice_name", "title"),
    [
        ("all", "All fields"),
        ("200000", "200,000"),
        ("Political Science", "Political Science"),
        ("type:most_cited", "most cited"),
        ("type:true", "cited papers"),
        ("type:graph", "graph neighbours"),
        ("type:random", "random"),
        ("type:scincl", "scincl"),
    ],
)
def test_a_slice_in_words(slice_name, title):
    assert slice_title(slice_name) == title


def test_rows_are_slices_in_a_group_per_measure_and_all_fields_come_last():
    figures = make_figures(
        *(
            score(ranker, slice_name, value, measure)
            for ranker, value in (("a", 0.25), ("b", 0.5))
            for slice_name in ("all", "Art", "Law")
            for measure in ("map", "recall_5")
        )
    )
    table = slice_table(figures, ["all", "Law", "Art"], ["recall_5", "map"])
    assert names_of(table) == ["a", "b"]
    assert [row[0].text for row in table.rows if table.is_title(row)] == ["R@5", "MAP"]
    for measure in ("R@5", "MAP"):
        rows = rows_of(table, measure)
        assert [row[0].text for row in rows] == ["Law", "Art", "All fields"]
        assert [row[0].kind for row in rows] == ["", "", "total"]
        assert [[cell.text for cell in row[1:]] for row in rows] == [["25.00", "50.00"]] * 3
    assert table.title == "Figures."


def test_the_best_of_a_row_is_marked_and_equal_texts_alike():
    figures = make_figures(
        score("a", "Art", 0.30001), score("b", "Art", 0.3), score("c", "Art", 0.2999)
    )
    [row] = rows_of(slice_table(figures, ["Art"], ["map"]))
    assert [cell.bold for cell in row[1:]] == [True, True, False]


def test_a_figure_that_is_not_there_leaves_a_cell_and_no_best():
    figures = make_figures(score("a", "Art", None, n_queries=1), score("b", "Law", 0.5))
    art, law = rows_of(slice_table(figures, ["Art", "Law"], ["map"]))
    assert [cell.text for cell in art[1:]] == [law[1].text] * 2 != ["50.00"] * 2
    assert not any(cell.bold for cell in art)
    assert [cell.bold for cell in law[1:]] == [False, True]
    assert (art[0].note, law[0].note) == ("1 query", "7 queries")


def test_systems_that_only_the_paper_has_follow_where_they_have_a_figure_of_the_table():
    others = {
        ("SciNCL", "Art", "map"): 0.347,
        ("Aspire", "Law", "map"): 0.4,
        ("SPECTER", "Art", "ndcg"): 0.6,
    }
    table = slice_table(make_figures(score("a", "Art", 0.25), others=others), ["Art"], ["map"])
    assert names_of(table) == ["a", "SciNCL"]
    assert [cell.note for cell in table.columns[1:]] == ["", "published only"]
    [row] = rows_of(table)
    assert [(cell.text, cell.bold) for cell in row[1:]] == [("25.00", True), ("34.70", False)]
    assert "published" in table.title


def test_the_mean_is_over_the_rankers_that_have_a_figure():
    others = {("AVG", "type:graph", "map"): 0.559}
    figures = make_figures(
        score("a", "type:graph", 0.25),
        score("b", "type:graph", 0.5),
        score("a", "type:random", None),
        score("b", "type:random", 0.125),
        score("b", "type:random", 0.9, split="val"),
        others=others,
    )
    slices = ["type:graph", "type:random"]
    table = slice_table(figures, slices, ["map"], with_mean=True)
    mean = "mean of the rankers"
    assert names_of(table) == ["a", "b", mean, "AVG"]
    graph, random = ([cell.text for cell in row[1:]] for row in rows_of(table))
    assert graph == ["25.00", "50.00", "37.50", "55.90"] and random[2] == "12.50"
    assert not any(row[3].bold or row[3].marks for row in table.rows)
    assert mean not in names_of(slice_table(figures, slices, ["map"]))


def test_one_ranker_has_no_mean():
    table = slice_table(make_figures(score("a", "Art", 0.25)), ["Art"], ["map"], with_mean=True)
    assert names_of(table) == ["a"]


def test_a_figure_that_the_paper_prints_of_a_ranker_counts_as_published():
    figures = make_figures(score("a", "Art", 0.25, published=0.2))
    table = slice_table(figures, ["Art"], ["map"])
    assert "published" in table.title
    assert table.rows[0][1].below == {"published": "20.00", "difference": "+5.00"}


def test_the_runs_are_those_of_the_slices_that_are_shown():
    figures = make_figures(score("a", "500", 0.3, n_runs=3, sd=0.01), score("a", "Art", 0.3))
    assert "over 3 samplings" in slice_table(figures, ["500"], ["map"]).title
    assert "±" not in slice_table(figures, ["Art"], ["map"]).title


def of_types(rankers, types, names=None):
    return make_figures(
        *(score(ranker, slice_name, 0.5) for ranker in rankers for slice_name in ("Art", "all")),
        *(score(ranker, f"type:{kind}", 0.5) for ranker in rankers for kind in types),
        names=names,
    )


def test_a_ranker_that_chose_negatives_is_known_by_its_name_or_by_the_papers():
    figures = of_types(["mine", "bm25"], ["bm25", "scincl", "graph"], {"mine": "SciNCL"})
    assert list_models(figures) == ["bm25", "scincl"]
    assert rankers_of(figures, "scincl") == ["mine"] and rankers_of(figures, "graph") == []
    assert list_handicapped(figures) == ["bm25", "mine"]
    rows = rows_of(slice_table(figures, ["type:scincl", "type:graph", "all"], ["map"]))
    assert [[cell.kind for cell in row[1:]] for row in rows] == [["chosen", ""], ["", ""], ["", ""]]
    assert [[cell.raised for cell in row[1:]] for row in rows] == [["", ""], ["", ""], ["†", "†"]]


TYPES = ["graph", "most_cited", "random"]


@pytest.mark.parametrize(
    ("rankers", "models", "words"),
    [
        ("bm25 b c", "bm25 b c", ("Half", "bm25, b and c", "bm25, b and c")),
        ("bm25 x", "bm25 b c", ("Half", "bm25, b and c", "bm25")),
        ("bm25 x", "bm25", ("1 of 4 types", "bm25", "bm25")),
    ],
)
def test_the_handicap_in_words(rankers, models, words):
    text = "{} of the negatives come from what {} ranked highest. That handicaps {} in the average"
    figures = of_types(rankers.split(), [*models.split(), *TYPES])
    assert describe_handicap(figures).startswith(text.format(*words))


def test_no_handicap_where_no_model_is_ranked():
    assert describe_handicap(of_types(["x"], ["bm25", *TYPES])) == ""
    assert describe_handicap(of_types(["x"], [])) == ""


def test_of_large_pools_the_card_has_the_scores_with_a_published_one_alone(tmp_path):
    inputs = write_run(tmp_path)
    rows = metric_rows()
    chosen = [r for r in rows if r["benchmark"] != "mdcr" and r["metric"] == "map"]
    for row in chosen:
        row["published"] = 0.5
    write_frame(tmp_path / "metrics.csv", METRIC_COLUMNS, rows)
    [card] = build_section(RunLabel("small", False), *split_inputs(inputs)).cards
    assert (card.anchor, card.n_queries) == ("mdcr-benchmark", 2)
    ranked = {name: i / 10 for i, name in reversed(list(enumerate(RANKERS, 1)))}
    assert [(score.ranker, score.value) for score in card.scores] == list(ranked.items())
    assert len(card.compared) == len(chosen) and {s.published for s in card.compared} == {0.5}
    titles = dict.fromkeys(score.title for score in card.compared)
    assert list(titles) == ["MDCR, pools of a size", "MDCR, pools of a field"]
    assert card.compared[0].cell.startswith("MDCR, pools of a size: MAP, 500, ")
