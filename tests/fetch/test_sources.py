"""The table of sources, and the places of its files."""

import hashlib
import re

import pytest

from paperpool.collections.csfcube_release import REQUIRED
from paperpool.collections.mdcr_benchmark import RELEASE
from paperpool.errors import UserError
from paperpool.fetch.downloading import download
from paperpool.fetch.sources import Source, locate, read_datasets, read_sources

CONTENT = b"paper\n" * 10_000

LISTINGS = {
    "14796339": '[{"id": 1, "name": "notes.txt", "download_url": "SERVER/absent.txt"}, '
    '{"id": 2, "name": "abstracts-preds.zip", "download_url": "SERVER/file.txt", '
    '"size": SIZE, "computed_md5": "MD5"}]',
    "1": '[{"name": "another.zip", "download_url": "SERVER/file.txt"}]',
    "2": '{"message": "Entity not found", "code": "EntityNotFound"}',
    "3": "<html>no JSON</html>",
    "6": '[{"name": "x.zip", "download_url": "SERVER/file.txt", "size": 5}]',
    "7": '[{"name": "x.zip", "download_url": "SERVER/file.txt", "computed_md5": "00MD5"}]',
    "4": '[{"name": "abstracts-preds.zip", "download_url": "ftp://x/y"}]',
}
"""What the server answers where figshare lists the files of an article."""


@pytest.fixture(scope="module")
def server(tmp_path_factory, serve):
    folder = tmp_path_factory.mktemp("served")
    (folder / "file.txt").write_bytes(CONTENT)
    for name in RELEASE:
        (folder / name).write_bytes(name.encode())

    address = serve(folder)
    for article, listed in LISTINGS.items():
        (folder / f"v2/articles/{article}").mkdir(parents=True)
        text = listed.replace("SERVER", address).replace("SIZE", str(len(CONTENT)))
        text = text.replace("00MD5", "0" * 32).replace("MD5", hashlib.md5(CONTENT).hexdigest())
        (folder / f"v2/articles/{article}/files").write_text(text)
    return address


def test_the_release_of_mdcr_arrives_as_its_rows_say(root, server, tmp_path):
    """With the server of this test in the place of the release's."""
    text = (root / "workflow/scripts/paperpool/resources/sources.csv").read_text()
    (tmp_path / "sources.csv").write_text(text.replace("https://takelab.fer.hr/data/mdcr", server))
    sources = read_sources(tmp_path / "sources.csv", "mdcr")
    assert set(sources) == set(RELEASE)
    for name, source in sources.items():
        assert source.sha256 is None  # none is known
        download(source, tmp_path / "mdcr" / name)
        assert (tmp_path / "mdcr" / name).read_text() == name
    assert {path.name for path in (tmp_path / "mdcr").iterdir()} == set(RELEASE)


def test_the_released_abstracts_are_found_in_the_list_of_their_article(root, server, tmp_path):
    """With the server of this test in the place of figshare's."""
    text = (root / "workflow/scripts/paperpool/resources/sources.csv").read_text()
    (tmp_path / "sources.csv").write_text(text.replace("https://api.figshare.com", server))
    [(name, source)] = read_sources(tmp_path / "sources.csv", "csfcube_abstracts").items()
    found = locate(source, name)
    assert (found.url, found.n_bytes) == (f"{server}/file.txt", len(CONTENT))
    assert found.hashes() == {"md5": hashlib.md5(CONTENT).hexdigest()}
    download(found, tmp_path / name)
    assert (tmp_path / name).read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("article", "expected"), [("6", "60,000 bytes instead of 5"), ("7", "MD5 [0-9a-f]+ instead")]
)
def test_a_file_that_is_not_what_its_list_says_is_refused(server, tmp_path, article, expected):
    found = locate(Source(f"{server}/v2/articles/{article}/files"), "x.zip")
    with pytest.raises(UserError, match=expected):
        download(found, tmp_path / "x.zip")
    assert list(tmp_path.iterdir()) == []


def test_the_address_of_a_file_is_its_own():
    source = Source("https://127.0.0.1/v2/articles/5/files/x.zip", "0" * 64)
    assert locate(source, "x.zip") is source


@pytest.mark.parametrize(
    ("article", "expected"),
    [("1", "has no file"), ("2", "has no file"), ("3", "has no file"), ("5", "404")],
)
def test_a_list_without_the_file_is_an_error(server, article, expected):
    source = Source(f"{server}/v2/articles/{article}/files", None)
    with pytest.raises(UserError, match=expected) as caught:
        locate(source, "x/abstracts-preds.zip")
    assert "at x/abstracts-preds.zip by hand" in str(caught.value)


def test_a_list_cannot_lead_elsewhere_than_to_https(server, tmp_path):
    found = locate(Source(f"{server}/v2/articles/4/files", None), "abstracts-preds.zip")
    with pytest.raises(UserError, match="Only https"):
        download(found, tmp_path / "x.zip")


def test_the_table_has_every_file_of_the_release_with_a_checksum(root):
    sources = read_sources(root / "workflow/scripts/paperpool/resources/sources.csv", "csfcube")
    assert set(sources) >= set(REQUIRED)
    unchecked = [name for name, source in sources.items() if source.sha256 is None]
    assert unchecked == ["abstracts-csfcube-preds.jsonl"]
    assert all(source.url.startswith("https://") for source in sources.values())


def test_the_table_has_the_sources_of_the_public_corpora(root):
    """No checksum of them is known."""
    table = root / "workflow/scripts/paperpool/resources/sources.csv"
    sources = {corpus: read_sources(table, corpus) for corpus in ("arxiv", "hepth", "scisumm")}
    assert {corpus: len(files) for corpus, files in sources.items()} == {
        "arxiv": 63,
        "hepth": 2,
        "scisumm": 1,
    }
    for files in sources.values():
        for name, source in files.items():
            assert source.sha256 is None and source.url.startswith("https://")
            assert source.url.endswith(name) or name == "scisumm-corpus.tar.gz"


def test_files_of_repositories_are_of_a_commit(root):
    """Of one none is known that has it."""
    table = root / "workflow/scripts/paperpool/resources/sources.csv"
    moving = {
        name
        for files in read_datasets(table).values()
        for name, source in files.items()
        if "github" in source.url and not re.search("/[0-9a-f]{40}(/|$)", source.url)
    }
    assert moving == {"scisumm-corpus.tar.gz"}


def test_checksums_are_those_of_the_real_release(root, real_data):
    folder = real_data("csfcube")
    for name, source in read_sources(
        root / "workflow/scripts/paperpool/resources/sources.csv", "csfcube"
    ).items():
        if source.sha256 is not None:
            content = (folder / name).read_bytes()
            assert hashlib.sha256(content).hexdigest() == source.sha256
            assert len(content) == source.n_bytes


def test_a_checksum_and_a_size_are_known_together(root):
    table = root / "workflow/scripts/paperpool/resources/sources.csv"
    sources = [source for files in read_datasets(table).values() for source in files.values()]
    assert all((source.sha256 is None) == (source.n_bytes is None) for source in sources)
