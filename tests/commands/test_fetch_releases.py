"""``paperpool fetch`` of releases that are listed, and of OpenAlex's works by a filter."""

import errno
import re

import pytest
import yaml

from paperpool.errors import UserError

from ..made import openalex_server, s2ag_server
from ..made.works import make_work
from .test_fetch import run_fetch

WORDS = ("openalex", "--filter", openalex_server.FILTER)


def test_a_release_is_listed_and_a_disk_that_is_full_is_one_message(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("A_KEY", s2ag_server.KEY)
    files = {name: {"a.gz": b"x" * 1500} for name in s2ag_server.DATASETS}
    with s2ag_server.serving(s2ag_server.Release(files)) as release:
        monkeypatch.setenv("PAPERPOOL_S2AG_API", release.url)
        words = ("s2ag", s2ag_server.RELEASE, "--key", "A_KEY")
        assert run_fetch(*words) == 0
        printed = capsys.readouterr()
        assert "3 files, 4.5 kB, listed in resources/s2ag/2026-08-25" in printed.out
        assert "Listing s2ag 2026-08-25 papers: 1 files" in printed.err
        monkeypatch.setattr("paperpool.fetch.s2ag.write_listing", refuse_to_write)
        with pytest.raises(UserError, match=r"(?i)disk is full|no space"):
            run_fetch(*words)


def refuse_to_write(listing):
    raise OSError(errno.ENOSPC, "No space left on device", "listing.json")


@pytest.fixture
def works(tmp_path, monkeypatch):
    """An API of OpenAlex with 130 works that is served, and its key in the environment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENALEX_API_KEY", openalex_server.KEY)
    works = [make_work(number) for number in range(130)]
    with openalex_server.serving(openalex_server.Api(works)) as api:
        monkeypatch.setenv("PAPERPOOL_OPENALEX_API", api.url)
        yield api


def test_works_by_a_filter_are_downloaded_and_told_how_to_be_read(works, capsys, monkeypatch):
    assert run_fetch(*WORDS, "--limit", "120") == 0
    printed = capsys.readouterr()
    folder = "resources/openalex/topics.id-T10181-from_publication_date-2020-01-01-d893255a"
    first, second = printed.out.splitlines()
    assert re.fullmatch(rf"openalex: 120 works in 1 file, [\d.]+ kB, in {folder}", first)
    overlay = yaml.safe_load(re.search("`(.*)`", second)[1])
    assert overlay == {"data": {"s2orc": [{"openalex": [f"{folder}/works_*.jsonl.gz"]}]}}
    assert "OpenAlex has 130 works that fit the filter; the newest 120" in printed.err
    monkeypatch.setenv("A_KEY", openalex_server.KEY)
    monkeypatch.delenv("OPENALEX_API_KEY")
    works.count, works.works = 140, [*works.works, {"title": "without an id"}]
    assert run_fetch(*WORDS, "--key", "A_KEY") == 0
    assert capsys.readouterr().out.splitlines()[1:3] == [
        "1 work without an id was left out.",
        "OpenAlex counts 9 works more that fit the filter, and did not give them. To begin anew, "
        f"delete {folder}.",
    ]


@pytest.mark.parametrize(
    "words",
    [
        ("openalex", "2026-06-25", "--filter", "topics.id:T1"),
        ("s2ag", "--filter", "topics.id:T1"),
        ("--filter", "topics.id:T1"),
        ("openalex", "--limit", "7"),
    ],
)
def test_a_filter_is_of_openalex_without_a_release(works, words):
    with pytest.raises(UserError, match=r"alone(?s:.*)Write `paperpool fetch openalex --filter"):
        run_fetch(*words)
    assert works.addresses == []


def test_an_interrupt_and_a_full_disk_are_one_message(works, capsys, monkeypatch):
    def interrupt(done):
        raise KeyboardInterrupt

    def refuse(done):
        raise OSError(errno.ENOSPC, "No space left on device", "download.json")

    monkeypatch.setattr("paperpool.fetch.openalex_download.write_note", interrupt)
    assert run_fetch(*WORDS) == 130
    assert "The same command goes on" in capsys.readouterr().err
    monkeypatch.setattr("paperpool.fetch.openalex_download.write_note", refuse)
    with pytest.raises(UserError, match="The disk is full"):
        run_fetch(*WORDS)
