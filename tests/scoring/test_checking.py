"""Rankings are read and checked: what is wrong with all of them is one error."""

from dataclasses import replace

import pytest

from paperpool.errors import Problem, UserError, count_alike
from paperpool.evaluation.paired_draws import Resampling
from paperpool.scoring.checking import check_runs, find_missing_files
from paperpool.scoring.task import Entry, Place, Task

from ..made.collection import order_by_grade


@pytest.fixture
def task(tmp_path):
    place = Place("csfcube", tmp_path, "csfcube")
    entries = [Entry("one", ("a", "b")), Entry("two", ("c",))]
    return Task(place, entries, [], Resampling(0, 10, 10), strict=True)


def test_the_first_run_of_a_ranker_stands_before_its_others(task, collection):
    best, worst = (order_by_grade(collection, sign) for sign in (1, -1))
    of = {"a": best, "b": worst, "c": worst}
    runs, checks, notes = check_runs(task, collection, lambda name, path: of[path])
    assert (runs, notes) == ({"one": [best, worst], "two": [worst]}, [])
    assert checks.found["two"]["problems"] == []


def test_the_problems_of_all_runs_are_one_error_and_notes_where_it_is_not_strict(task, collection):
    def read(name, path):
        run = order_by_grade(collection, 1)
        return {pair: ranking[:-1] for pair, ranking in run.items()}

    with pytest.raises(UserError) as caught:
        check_runs(task, collection, read)
    whats = [problem.what for problem in caught.value.problems]
    assert [what.split(",")[0] for what in whats] == ["Run 'one'", "Run 'two'"]
    n_others = len(collection.pairs()) - 1
    assert all(what.endswith(f"{n_others} more like it.") for what in whats)
    runs, checks, notes = check_runs(replace(task, strict=False), collection, read)
    assert set(runs) == {"one", "two"} and notes == []
    assert len(checks.found["one"]["problems"]) == n_others + 1


def test_candidates_without_a_judgment_are_left_out_and_counted(task, collection):
    best = order_by_grade(collection, 1)
    longer = {pair: [("u", 9.0), *ranking] for pair, ranking in best.items()}
    of = {"a": longer, "b": best, "c": best}
    runs, checks, notes = check_runs(task, collection, lambda name, path: of[path])
    assert runs["one"] == [best, best]
    assert notes == [f"one: {len(best)} candidates without a judgment were left out."]
    assert checks.found["one"]["unjudged_removed"] == len(best)


def test_problems_with_one_hint_are_counted_and_others_stand_alone():
    alike = [Problem(f"{i}.", "here", "Do this.") for i in range(3)]
    other = Problem("Another.", "there", "Do that.")
    assert count_alike([alike[0], other, *alike[1:]]) == [
        Problem("0. 2 more like it.", "here", "Do this."),
        other,
    ]


def test_every_missing_file_of_a_run_is_named(tmp_path):
    (tmp_path / "there").touch()
    find_missing_files("mine", [str(tmp_path / "there")])
    paths = [str(tmp_path / name) for name in ("there", "x", "y")]
    with pytest.raises(UserError) as caught:
        find_missing_files("mine", paths)
    assert [problem.where for problem in caught.value.problems] == paths[1:]
