"""The files that a search reads are made once, whole, and anew of other tables."""

import pytest

from paperpool.extras.search_page.engine import open_run
from paperpool.extras.search_page.parts import DIGESTS, PageIndex

from ..made.search_run import make_collection, write_run


def test_a_part_is_made_once_and_anew_where_it_failed(tmp_path):
    index = PageIndex(tmp_path, [], None)

    def fail(folder):
        (folder / "half").touch()
        raise KeyError

    with pytest.raises(KeyError):
        index.part("words", fail)
    made = []
    for _ in range(2):
        folder = index.part("words", lambda folder: made.append((folder / "whole").touch()))
        assert {file.name for file in folder.iterdir()} == {"whole", DIGESTS}
    assert len(made) == 1
    assert index.part("words", lambda _: None, made_of=[1]) != folder


@pytest.mark.parametrize("damage", ["cut", "emptied", "flipped", "lost", "digests", "unlisted"])
def test_a_damaged_part_is_made_anew(tmp_path, caplog, damage):
    def make(folder):
        made.append(folder)
        (folder / "one.npy").write_bytes(whole)
        (folder / "two.npy").write_bytes(whole)

    made, whole = [], bytes(range(256))
    index = PageIndex(tmp_path, [], None)
    folder = index.part("words", make)
    file = folder / ("digests.json" if damage == "digests" else "two.npy")
    if damage == "unlisted":
        (folder / DIGESTS).unlink()
    elif damage == "lost":
        file.unlink()
    else:
        data = file.read_bytes()
        flipped = data[:9] + bytes([data[9] ^ 16]) + data[10:]
        file.write_bytes({"cut": data[:100], "emptied": b""}.get(damage, flipped))
    with caplog.at_level("WARNING", "paperpool"):
        assert index.part("words", make) == folder
    assert len(made) == 2 and (folder / "two.npy").read_bytes() == whole
    assert f"is damaged and is made anew: {folder}" in caplog.text
    index.part("words", make)
    assert len(made) == 2


def test_other_tables_and_another_collection_are_another_index(tmp_path):
    table = tmp_path / "papers"
    table.write_text("one")
    folders = [
        PageIndex(tmp_path, files, collection).part("words", lambda _: None)
        for files in ([], [table])
        for collection in (None, make_collection())
    ]
    table.write_text("two")
    folders.append(PageIndex(tmp_path, [table], None).part("words", lambda _: None))
    assert len(set(folders)) == 5


def test_a_run_is_indexed_once(tmp_path, monkeypatch):
    """The second opening reads the files of the first."""
    folder = write_run(tmp_path)
    found = open_run("made", tmp_path).look_up("tea leaves")
    made = []
    make = PageIndex.part

    def part(self, name, *arguments):
        before = set(tmp_path.rglob("*"))
        found = make(self, name, *arguments)
        made.extend([name] if set(tmp_path.rglob("*")) - before else [])
        return found

    monkeypatch.setattr(PageIndex, "part", part)
    assert open_run("made", tmp_path).look_up("tea leaves") == found
    assert made == []
    (folder / "facets" / "sentences.parquet").unlink()
    open_run("made", tmp_path)
    assert made == ["sentences"]
