"""The report's section on citations and relevance, and its figures in the form of scores."""

import pandas as pd
import pytest

from paperpool.extras.citations_and_relevance.figures import COLUMNS as FIGURE_COLUMNS
from paperpool.extras.citations_and_relevance.figures import list_figures
from paperpool.extras.citations_and_relevance.mdcr_beside import (
    CANDIDATE_COLUMNS,
    ORDER_COLUMNS,
    RANKER_COLUMNS,
)
from paperpool.extras.citations_and_relevance.measuring import COLUMNS, MEASURES
from paperpool.extras.citations_and_relevance.relations import LINK_COLUMNS, RELATIONS
from paperpool.extras.citations_and_relevance.section import build_section
from paperpool.pages.run_info import RunLabel

from ...made.tables import write_frame


@pytest.fixture
def files(tmp_path):
    """All tables of a run, of one collection, with a made figure in each cell."""
    relations = []
    for grade in (1, 4):
        for relation in RELATIONS:
            for neighbours in ("citations", "bm25")[: 1 + (grade == 4)]:
                for measure in MEASURES:
                    cell = (grade, relation, neighbours, measure, 0.3579, 0.25, 0.5, 90, 1000)
                    relations.append(cell)
    tables = {
        "cf/relations": (COLUMNS, relations),
        "cf/links": (LINK_COLUMNS, [(relation, 1239, 900, 3059) for relation in RELATIONS]),
        "candidates": (CANDIDATE_COLUMNS, [("graph", 4, 0.1234, 0.1, 0.2, 120, 1200, 148)]),
        "orders": (
            ORDER_COLUMNS,
            [("mdcr", "map, AP", "cf", "questions", 0.6, 0.2, 0.9, 6, 140, 99)],
        ),
        "rankers": (
            RANKER_COLUMNS,
            [
                (
                    "mdcr",
                    "map, AP",
                    "cf",
                    "questions",
                    "minilm",
                    "S2ORC",
                    0.5,
                    1,
                    0.3,
                    2,
                    0.4,
                    0.1,
                    0.7,
                )
            ],
        ),
        "known_citations": (
            "slice candidates share ci_low ci_high n_topics n_candidates".split(),
            [
                ("all", "cited", 0.1439, 0.11, 0.18, 50, 966),
                ("all", "difference", 0.08, 0, 1, 50, ""),
            ],
        ),
    }
    paths = {}
    for name, (columns, rows) in tables.items():
        paths[name] = tmp_path / f"{name}.csv"
        paths[name].parent.mkdir(exist_ok=True)
        write_frame(paths[name], columns, rows)
    return paths


def group(files):
    """Return the files as the report's job has them, those of a collection in a group."""
    grouped = {"cf": {}}
    for name, path in files.items():
        collection, _, table = name.rpartition("/")
        (grouped[collection] if collection else grouped)[table] = path
    return grouped


def test_every_table_is_shown(files):
    settings = {"relevant": {"cf": 4}}
    fragment = build_section(RunLabel("run", False), group(files), settings)
    assert fragment.links == [("citations-and-relevance", "Citations and relevance")]
    html = fragment.html
    for text in ("35.79 [25.00, 50.00]", "12.34 [10.00, 20.00]", "0.60 [0.20, 0.90]", "14.39"):
        assert text in html
    assert "minilm (S2ORC)" in html and "bibliographic coupling (3,059 pairs)" in html
    assert "cf: relevant from the grade 1" in html and "<svg" in html


def test_a_run_without_mdcr_shows_the_relations_alone(files):
    only = {"cf": group(files)["cf"]}
    html = build_section(RunLabel("run", False), only, {"relevant": {"cf": 4}}).html
    assert "35.79" in html and "MDCR" not in html


def test_each_figure_can_be_checked(files):
    figures = list_figures(files)
    assert tuple(figures) == FIGURE_COLUMNS
    cell = ["benchmark", "protocol", "split", "ranker", "slice", "metric"]
    assert not figures.duplicated(cell).any()
    found = figures.set_index(cell).value
    assert found["cf", "relations", "grade-4", "bm25", "cites", "precision"] == 0.3579
    assert found["candidates", "judged", "grade-4", "people", "graph", "share"] == 0.1234
    assert found["cf", "orders", "questions", "minilm", "mdcr: map, AP", "favour"] == 0.4
    n_relations = len(pd.read_csv(files["cf/relations"]))
    assert len(figures) == n_relations + len(RELATIONS) + 5
