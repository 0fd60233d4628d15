"""Runs that cannot be meant are scored, and said last; or refused."""

import json

import pytest

from paperpool.evaluation.pair_scores import write_scores
from paperpool.evaluation.stored_runs import write_run

from ...made.collection import order_by_grade
from ..conftest import write_ranked


@pytest.fixture
def write(here, collection):
    """Return a function: write a run of the small release as a TREC file."""

    def call(name, run, rank="0"):
        lines = [
            f"{query}_{facet} Q0 {c} {rank.format(i)} {score} x\n"
            for (query, facet), of in run.items()
            for i, (c, score) in enumerate(of)
        ]
        (here / name).write_text("".join(lines))
        return name

    return call


def test_each_nonsense_is_the_last_that_is_said(here, collection, write, score):
    best = order_by_grade(collection, 1)
    negated = {pair: [(c, -s) for c, s in of] for pair, of in best.items()}
    write_run({pair: [(c, 1.0) for c, _ in of] for pair, of in best.items()}, here / "tied.parquet")
    write_ranked(negated, str(here / "rising-{facet}.json"))
    for file, said in {
        write("negated.trec", negated): "is below each of 10,000 random orders",
        write("ranked.trec", negated, "{}"): "the rank column says another order than the scores",
        "tied.parquet": "in 12 of 12 queries all candidates have one score",
        "rising-{facet}.json": "in 12 of 12 queries the scores do not fall with the ranks",
        write("copy.trec", best): "Runs 'copy' and 'best' are one ranking under two names.",
    }.items():
        status, output, messages = score(file, "best-{facet}.json", "--on", "csfcube")
        assert (status, messages) == (0, "")
        tables, *warnings = output.split("\nWarning: ")
        assert any(said in one for one in warnings), (file, warnings)
        assert "Warning" not in tables
        assert warnings[-1].splitlines()[2].startswith("  Hint: ") and len(warnings) < 4
        status, output, messages = score(file, "best-{facet}.json", "--on=csfcube", "--doubts=fail")
        assert (status, output) == (1, "") and said in messages


@pytest.mark.parametrize("checks", ["strict", "warn"])
def test_a_run_of_another_collection_is_one_message(write, refused, checks):
    write("other.trec", {(f"x{i}", "method"): [("y", 1.0)] for i in range(1400)})
    [said] = refused("other.trec", "--on", "csfcube", "--checks", checks)
    assert said == "Run 'other': none of its 1,400 queries is in the collection."


def test_mdcrs_scores_are_doubted_over_all_fields(here, score):
    pools = {
        field: {f"{field}{i}": {"true": [f"p{i}"], "random": [f"n{i}-{j}" for j in range(9)]}}
        for i, field in enumerate("abcdefghijkl")
    }
    (here / "mdcr").mkdir()
    (here / "mdcr/mdcr_test.json").write_text(json.dumps(pools))
    cited = [f"{field}{i}_p{i}" for i, field in enumerate("abcdefghijkl")]
    others = [f"{field}{i}_n{i}-{j}" for i, field in enumerate("abcdefghijkl") for j in range(9)]
    for name, sign in {"good": 1, "bad": -1, "flat": 0}.items():
        scores = {key: sign * (1000.0 * (key in cited) + i) for i, key in enumerate(cited + others)}
        write_scores(scores, here / f"{name}.json")
    write_scores({"x_y": 1.0, "z_y": 0.0}, here / "other.json")
    for name, said in {
        "bad": "its MAP of 10.00 is below each of 10,000 random orders",
        "flat": "in 12 of 12 queries all candidates have one score",
    }.items():
        status, output, _ = score(
            f"{name}.json", "good.json", "--on", here / "mdcr", "--checks", "warn"
        )
        assert status == 0 and said in output.split("\nWarning: ")[-1]
        assert "Warning: " not in score("good.json", "--on", str(here / "mdcr"))[1]
    assert score("bad.json", "--on", here / "mdcr", "--doubts", "fail")[0] == 1
    status, _, message = score("other.json", "--on", here / "mdcr", "--checks", "warn")
    assert status == 1
    assert message.startswith("Scores 'other': none of its 2 pairs is in the benchmark.")


def test_a_copy_of_a_submission_to_scisumm_is_doubted(score, real_data, tmp_path):
    data = real_data("cl-scisumm")
    theirs = f"{data}/submissions-2020/49-uniHD/intersection_2_field"
    (tmp_path / "mine").symlink_to(theirs)
    status, output, _ = score(
        *(f"mine={tmp_path}/mine", f"theirs={theirs}", "--on", data, "--checks", "warn")
    )
    assert status == 0
    assert "Runs 'mine' and 'theirs' are one ranking" in output.split("\nWarning: ")[-1]
