import tarfile

import pytest

from paperpool.errors import UserError
from paperpool.scisumm.read import scisummnet
from paperpool.scisumm.read.problems import Problems
from paperpool.scisumm.read.scisummnet import read_archive

from ...made.scisumm_release import write_archive


def link(kind):
    member = tarfile.TarInfo("A/annotation/A.ann.txt")
    member.type, member.linkname = kind, "/etc/passwd"
    return member


def lines(problems):
    return problems.table()[["file", "problem"]].to_numpy().tolist()


def test_files_are_sorted_whatever_their_order_and_folder(tmp_path):
    members = {
        "net/B00-1/annotation/B00-1.annv3.txt": b"b",
        "net/B00-1/Reference_XML/B00-1.xml": b"B",
        "A00-1/Reference_XML/A00-1.xml": b"A",
    }
    problems = Problems()
    assert read_archive(write_archive(tmp_path / "n.tar.gz", members), problems) == {
        "A00-1": {"n.tar.gz/A00-1/Reference_XML/A00-1.xml": b"A"},
        "B00-1": {
            "n.tar.gz/net/B00-1/Reference_XML/B00-1.xml": b"B",
            "n.tar.gz/net/B00-1/annotation/B00-1.annv3.txt": b"b",
        },
    }
    assert lines(problems) == []


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("../A/annotation/A.ann.txt", b"x", "unsafe_member"),
        ("/A/annotation/A.ann.txt", b"x", "unsafe_member"),
        ("A\\..\\B/annotation/A.ann.txt", b"x", "unsafe_member"),
        ("link", link(tarfile.SYMTYPE), "unsafe_member"),
        ("hard link", link(tarfile.LNKTYPE), "unsafe_member"),
        ("fifo", link(tarfile.FIFOTYPE), "unsafe_member"),
        (".A/annotation/A.ann.txt", b"x", "unsafe_name"),
        ("A/annotation/notes.doc", b"x", "other_file"),
        ("A/Reference_XML/A.txt", b"x", "other_file"),
        ("README", b"x", "other_file"),
    ],
)
def test_no_member_is_trusted(tmp_path, name, content, problem):
    problems = Problems()
    members = {name: content, "Z/Reference_XML/Z.xml": b"Z"}
    assert list(read_archive(write_archive(tmp_path / "n.tar.gz", members), problems)) == ["Z"]
    assert [line[1] for line in lines(problems)] == [problem]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["n.tar.gz"]


def test_too_large_members_and_archives(tmp_path, monkeypatch):
    monkeypatch.setattr(scisummnet, "MAX_FILE", 10)
    members = {"A/Reference_XML/A.xml": b"x" * 11, "B/Reference_XML/B.xml": b"x" * 10}
    problems = Problems()
    assert list(read_archive(write_archive(tmp_path / "n.tar.gz", members), problems)) == ["B"]
    assert [line[1] for line in lines(problems)] == ["too_large"]
    monkeypatch.setattr(scisummnet, "MAX_ARCHIVE", 1 << 20)
    path = write_archive(tmp_path / "n.tar.gz", {"A/Reference_XML/A.xml": b"\0" * (3 << 20)})
    assert path.stat().st_size < 10_000
    with pytest.raises(UserError, match="unpacks to more than 1 MiB"):
        read_archive(path, Problems())


def test_what_is_no_whole_archive_is_an_error(tmp_path):
    path = write_archive(tmp_path / "n.tar.gz", {"A/Reference_XML/A.xml": bytes(range(256)) * 99})
    for data in (b"", b"no archive", b"\x1f\x8b\x08\x00 broken", path.read_bytes()[:-40]):
        path.write_bytes(data)
        with pytest.raises(UserError, match="Cannot be read"):
            read_archive(path, Problems())
