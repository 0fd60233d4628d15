"""OpenAlex's releases: the listing by the manifest, whose date identifies the release."""

from pathlib import Path

import pytest

from paperpool.errors import UserError
from paperpool.fetch.listing import read_listing
from paperpool.fetch.openalex import BUCKET, fetch_file, list_release

from ..made.works import make_work, write_bucket

DATE = "2026-06-25"
NAME = "updated_date=2025-01-01/part_0000.gz"
PARTS = {NAME: [make_work(1), make_work(2)], "updated_date=2026-01-01/part_0001.gz": [make_work(3)]}


@pytest.fixture
def bucket(tmp_path, monkeypatch, serve):
    """The folder of a bucket that is served; the working directory is another."""
    folder = tmp_path / "bucket"
    write_bucket(folder, PARTS, DATE)
    monkeypatch.setenv(BUCKET, serve(folder))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return folder


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_a_release_is_listed_and_its_files_are_downloaded(bucket, form):
    parts = {name.replace(".gz", ".parquet"): works for name, works in PARTS.items()}
    write_bucket(bucket, parts if form == "parquet" else PARTS, DATE)
    listing = list_release(DATE, form, waits=())
    assert listing == read_listing("openalex", DATE)
    works = listing.datasets["works"]
    assert works.rows == 3 and [file.rows for file in works.files.values()] == [2, 1]
    for name in works.files:
        fetch_file(DATE, name, "out", waits=())
        part = bucket / "data" / form / "works" / name
        assert Path("out").read_bytes() == part.read_bytes()


def test_a_bucket_with_another_release_is_refused(bucket, tmp_path):
    with pytest.raises(UserError, match=r"but that of 2026-06-25(?s:.*)openalex 2026-06-25"):
        list_release("2026-03-25", waits=())
    with pytest.raises(UserError, match="no format csv"):
        list_release(DATE, "csv", waits=())
    list_release(DATE, waits=())
    write_bucket(bucket, PARTS, "2026-09-25")
    with pytest.raises(UserError, match="but that of 2026-09-25, which has replaced it"):
        fetch_file(DATE, NAME, "out", waits=())
    assert not (tmp_path / "work/out").exists()


def test_a_release_that_is_replaced_during_a_download_is_refused(bucket, tmp_path, monkeypatch):
    list_release(DATE, waits=())
    download = "paperpool.fetch.openalex.download"

    def replace(source, path, waits, locate):
        locate()
        (tmp_path / "work/out").write_bytes(b"old or new")
        write_bucket(bucket, PARTS, "2026-09-25")

    monkeypatch.setattr(download, replace)
    with pytest.raises(UserError, match="which has replaced it"):
        fetch_file(DATE, NAME, "out", waits=())
    assert not (tmp_path / "work/out").exists()


@pytest.mark.parametrize(
    "manifest",
    [
        f'{{"date": "{DATE}"}}',
        f'{{"date": "{DATE}", "record_count": 1, "files": [{{"url": "s3://openalex/x"}}]}}',
        f'{{"date": "{DATE}", "record_count": 1, "files": [{{"url": "s3://openalex/data/jsonl/'
        'works/../x", "meta": {"content_length": 1, "record_count": 1}}]}',
    ],
)
def test_an_odd_manifest_is_an_error(bucket, manifest):
    (bucket / "data/jsonl/works/manifest.json").write_text(manifest)
    with pytest.raises(UserError, match="The manifest is no list of files"):
        list_release(DATE, waits=())


@pytest.mark.parametrize("manifest", ["[]", '{"entries": []}', '{"date": null}', '{"date": "x"}'])
def test_a_manifest_without_a_date_is_an_error(bucket, manifest):
    (bucket / "data/jsonl/works/manifest.json").write_text(manifest)
    with pytest.raises(UserError, match="does not say of which release it is"):
        list_release(DATE, waits=())
