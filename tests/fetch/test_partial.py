"""The bytes so far belong to one process, one address and one state of the file."""

import contextlib
import json
import resource

import pytest

from paperpool.errors import UserError
from paperpool.fetch.partial import holding_partial

URL = "https://example.org/a.bin"


@contextlib.contextmanager
def full_after(n_bytes):
    """Let files of this process grow to so many bytes while the block runs."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def path(tmp_path):
    """The path of a file of which three bytes have arrived."""
    path = tmp_path / "a.bin"
    with holding_partial(path, URL) as partial:
        partial.start('"one"')
        partial.append(b"abc")
    return path


def test_it_stays_for_the_next_one(path):
    with holding_partial(path, URL) as partial:
        assert (partial.n_bytes, partial.validator) == (3, '"one"')
        partial.append(b"de")
        assert partial.hash("sha256").startswith("36bbe50ed968")  # of "abcde"
        partial.keep()
    assert path.read_bytes() == b"abcde"
    assert [file.name for file in path.parent.iterdir()] == ["a.bin"]


def test_another_process_waits_for_its_turn(path):
    with (
        holding_partial(path, URL),
        pytest.raises(UserError, match="Another process is downloading"),
        holding_partial(path, URL),
    ):
        pass


@pytest.mark.parametrize(
    "note", [None, "", "{", "[]", '{"url": 1}', json.dumps({"url": URL, "validator": None})]
)
def test_without_a_sound_note_it_begins_anew(path, note):
    place = path.with_name(".a.bin.of.part")
    place.unlink() if note is None else place.write_text(note)
    with holding_partial(path, URL) as partial:
        assert (partial.n_bytes, partial.validator) == (0, None)
    assert list(path.parent.iterdir()) == []


def test_a_full_disk_is_told_as_one(path):
    with holding_partial(path, URL) as partial, full_after(4):
        with pytest.raises(UserError, match="cannot be written: File too large") as caught:
            partial.append(b"de")
        assert caught.value.problems[0].where == str(path)


def test_a_folder_that_cannot_be_is_told(tmp_path):
    (tmp_path / "file").touch()
    with (
        pytest.raises(UserError, match="cannot be written"),
        holding_partial(tmp_path / "file/a.bin", URL),
    ):
        pass
