"""Digests are those that sha256sum, md5sum and git print."""

import pytest

from paperpool.fetch.digests import DIGESTS, hash_download

PRINTED = {
    "sha256": "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03",
    "md5": "b1946ac92492d2347c6235b4d2611184",
    "git_blob": "ce013625030ba8dba906f756967f9e9ca394464a",
}
"""Of a file with the line `hello`."""


@pytest.mark.parametrize("kind", DIGESTS)
def test_a_digest_is_the_one_that_the_tool_prints(tmp_path, kind):
    (tmp_path / "file").write_bytes(b"hello\n")
    assert hash_download(tmp_path / "file", kind) == PRINTED[kind]


def test_an_empty_file_has_a_git_blob_id(tmp_path):
    (tmp_path / "file").touch()
    found = hash_download(tmp_path / "file", "git_blob")
    assert found == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
