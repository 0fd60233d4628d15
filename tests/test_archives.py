"""Archives that are the same for the same files."""

import gzip
import tarfile

from paperpool.archives import write_archive

FILES = {"b/two.txt": b"two\n", "a/one.xml": b"\xff\x00", "a/empty": b""}


def test_files_come_back_in_their_order_with_nothing_of_the_machine(tmp_path):
    path = tmp_path / "new/a.tar.gz"
    write_archive(path, FILES)
    with tarfile.open(path) as archive:
        members = archive.getmembers()
        assert [(m.name, archive.extractfile(m).read()) for m in members] == list(FILES.items())
    for member in members:
        assert member.isreg() and member.mode == 0o644
        assert (member.mtime, member.uid, member.gid, member.uname, member.gname) == (
            0,
            0,
            0,
            "",
            "",
        )
    # no flag of a file name, and no time, in the header of gzip
    assert path.read_bytes()[3:8] == bytes(5)


def test_an_archive_is_the_same_at_any_time_and_path(tmp_path, monkeypatch):
    write_archive(tmp_path / "a.tar.gz", FILES)
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    write_archive(tmp_path / "b.tar.gz", FILES)
    assert (tmp_path / "a.tar.gz").read_bytes() == (tmp_path / "b.tar.gz").read_bytes()


def test_no_files_are_an_empty_archive(tmp_path):
    write_archive(tmp_path / "a.tar.gz", {})
    with tarfile.open(tmp_path / "a.tar.gz") as archive:
        assert archive.getmembers() == []
    assert not any(gzip.decompress((tmp_path / "a.tar.gz").read_bytes()))
