"""The names of several runs of one ranker."""

from paperpool.evaluation.runs import files_by_ranker, run_names


def test_the_first_run_has_the_rankers_own_name():
    assert run_names("specter-id", 1) == ["specter-id"]
    assert run_names("specter-id", 3) == ["specter-id", "specter-id@2", "specter-id@3"]


def test_files_are_those_of_the_ranker_whose_runs_they_are_called_after():
    files = ["runs/b.parquet", "runs/a@2.parquet", "runs/a.parquet"]
    assert files_by_ranker(files) == {"b": files[:1], "a": files[1:]}
