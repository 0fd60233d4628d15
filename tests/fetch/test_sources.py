"""The table of sources, and the places of its files."""

import hashlib
import re

import pytest

from paperpool.collections.csfcube_release import list_files
from paperpool.collections.mdcr_benchmark import RELEASE
from paperpool.collections.schemes import default_scheme
from paperpool.errors import UserError
from paperpool.fetch.downloading import check_file, download
from paperpool.fetch.sources import Source, locate, read_datasets, read_sources
from paperpool.resources import RESOURCES

CONTENT = b"paper\n" * 10_000

TABLE = RESOURCES / "sources.csv"

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
    address = serve(folder)
    for article, listed in LISTINGS.items():
        (folder / f"v2/articles/{article}").mkdir(parents=True)
        text = listed.replace("SERVER", address).replace("SIZE", str(len(CONTENT)))
        text = text.replace("00MD5", "0" * 32).replace("MD5", hashlib.md5(CONTENT).hexdigest())
        (folder / f"v2/articles/{article}/files").write_text(text)
    return address


def test_the_release_of_mdcr_is_there_and_no_file_of_it_is_pinned():
    sources = read_sources(TABLE, "mdcr")
    assert set(sources) == {*RELEASE, "scincl_scores.json"}
    assert all(sources[name].digests() == {} for name in RELEASE)


def test_the_released_abstracts_are_found_in_the_list_of_their_article(root, server, tmp_path):
    """With the server of this test in the place of figshare's."""
    text = TABLE.read_text()
    (tmp_path / "sources.csv").write_text(text.replace("https://api.figshare.com", server))
    [(name, source)] = read_sources(tmp_path / "sources.csv", "csfcube_abstracts").items()
    found = locate(source, name)
    assert (found.url, found.n_bytes) == (f"{server}/file.txt", len(CONTENT))
    assert found.digests() == {"md5": hashlib.md5(CONTENT).hexdigest()}
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


def test_the_table_has_every_file_of_the_release_with_a_digest(root):
    sources = read_sources(TABLE, "csfcube")
    assert set(sources) >= set(list_files(default_scheme()))
    assert all(source.digests() for source in sources.values())
    assert all(source.url.startswith("https://") for source in sources.values())


def test_what_is_not_pinned_is_what_the_page_on_security_names(root):
    """Every other file of the table is compared with a digest, all files of GitHub among them."""
    unpinned = {
        f"{dataset}/{name}"
        for dataset, files in read_datasets(TABLE).items()
        for name, source in files.items()
        if not source.digests()
    }
    assert unpinned == {
        "csfcube_abstracts/abstracts-preds.zip",
        "scisumm/scisumm-corpus.tar.gz",
        *(f"hepth/{name}" for name in ("cit-HepTh.txt.gz", "cit-HepTh-abstracts.tar.gz")),
        *(f"mdcr/{name}" for name in RELEASE),
    }
    page = " ".join((root / "docs/security.md").read_text().split())
    assert "Eight files have none" in page


def test_the_table_has_the_sources_of_the_public_corpora(root):
    sources = {corpus: read_sources(TABLE, corpus) for corpus in ("arxiv", "hepth", "scisumm")}
    assert {corpus: len(files) for corpus, files in sources.items()} == {
        "arxiv": 63,
        "hepth": 2,
        "scisumm": 1,
    }
    for files in sources.values():
        for name, source in files.items():
            assert source.url.startswith("https://")
            assert source.url.endswith(name) or name == "scisumm-corpus.tar.gz"


def test_files_of_repositories_are_of_a_commit(root):
    moving = {
        name
        for files in read_datasets(TABLE).values()
        for name, source in files.items()
        if "github" in source.url and not re.search("/[0-9a-f]{40}(/|$)", source.url)
    }
    assert moving == set()


def test_checksums_are_those_of_the_real_release(root, real_data):
    folder = real_data("csfcube")
    for name, source in read_sources(TABLE, "csfcube").items():
        if source.sha256 is not None:
            content = (folder / name).read_bytes()
            assert hashlib.sha256(content).hexdigest() == source.sha256
            assert len(content) == source.n_bytes


def test_git_blobs_are_those_of_the_real_runs(root, real_data):
    """Of SPECTER's run, which is part of CSFCube's release, and of another repository's."""
    folders = {"specter": real_data("csfcube") / "ranked_pools"}
    others = real_data("known-runs") / "sciatica"
    sources = read_sources(TABLE, "csfcube_runs")
    assert len(sources) == 3 + 7 * 3 + 6 * 3
    for name, source in sources.items():
        system, _, file = name.partition("/")
        check_file(folders.get(system, others / system) / file, source)
        assert source.digests().keys() == {"git_blob"} and source.n_bytes


def test_a_size_is_known_of_pinned_files_alone():
    sources = [source for files in read_datasets(TABLE).values() for source in files.values()]
    assert all(source.digests() for source in sources if source.n_bytes is not None)
    assert all(source.n_bytes is not None for source in sources if source.sha256 is not None)
    blobs = [source.git_blob for source in sources if source.git_blob is not None]
    assert len(blobs) > 100 and all(re.fullmatch("[0-9a-f]{40}", blob) for blob in blobs)
