"""The listing of a release is read as it was written, and holds safe names alone."""

import json

import pytest

from paperpool.errors import UserError
from paperpool.fetch.listing import (
    Listing,
    RawFile,
    listing_path,
    make_dataset,
    read_listing,
    write_listing,
)

FILES = [RawFile("updated_date=2026-01-02/part_0001.gz", 7, 3), RawFile("a.gz", 12)]


@pytest.fixture(autouse=True)
def _in_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_what_is_read_is_what_was_written():
    listing = Listing("s2ag", "2026-08-25", {"papers": make_dataset(FILES, 10)})
    path = write_listing(listing)
    assert str(path) == "resources/s2ag/2026-08-25/listing.json"
    assert read_listing("s2ag", "2026-08-25") == listing
    written = json.loads(path.read_text())["datasets"]["papers"]["files"]
    assert [file["name"] for file in written] == ["a.gz", "updated_date=2026-01-02/part_0001.gz"]
    assert listing.raw_paths("papers")[0] == "resources/s2ag/2026-08-25/papers/a.gz"
    assert listing.raw_paths("tldrs") == []


def test_a_release_that_is_not_listed_names_the_command():
    with pytest.raises(
        UserError, match=r"list of files of(?s:.*)Run `paperpool fetch s2ag 2026-01-01`"
    ):
        read_listing("s2ag", "2026-01-01")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"release": "2020-01-01"}, "of another release"),
        ({"datasets": {"papers": {"rows": None, "files": [{"name": "a"}]}}}, "damaged"),
        (
            {"datasets": {"papers": {"rows": None, "files": [{"name": "../a", "bytes": 1}]}}},
            "damag",
        ),
        ({"datasets": []}, "damaged"),
    ],
)
def test_a_listing_that_is_damaged_is_refused(change, problem):
    path = write_listing(Listing("s2ag", "1", {}))
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(UserError, match=problem):
        read_listing("s2ag", "1")


@pytest.mark.parametrize("name", ["../a", "/a", "a//b", "", ".a", "a/..", "a b", "a\n", "a{b}"])
def test_a_name_that_is_no_path_below_a_folder_is_refused(name):
    with pytest.raises(ValueError, match="a file is called"):
        make_dataset([RawFile(name, 1)])
    with pytest.raises(UserError, match="A release cannot have"):
        listing_path("s2ag", name)


def test_a_name_stands_in_a_dataset_once():
    with pytest.raises(ValueError, match="two are"):
        make_dataset([RawFile("a", 1), RawFile("a", 1)])
