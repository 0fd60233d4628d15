"""Versions, dates and fingerprints of a run; the tests of the page have its times."""

from paperpool import __version__
from paperpool.pages.fingerprints import Fingerprint, hash_texts
from paperpool.pages.fragments import Fragment
from paperpool.workflow.report.page import build_page
from paperpool.workflow.report.provenance import date_of, installed_versions, list_times

from ..made.one_section import make_run
from ..made.page_checker import read_text


def test_without_times_there_is_no_table_of_them(tmp_path):
    assert list_times(tmp_path) is None


def test_packages_that_are_not_installed_are_left_out():
    assert set(installed_versions(["numpy", "no-such-package"])) == {"python", "numpy"}


def test_the_date_is_of_the_newest_file_in_utc():
    prints = [Fingerprint(1, 2, newest, "d") for newest in (0.0, 86_460.0)]
    assert date_of(prints) == "1970-01-02 00:01 UTC" and date_of([]) == ""


def test_the_page_names_version_commit_date_and_fingerprints(tmp_path, monkeypatch):
    monkeypatch.setattr("paperpool.workflow.report.provenance.find_commit", lambda: "abc123")
    made_of = Fingerprint(3, 1_500_000, 86_460.0, "0123456789ab")
    section = Fragment("<section id='x' aria-label='x'></section>", [("x", "X")], made_of=made_of)
    text = read_text(build_page(make_run(tmp_path), {"x": section}))
    made = f"by paperpool {__version__}, commit abc123, from results of 1970-01-02 00:01 UTC"
    assert made in text
    assert "x31,500 kB0123456789ab" in text and hash_texts(["0123456789ab"]) in text
