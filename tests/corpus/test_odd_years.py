"""Years that cannot be meant: counted and told, no paper dropped."""

from paperpool.workflow.corpus.odd_years import describe_odd_years

from ..made.shards import make_row


def describe(run_stage, years):
    rows = [make_row(str(n), year=year) for n, year in enumerate(years)]
    stage = run_stage({"a.jsonl": rows[:1], "b.jsonl": rows[1:]}, filters={"none": {}})
    assert len(stage.papers) == len(years)
    return describe_odd_years([stage.folder / f"{n}.papers.parquet" for n in (0, 1)], 2027)


def test_odd_years_are_counted_with_the_first_of_them(run_stage):
    line = describe(run_stage, [801, 0, 1499, 1500, None, 2027, 2028, 9999, 20, 21])
    assert line == (
        "Papers with a year outside 1500 to 2027 (they are kept): 7. The first: "
        "0 (801), 1 (0), 2 (1499), 6 (2028), 7 (9999) and 2 more."
    )


def test_usual_and_missing_years_are_not_told(run_stage):
    assert describe(run_stage, [1500, 2027, None]) == ""
