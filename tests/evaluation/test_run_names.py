"""The names of several runs of one ranker."""

from paperpool.evaluation.runs import run_names


def test_the_first_run_has_the_rankers_own_name():
    assert run_names("specter-id", 1) == ["specter-id"]
    assert run_names("specter-id", 3) == ["specter-id", "specter-id@2", "specter-id@3"]
