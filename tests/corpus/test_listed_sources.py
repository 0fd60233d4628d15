"""Sources that are releases: their files are those of the listing, there or not."""

import pytest

from paperpool.errors import UserError
from paperpool.fetch.listing import Listing, RawFile, make_dataset, write_listing
from paperpool.workflow.corpus.sources import expand_listed, list_sources

SOURCE = {"s2ag": {"release": "2026-08-25"}}
RAW = "resources/s2ag/2026-08-25"
NAMES = ("papers", "abstracts", "citations", "paper-ids")


@pytest.fixture(autouse=True)
def listed(tmp_path, monkeypatch):
    """Four listed datasets of two files each, of which one is there."""
    monkeypatch.chdir(tmp_path)
    files = make_dataset([RawFile("b.gz", 1), RawFile("a.gz", 1)])
    write_listing(Listing("s2ag", "2026-08-25", dict.fromkeys(NAMES, files)))
    (tmp_path / RAW / "papers").mkdir()
    (tmp_path / RAW / "papers/a.gz").touch()
    (tmp_path / "own.jsonl").touch()


def test_a_release_gives_the_three_datasets_of_a_corpus():
    found = list_sources([SOURCE, "own.jsonl", SOURCE])
    assert found["papers"] == [f"{RAW}/papers/a.gz", f"{RAW}/papers/b.gz"]
    assert found["citations"] == [f"{RAW}/citations/a.gz", f"{RAW}/citations/b.gz"]
    assert found["metadata"] == ["own.jsonl"] and "paper-ids" not in found


def test_a_pattern_matches_what_is_listed_and_what_is_there():
    patterns = [f"{RAW}/paper-ids/*", "*.jsonl", "no*"]
    expected = ["own.jsonl", f"{RAW}/paper-ids/a.gz", f"{RAW}/paper-ids/b.gz"]
    assert expand_listed(patterns, [SOURCE]) == expected
    assert expand_listed(patterns, None) == ["own.jsonl"]


def test_a_release_that_is_not_listed_is_an_error():
    with pytest.raises(UserError, match="paperpool fetch s2ag 2020-01-01"):
        list_sources([{"s2ag": {"release": "2020-01-01"}}])
