"""Semantic Scholar's releases: the listing, the addresses that expire, and the key that stays."""

import gzip
import json

import pytest

from paperpool.errors import UserError
from paperpool.fetch.listing import read_listing
from paperpool.fetch.s2ag import API, KEY, fetch_file, list_release, read_declared

from ..made.s2ag_server import KEY as SECRET
from ..made.s2ag_server import RELEASE, Release, pack, serving

ROWS = [{"corpusid": i} for i in range(4_000)]
WAITS = (0.0,) * 4


@pytest.fixture
def release(tmp_path, monkeypatch):
    """A release of three datasets that is served, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    content = {f"{part}.gz": pack(ROWS) for part in "ab"}
    names = ("papers", "abstracts", "citations", "paper-ids")
    made = Release({name: dict(content) for name in names})
    made.descriptions = {"papers": "Papers.\n200M records in 30 1.5GB files."}
    monkeypatch.setenv(KEY, SECRET)
    with serving(made) as served:
        monkeypatch.setenv(API, served.url)
        yield served
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(SECRET.encode() in one or b"Signature" in one for one in written)
    assert not any(served.keys_of_files)


def fetch(name="a.gz", dataset="papers", waits=WAITS):
    fetch_file(RELEASE, dataset, name, "out.gz", waits=waits)
    return [json.loads(line) for line in gzip.open("out.gz")]


def test_a_release_is_listed_with_sizes_and_declared_rows(release):
    release.api = [429, 200, 500]
    listing = list_release(RELEASE, ["paper-ids"], waits=WAITS)
    assert listing == read_listing("s2ag", RELEASE)
    assert list(listing.datasets) == ["papers", "abstracts", "citations", "paper-ids"]
    papers = listing.datasets["papers"]
    assert papers.rows == 200_000_000 and listing.datasets["abstracts"].rows is None
    sizes = {name: file.bytes for name, file in papers.files.items()}
    assert sizes == {name: len(one) for name, one in release.datasets["papers"].items()}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("2.4B records in 30 8.5GB files", 2_400_000_000),
        ("450M records in 30 500MB files", 450_000_000),
        ("1.5K records", 1500),
        ("75 records", 75),
        ("Paper abstract text, where available.", None),
        ("None", None),
    ],
)
def test_declared_rows_are_read_from_a_description(text, rows):
    assert read_declared(text) == rows


@pytest.mark.parametrize("name", ["latest", "2026-8-25", "../x"])
def test_what_is_no_date_is_refused_with_the_newest(release, name):
    with pytest.raises(UserError, match="The newest is 2026-09-01: run `paperpool fetch s2ag 2026"):
        list_release(name, waits=WAITS)


def test_what_is_no_date_is_refused_offline_too(monkeypatch):
    monkeypatch.setenv(API, "http://127.0.0.1:9/")
    with pytest.raises(UserError, match=r"latest is not the date of a release(?s:.*)by its date"):
        list_release("latest", waits=())


@pytest.mark.parametrize(
    ("key", "problem"),
    [
        ("wrong-key-4711", r"refuses the key in S2_API_KEY \(403\)(?s:.*)Ask for a key"),
        ("", "S2_API_KEY is unset(?s:.*)Ask for a key"),
        ("two\nlines-4711", "S2_API_KEY holds no key"),
        ("no-äscii-4711", "S2_API_KEY holds no key"),
    ],
)
def test_a_key_that_is_refused_is_an_error_that_does_not_show_it(
    release, monkeypatch, key, problem
):
    monkeypatch.setenv(KEY, key)
    with pytest.raises(UserError, match=problem) as error:
        list_release(RELEASE, waits=WAITS)
    assert "4711" not in str(error.value)


def test_a_release_that_is_gone_names_the_newest(release):
    list_release(RELEASE, waits=WAITS)
    release.is_gone = True
    with pytest.raises(UserError, match=r"no such release(?s:.*)newest is 2026-09-01"):
        fetch()


def test_a_file_arrives_through_all_that_goes_wrong(release):
    list_release(RELEASE, waits=WAITS)
    release.api, release.files = [429, 500, 200], [503, 200, 400]
    release.cuts, release.uses = [9, 2000], 2
    assert fetch(waits=(0.0,) * 8) == ROWS
    assert release.asked["a.gz"] > 4 and release.asked["papers"] > 2


def test_an_address_that_expires_in_mid_file_is_asked_for_again(release):
    list_release(RELEASE, waits=WAITS)
    release.uses, release.cuts = 1, [100, 200, 300]
    before = release.asked["papers"]
    assert fetch(waits=(0.0,) * 6) == ROWS
    assert release.asked["papers"] == before + 4


@pytest.mark.parametrize("change", ["one more", "one less", "another name"])
def test_other_files_than_were_listed_are_an_error(release, change):
    list_release(RELEASE, waits=WAITS)
    files = release.datasets["papers"]
    if change != "one less":
        files["c.gz"] = files["a.gz"]
    if change != "one more":
        del files["b.gz"]
    with pytest.raises(
        UserError, match=r"other files than were listed(?s:.*)`paperpool fetch s2ag"
    ):
        fetch()


def test_a_file_of_another_size_is_an_error(release):
    list_release(RELEASE, waits=WAITS)
    release.datasets["papers"]["a.gz"] += b"more"
    with pytest.raises(UserError, match=r"bytes instead of(?s:.*)List the release again"):
        fetch()


@pytest.mark.parametrize(
    "files",
    [
        [],
        ["http://127.0.0.1/"],
        [7],
        ["http://x/a.gz?1", "http://x/a.gz?2"],
        ["http://x/a%20b.gz"],
        "aa",
        None,
    ],
)
def test_an_odd_answer_is_an_error(release, monkeypatch, files):
    monkeypatch.setattr("paperpool.fetch.s2ag.ask_json", lambda *a, **k: {"files": files})
    monkeypatch.setattr("paperpool.fetch.s2ag.measure_file", lambda *a, **k: 1)
    with pytest.raises(UserError, match="no list of files"):
        list_release(RELEASE, waits=WAITS)
