"""The audit of judges on the report: every table, judge by judge."""

from pathlib import Path

import pytest

from paperpool.evaluation.paired_draws import Resampling
from paperpool.io.tables import write_csv
from paperpool.judges.agreement import make_ground
from paperpool.judges.auditing import audit_judges
from paperpool.judges.grade_files import Judge
from paperpool.pages.environment import make_environment
from paperpool.report.annotation.judges_tables import MEASURE_NAMES, read_judges

from ...made.collection import make_collection, order_by_grade
from ...made.page_checker import Checker

EVIL = "<script>x</script>"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The tables of a judge that says the opposite, of people, and of one without a grade."""
    folder, collection = tmp_path_factory.mktemp("judges"), make_collection()
    runs = {"right": order_by_grade(collection, 1), "wrong": order_by_grade(collection, -1)}
    people = {
        item: collection.judgments[item[:2]].grades()[item.candidate_id]
        for item in make_ground(collection).items
    }
    judges = {
        EVIL: Judge({item: 3 - grade for item, grade in people.items()}, 0, ("wrong",)),
        "people": Judge(people, 4),
        "idle": Judge({}, 2),
    }
    found = {}
    for name, table in audit_judges(collection, runs, judges, Resampling(1, 100, 1000)).items():
        found[name] = folder / f"{name}.csv"
        write_csv(found[name], table)
    return found


def test_tables_are_read_judge_by_judge(files):
    against, people, idle = read_judges(files)
    assert (against.name, people.n_blank, idle.n_both) == (EVIL, "4", "0")
    assert idle.agreement == [] == idle.order
    everything = people.agreement[0]
    assert everything[0] == "All queries" and everything[2][0] == "1.00 [1.00, 1.00]"
    assert everything[2][list(MEASURE_NAMES).index("agreement")] == "100.0 [100.0, 100.0]"
    assert people.order[0][2:] == ["2", "1.00 [1.00, 1.00]"]
    named = [row[0] for row in next(iter(against.rankers.values()))]
    assert named == ["right", "wrong (same model)"]


def test_the_page_tells_each_judge_and_no_name_is_markup(files):
    import paperpool.report

    [folder] = paperpool.report.__path__
    template = make_environment(Path(folder)).get_template("annotation/judges.html.jinja")
    content = {"judges": read_judges(files), "judge_measures": MEASURE_NAMES}
    page = template.render(annotation=content)
    checker = Checker(page)
    tags = [tag for tag, _ in checker.tags]
    assert "script" not in tags and tags.count("table") == tags.count("caption") == 8
    text = "".join(checker.text)
    for words in (EVIL, "Nothing to compare.", "cited", "top 5"):
        assert words in text, words
