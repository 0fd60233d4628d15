"""Downloads: checked, whole, from https (or a server of the test's own) only."""

import hashlib

import pytest

from paperpool.collections.csfcube_release import REQUIRED
from paperpool.collections.mdcr_benchmark import RELEASE
from paperpool.errors import UserError
from paperpool.fetch import Source, download, read_sources

CONTENT = b"paper\n" * 10_000


@pytest.fixture(scope="module")
def server(tmp_path_factory, serve):
    folder = tmp_path_factory.mktemp("served")
    (folder / "file.txt").write_bytes(CONTENT)
    for name in RELEASE:
        (folder / name).write_bytes(name.encode())

    return serve(folder)


def test_a_file_arrives_whole_and_checked(server, tmp_path):
    source = Source(f"{server}/file.txt", hashlib.sha256(CONTENT).hexdigest())
    download(source, tmp_path / "a/file.txt")
    assert (tmp_path / "a/file.txt").read_bytes() == CONTENT


def test_the_release_of_mdcr_arrives_as_its_rows_say(root, server, tmp_path):
    """With the server of this test in the place of the release's."""
    text = (root / "resources/sources.csv").read_text()
    (tmp_path / "sources.csv").write_text(text.replace("https://takelab.fer.hr/data/mdcr", server))
    sources = read_sources(tmp_path / "sources.csv", "mdcr")
    assert set(sources) == set(RELEASE)
    for name, source in sources.items():
        assert source.sha256 is None  # none is known
        download(source, tmp_path / "mdcr" / name)
        assert (tmp_path / "mdcr" / name).read_text() == name
    assert {path.name for path in (tmp_path / "mdcr").iterdir()} == set(RELEASE)


@pytest.mark.parametrize(
    ("name", "sha256", "expected"),
    [("file.txt", "0" * 64, "instead of"), ("absent.txt", None, "404")],
)
def test_a_wrong_or_missing_file_leaves_nothing(server, tmp_path, name, sha256, expected):
    with pytest.raises(UserError, match=expected):
        download(Source(f"{server}/{name}", sha256), tmp_path / "file.txt")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "ftp://x/y", "http://example.org/x", "http://localhost.example.org/x"],
)
def test_other_schemes_are_refused(tmp_path, url):
    with pytest.raises(UserError, match="Only https"):
        download(Source(url, None), tmp_path / "file.txt")


def test_the_table_has_every_file_of_the_release_with_a_checksum(root):
    sources = read_sources(root / "resources/sources.csv", "csfcube")
    assert set(sources) >= set(REQUIRED)
    unchecked = [name for name, source in sources.items() if source.sha256 is None]
    assert unchecked == ["abstracts-csfcube-preds.jsonl"]
    assert all(source.url.startswith("https://") for source in sources.values())


def test_the_table_has_the_sources_of_the_public_corpora(root):
    """No checksum of them is known."""
    table = root / "resources/sources.csv"
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


def test_checksums_are_those_of_the_real_release(root, real_data):
    folder = real_data("csfcube")
    for name, source in read_sources(root / "resources/sources.csv", "csfcube").items():
        if source.sha256 is not None:
            content = (folder / name).read_bytes()
            assert hashlib.sha256(content).hexdigest() == source.sha256
