"""Times and memory of rules, from their benchmark files."""

import pytest

from paperpool.report.provenance_table import installed_versions, read_costs, total_cost

HEAD = "s\th:m:s\tmax_rss\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "read").mkdir()
    (tmp_path / "read" / "a.tsv").write_text(f"{HEAD}1.5\t0:00:01\t100.5\n")
    (tmp_path / "read" / "b.tsv").write_text(f"{HEAD}2.5\t0:00:02\t90\n")
    (tmp_path / "merge.tsv").write_text(f"{HEAD}0.25\t0:00:00\tNA\n")
    (tmp_path / "report.tsv").write_text(f"{HEAD}9\t0:00:09\t1\n")
    return tmp_path


def test_jobs_of_a_rule_are_added_and_the_slowest_comes_first(folder):
    read, merge = read_costs(folder, leave_out="report")
    assert (read.rule, read.jobs, read.seconds, read.longest, read.peak_mb) == (
        "read",
        2,
        4.0,
        2.5,
        100.5,
    )
    assert (merge.rule, merge.seconds, merge.peak_mb) == ("merge", 0.25, None)


def test_the_total_adds_times_and_takes_the_highest_memory(folder):
    total = total_cost(read_costs(folder, leave_out="report"))
    assert (total.jobs, total.seconds, total.longest, total.peak_mb) == (3, 4.25, 2.5, 100.5)


def test_packages_that_are_not_installed_are_left_out():
    assert set(installed_versions(["numpy", "no-such-package"])) == {"python", "numpy"}
