"""The requests of a folder are read back, and a file that was edited is refused."""

import pytest

from paperpool.errors import UserError
from paperpool.extras.next_judgments.folder import Folder
from paperpool.judging.asking import Request

from ...made.judged import hide_all, make_items


@pytest.fixture
def items():
    return hide_all(make_items())


@pytest.fixture
def folder(items, tmp_path):
    """A folder of two requests, the first one answered."""
    made = Folder(tmp_path, {topic: topic[0] for topic in items.topics})
    first, second, *_ = items.ids
    made.write_requests([Request(first, 1, 1 / 3, 2.0), Request(second, 1, 0.25)])
    return made


def test_requests_are_read_back(folder, items, tmp_path):
    first, second, *_ = items.ids
    requests = folder.read_requests(items)
    assert requests == [Request(first, 1, 1 / 3, 2.0), Request(second, 1, 0.25)]
    folder.write_requests([])
    assert folder.read_requests(items) == []
    (tmp_path / "requests.csv").unlink()
    assert folder.read_requests(items) == []


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda text: "", "The file is empty"),
        (lambda text: text.replace("probability", "share"), "no column probability"),
        (lambda text: text.replace(",", "|"), "no column"),
        (lambda text: text + text.splitlines(keepends=True)[1], "two answers for one pair"),
        (lambda text: text.replace("0.25", ""), "from 0 to 1"),
        (lambda text: text.replace(",2.0\n", ",high\n"), "'high' is none from 0 to"),
        (lambda text: text.replace(",q0,", ",x:q0,"), "not asked for: query 'x:q0'"),
        (lambda text: text.replace(",2.0\n", ",2.0,1\n"), "cells"),
    ],
)
def test_an_edited_file_is_refused(folder, items, tmp_path, edit, said):
    path = tmp_path / "requests.csv"
    before = path.read_text()
    path.write_text(edit(before))
    assert path.read_text() != before
    with pytest.raises(UserError, match=said) as error:
        folder.read_requests(items)
    assert str(path) in str(error.value)
