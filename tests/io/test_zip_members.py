"""Archives from outside: what leads out of them is refused before anything is written."""

import stat
import zipfile

import pytest

from paperpool.errors import UserError
from paperpool.io import zip_members
from paperpool.io.zip_members import copy_member, opening_zip


def write_zip(path, *members):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content, mode in members:
            member = zipfile.ZipInfo(name)
            member.external_attr = mode << 16
            archive.writestr(member, content)
    return path


def test_a_file_is_copied_into_its_folder(tmp_path):
    path = write_zip(tmp_path / "a.zip", ("a/b.json", "{}", 0o644))
    with opening_zip(path, "archive a", "Get it again.") as archive:
        copy_member(archive, "a/b.json", tmp_path / "out/b.json", "archive a", "Get it again.")
        with pytest.raises(UserError, match=r"The archive lacks the file a/c\.json\."):
            copy_member(archive, "a/c.json", tmp_path / "out/c.json", "archive a", "Get it again.")
    assert (tmp_path / "out/b.json").read_text() == "{}"


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("../b.json", 0o644),
        ("a/../../b.json", 0o644),
        ("/b.json", 0o644),
        ("a\\..\\b.json", 0o644),
        ("a/link.json", stat.S_IFLNK | 0o777),
    ],
)
def test_a_path_that_leads_out_and_a_link_are_refused(tmp_path, name, mode):
    path = write_zip(tmp_path / "a.zip", ("a/good.json", "{}", 0o644), (name, "/etc/passwd", mode))
    with (
        pytest.raises(UserError, match="leads out of the archive") as caught,
        opening_zip(path, "archive a", "Get it again."),
    ):
        pass
    assert "Where: archive a" in str(caught.value) and "Get it again." in str(caught.value)


def test_too_large_an_archive_and_a_damaged_member_are_refused(tmp_path, monkeypatch):
    path = write_zip(tmp_path / "a.zip", ("a/b.json", "content", 0o644))
    damaged = tmp_path / "damaged.zip"
    damaged.write_bytes(path.read_bytes().replace(b"content", b"Content"))
    with (
        pytest.raises(UserError, match="Not a whole archive: Bad CRC-32"),
        opening_zip(damaged, "archive a", "") as archive,
    ):
        copy_member(archive, "a/b.json", tmp_path / "b.json", "archive a", "")
    monkeypatch.setattr(zip_members, "MAX_TOTAL", 6)
    with pytest.raises(UserError, match="larger than 6 bytes"), opening_zip(path, "archive a", ""):
        pass
