"""Problems of other people's collections are found before a run."""

from paperpool.config.checked import Checked
from paperpool.config.collection_checks import find_problems


def test_a_run_of_no_benchmark_is_named_and_what_broke_the_schema_is_passed_over():
    runs = {"theirs": {"kind": "run", "benchmark": "cranfeld"}, "ours": {"kind": "bm25"}}
    config = {"data": {"collections": {"mine": {"format": "nothing"}}}, "rankers": runs}
    of_mine = ("data", "collections", "mine", "format")
    [problem] = find_problems(Checked(config, {of_mine}), [])
    assert problem.where == "rankers.theirs.benchmark" and "'cranfeld'" in problem.what
    assert problem.hint == "One of csfcube, mdcr, scisumm."
    assert list(find_problems(Checked(config, {("data",), ("rankers",)}), [])) == []
