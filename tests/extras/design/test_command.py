"""``paperpool design``: designs by CSFCube's spreads, by a pilot's, and bad input."""

import pandas as pd
import pytest

import paperpool as pp
from paperpool.commands.main import main
from paperpool.evaluation.stored_runs import write_official_run
from paperpool.extras.design.planning import find_basis
from paperpool.workflow.csfcube.release_writer import write_collection

from ...made.collection import order_by_grade
from ...made.drawn_grades import QUERIES, take_grades, write_graded
from ...made.schemes import FACETS


@pytest.fixture
def design(capsys, tmp_path, monkeypatch):
    """Return a function that calls the command: its status, output and messages."""
    monkeypatch.chdir(tmp_path)

    def call(*words):
        status = main(["design", *map(str, words)])
        return status, *capsys.readouterr()

    return call


def test_the_cheapest_design_is_named_and_all_are_written(design, tmp_path):
    status, said, _ = design("--want", 4, "--csv", "designs.csv")
    assert status == 0 and "finds 4 points (power 0.8, tau from 0.8 on): " in said
    assert said.endswith("hours.\n") and not said.endswith("\n\n")
    designs = pd.read_csv(tmp_path / "designs.csv")
    enough = designs.query("detectable <= 0.04 and tau >= 0.8")
    hours = enough["hours"].min()
    assert f"about {hours:,.0f} hours" in said
    of_50 = designs.query("queries == 50 and annotators == 2")
    assert of_50["hours"].is_monotonic_increasing and of_50["detectable"].is_monotonic_decreasing
    status, said, _ = design("--want", 0.1)
    assert status == 0 and "No design of up to 500 queries finds 0.1 points." in said


def test_hours_follow_the_seconds_of_a_pair(design, tmp_path):
    for seconds in (15, 30):
        design("--seconds", seconds, "--csv", f"{seconds}.csv")
    fast, slow = (pd.read_csv(tmp_path / f"{seconds}.csv")["hours"] for seconds in (15, 30))
    assert (slow == 2 * fast).all()


def test_a_pilot_moves_the_spreads(design, collection, tmp_path):
    write_collection(collection, tmp_path / "resources/csfcube")
    for name, sign in (("best", 1), ("worst", -1)):
        run = order_by_grade(collection, sign)
        write_official_run(run, {facet: tmp_path / f"{name}-{facet}.json" for facet in FACETS})
    pilot = ("best-{facet}.json", "worst-{facet}.json", "--on", "csfcube", "--measure", "ndcg@5")
    status, said, _ = design(*pilot, "--csv", "pilot.csv")
    assert status == 0 and "the spreads of csfcube (12 queries), mixed with CSFCube's" in said
    design("--csv", "usual.csv")
    pilots, usual = (pd.read_csv(tmp_path / f"{name}.csv") for name in ("pilot", "usual"))
    ratios = pilots["interval"] / usual["interval"]
    assert ratios.nunique() == ratios.round(9).nunique() or ratios.std() < 1e-9
    assert abs(ratios.mean() - 1) > 0.01


def test_three_runs_of_a_pilot_are_as_far_apart_as_their_scores(design, collection, tmp_path):
    write_collection(collection, tmp_path / "resources/csfcube")
    orders = {"best": order_by_grade(collection, 1), "worst": order_by_grade(collection, -1)}
    orders["mid"] = {}
    for pair, ranking in orders["worst"].items():
        names = sorted(candidate for candidate, _ in ranking)
        orders["mid"][pair] = [(name, -float(i)) for i, name in enumerate(names)]
    for name, run in orders.items():
        write_official_run(run, {facet: tmp_path / f"{name}-{facet}.json" for facet in FACETS})

    paths = [f"{name}-{{facet}}.json" for name in orders]
    scores = pp.evaluate("csfcube", paths, measures="ndcg@20").set_index(["protocol", "slice"])
    best, worst, mid = scores.query("split == 'test'").loc[("corrected", "all"), "value"]
    gaps = find_basis(paths, "csfcube", None, "ndcg@20").gaps
    assert gaps.tolist() == pytest.approx([best - worst, best - mid, mid - worst])
    status, output, message = design(*paths, "--on", "csfcube", "--measure", "dcg@5")
    assert (status, output) == (1, "") and "The scale of DCG is not that of points." in message


def test_queries_without_a_grade_are_none_of_a_pilot(design, tmp_path):
    write_graded(tmp_path)
    take_grades(tmp_path / "own", ["q1", "q5"])
    pilot = ("near.trec", "far.trec", "--on", "own", "--csv")
    status, said, _ = design(*pilot, "drawn.csv")
    assert status == 0 and "the spreads of own (8 queries), mixed" in said
    assert said.endswith(
        "2 of 10 queries have no grade yet: q1, q5. They are no queries of the pilot.\n"
    )

    # the same as without these queries
    (tmp_path / "own/frame.json").unlink()
    for name in ("near", "far"):
        path = tmp_path / f"{name}.trec"
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(i for i in lines if i.split()[0] not in ("q1", "q5")))
    status, plain, _ = design(*pilot, "plain.csv")
    assert status == 0 and "no grade yet" not in plain and said.startswith(plain)
    assert (tmp_path / "drawn.csv").read_bytes() == (tmp_path / "plain.csv").read_bytes()


def test_a_pilot_of_few_queries_with_a_grade_is_refused(design, tmp_path):
    write_graded(tmp_path)
    take_grades(tmp_path / "own", QUERIES[4:])
    status, output, message = design("near.trec", "far.trec", "--on", "own")
    assert (status, output) == (1, "")
    assert "A pilot of 4 queries shows no spread" in message


def test_a_pilots_unknown_queries_are_refused(design, tmp_path):
    write_graded(tmp_path)
    take_grades(tmp_path / "own", ["q1", "q5"])
    with (tmp_path / "near.trec").open("a") as file:
        file.write("q99 Q0 d0 0 1 near\n")
    status, output, message = design("near.trec", "far.trec", "--on", "own")
    assert (status, output) == (1, "")
    assert "1 of its 11 queries is not among the judged: q99" in message


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run.trec"], "A pilot is a collection and its runs"),
        (["--on", "csfcube"], "A pilot is a collection and its runs"),
        (["--want", "0"], "never found"),
        (["--want", "nan"], "never found"),
        (["--seconds", "0"], "takes some time"),
        (["--seconds", "inf"], "takes some time"),
        (["--csv", "/"], "needs a file"),
    ],
)
def test_arguments_are_checked(design, words, said):
    status, output, message = design(*words)
    assert (status, output) == (1, "") and said in message and "  Hint: " in message
