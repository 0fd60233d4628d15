"""Times and memory of rules, from their benchmark files."""

import pytest

from paperpool import __version__
from paperpool.pages.fingerprints import Fingerprint, hash_texts
from paperpool.pages.fragments import Fragment
from paperpool.report.page import build_page
from paperpool.report.provenance import date_of, installed_versions, list_times

from ..made.one_section import make_run
from ..made.page_checker import read_text

HEAD = "s\th:m:s\tmax_rss\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "read").mkdir()
    (tmp_path / "read" / "a.tsv").write_text(f"{HEAD}1.5\t0:00:01\t100.5\n")
    (tmp_path / "read" / "b.tsv").write_text(f"{HEAD}2.5\t0:00:02\t90\n")
    (tmp_path / "merge.tsv").write_text(f"{HEAD}0.25\t0:00:00\tNA\n")
    (tmp_path / "report.tsv").write_text(f"{HEAD}9\t0:00:09\t1\n")
    return tmp_path


def test_jobs_of_a_rule_are_added_the_slowest_first_and_the_total_has_the_highest_memory(folder):
    rows = [[cell.text for cell in row] for row in list_times(folder, leave_out="report").rows]
    assert rows == [
        ["read", "2", "4.0 s", "2.5 s", "100 MB"],
        ["merge", "1", "0.2 s", "0.2 s", "–"],
        ["total", "3", "4.2 s", "2.5 s", "100 MB"],
    ]
    assert list_times(folder / "empty") is None


def test_packages_that_are_not_installed_are_left_out():
    assert set(installed_versions(["numpy", "no-such-package"])) == {"python", "numpy"}


def test_the_date_is_of_the_newest_file_in_utc():
    prints = [Fingerprint(1, 2, newest, "d") for newest in (0.0, 86_460.0)]
    assert date_of(prints) == "1970-01-02 00:01 UTC" and date_of([]) == ""


def test_the_page_names_version_commit_date_and_fingerprints(tmp_path, monkeypatch):
    monkeypatch.setattr("paperpool.report.provenance.find_commit", lambda: "abc123")
    made_of = Fingerprint(3, 1_500_000, 86_460.0, "0123456789ab")
    section = Fragment("<section id='x' aria-label='x'></section>", [("x", "X")], made_of=made_of)
    text = read_text(build_page(make_run(tmp_path), {"x": section}))
    made = f"by paperpool {__version__}, commit abc123, from results of 1970-01-02 00:01 UTC"
    assert made in text
    assert "x31,500 kB0123456789ab" in text and hash_texts(["0123456789ab"]) in text
