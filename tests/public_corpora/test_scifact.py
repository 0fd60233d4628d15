"""SciFact's archive is unpacked, and refused if it is not whole."""

import zipfile

import pytest

from paperpool.errors import UserError
from paperpool.public_corpora.scifact import FILES, unpack_scifact


@pytest.fixture
def archive(tmp_path):
    path = tmp_path / "scifact.zip"
    with zipfile.ZipFile(path, "w") as file:
        for name in (*FILES, "../outside.tsv"):
            file.writestr(f"scifact/{name}", name)
    return path


def test_the_three_files_are_written_and_no_other(archive, tmp_path):
    unpack_scifact(archive, tmp_path / "scifact")
    written = {str(f.relative_to(tmp_path)) for f in tmp_path.rglob("*") if f.is_file()}
    assert written == {"scifact.zip", *(f"scifact/{name}" for name in FILES)}
    assert (tmp_path / "scifact/corpus.jsonl").read_text() == "corpus.jsonl"


def test_an_archive_that_is_not_whole_is_named(archive, tmp_path):
    archive.write_bytes(archive.read_bytes()[:40])
    with pytest.raises(UserError, match="Not a whole archive"):
        unpack_scifact(archive, tmp_path / "scifact")
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("scifact/queries.jsonl", "{}")
    with pytest.raises(UserError, match=r"The archive lacks the file scifact/qrels/test\.tsv\."):
        unpack_scifact(archive, tmp_path / "scifact")


def test_a_file_of_the_archive_that_is_too_large_is_not_unpacked(archive, tmp_path):
    with zipfile.ZipFile(archive, "w") as file:
        for name in FILES:
            file.writestr(f"scifact/{name}", name)
        file.getinfo("scifact/queries.jsonl").file_size = 10**9  # as its directory says
    with pytest.raises(UserError, match=r"queries\.jsonl is larger than 50,000,000 bytes\."):
        unpack_scifact(archive, tmp_path / "scifact")
    assert not (tmp_path / "scifact").exists()
