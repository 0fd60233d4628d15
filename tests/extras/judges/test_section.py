"""The report's section on model judges."""

import pytest

from paperpool.collections.collection import Collection, Judgments, Pool
from paperpool.collections.schemes import find_scheme
from paperpool.evaluation.paired_draws import Resampling
from paperpool.extras.judges.agreement import make_ground
from paperpool.extras.judges.auditing import audit_judges
from paperpool.extras.judges.grade_files import Judge
from paperpool.extras.judges.section import build_section, list_judges
from paperpool.io.tables import write_csv
from paperpool.pages.run_info import RunLabel
from paperpool.pages.section import Text, list_tables
from tests.made.collection import make_collection, order_by_grade
from tests.made.schemes import TWO_FACETS, two_facets_scheme

JUDGE = "<judge> & co"


@pytest.fixture
def files(tmp_path):
    """The tables of an audit: a judge who turns every grade round, one who agrees with people, and
    one who graded nothing."""
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
    paths = {"scheme": find_scheme(None)}
    for name, table in audit_judges(judged, runs, judges, Resampling(1, 100, 1000)).items():
        paths[name] = tmp_path / f"{name}.csv"
        write_csv(paths[name], table)
    return paths


def test_each_judge_has_its_tables(files):
    parts = list(list_judges(files))
    texts = [part.text for part in parts if isinstance(part, Text)]
    assert texts.count("Nothing to compare.") == 1
    grids = {grid.label: grid for grid in list_tables(parts)}
    agreement = grids["Agreement with people"].rows[0]
    assert (agreement[0].text, agreement[2].text) == ("All queries", "1.00 [1.00, 1.00]")
    assert agreement[5].text == "100.0 [100.0, 100.0]"
    order = grids["Order of the rankers by people"].rows[0]
    assert [cell.text for cell in order[2:]] == ["2", "1.00 [1.00, 1.00]"]
    rankers = grids[f"NDCG%20 of every ranker by {JUDGE}"].rows
    assert [row[0].text for row in rankers] == ["right", "wrong (same model)"]
    assert "Agreement with idle" not in grids


def test_names_of_judges_are_escaped_on_the_page(files):
    fragment = build_section(RunLabel("run", False), files, {})
    assert fragment.links == [("judges", "Judges")]
    assert "&lt;judge&gt; &amp; co" in fragment.html and "<judge>" not in fragment.html


def test_facets_have_the_titles_of_the_scheme(tmp_path):
    judged = {("q", "evidence"): Judgments(("a", "b"), (0, 1), {})}
    collection = Collection({}, {"q": Pool((), ())}, judged, {}, scheme=two_facets_scheme())
    judges = {"x": Judge(dict.fromkeys(make_ground(collection).items, 1))}
    (tmp_path / "scheme.yaml").write_text(TWO_FACETS)
    paths = {"scheme": tmp_path / "scheme.yaml"}
    for name, table in audit_judges(collection, {}, judges, Resampling(1, 100, 1000)).items():
        paths[name] = tmp_path / f"{name}.csv"
        write_csv(paths[name], table)
    (grid,) = list_tables(list(list_judges(paths)))
    assert [row[0].text for row in grid.rows] == ["All queries", "Claim", "Evidence", "unknown"]
