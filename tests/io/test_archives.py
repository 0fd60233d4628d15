"""Archives that are the same for the same files."""

import tarfile

import pytest

from paperpool.errors import UserError
from paperpool.io.archives import read_members, write_archive

FILES = {"b/two.txt": b"two\n", "a/one.xml": b"\xff\x00", "a/empty": b""}


def test_files_come_back_in_their_order_with_nothing_of_the_machine(tmp_path):
    path = tmp_path / "new/a.tar.gz"
    write_archive(path, FILES)
    with tarfile.open(path) as archive:
        members = archive.getmembers()
        assert [(m.name, archive.extractfile(m).read()) for m in members] == list(FILES.items())
    for member in members:
        assert member.isreg() and member.mode == 0o644
        assert member.mtime == member.uid == member.gid == 0 and not member.uname + member.gname
    # no flag of a file name, and no time, in the header of gzip
    assert path.read_bytes()[3:8] == bytes(5)


def test_an_archive_is_the_same_at_any_time_and_path(tmp_path, monkeypatch):
    write_archive(tmp_path / "a.tar.gz", FILES)
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    write_archive(tmp_path / "b.tar.gz", FILES)
    assert (tmp_path / "a.tar.gz").read_bytes() == (tmp_path / "b.tar.gz").read_bytes()


def test_only_what_is_wanted_is_read_and_nothing_written(tmp_path):
    path = tmp_path / "a.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        link = tarfile.TarInfo("b/link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
        for name in ("../b/out", "/b/root", "c"):
            archive.addfile(tarfile.TarInfo(name))
    found = dict(read_members(path, lambda name: "b/" in name, 0, ""))
    assert found == {"../b/out": b"", "/b/root": b""}
    assert list(tmp_path.iterdir()) == [path]


def test_an_archive_larger_than_allowed_is_refused(tmp_path):
    write_archive(tmp_path / "a.tar.gz", FILES)
    total = sum(map(len, FILES.values()))
    assert dict(read_members(tmp_path / "a.tar.gz", bool, total, "")) == FILES
    with pytest.raises(UserError, match=f"larger than {total - 1} bytes") as caught:
        list(read_members(tmp_path / "a.tar.gz", bool, total - 1, "Take another."))
    assert caught.value.problems[0].hint == "Take another."


@pytest.mark.parametrize("left_out", [1, 8, 20, -1])
def test_an_archive_that_is_cut_short_or_changed_is_refused(tmp_path, left_out):
    path = tmp_path / "a.tar.gz"
    write_archive(path, FILES)
    whole = path.read_bytes()
    path.write_bytes(whole[:-left_out] if left_out > 0 else whole[:-8] + bytes(8))
    with pytest.raises(UserError, match="Not a whole archive"):
        list(read_members(path, bool, 100, ""))
