"""A review's archive becomes a work on each line, as the sample of OpenAlex has it."""

import gzip
import json
import zipfile

import pytest

from paperpool.errors import UserError
from paperpool.public_corpora.synergy import write_works


def pack(path, members):
    """Write an archive of members, whose values are written as JSON."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, value in members.items():
            archive.writestr(name, json.dumps(value))
    return path


def test_the_sample_comes_back_from_parts_of_25_works(real_data, tmp_path):
    sample = real_data("openalex-sample") / "works-2023-04-jeyaraman-2020.jsonl.gz"
    lines = gzip.decompress(sample.read_bytes()).decode().splitlines()
    works = list(map(json.loads, lines))
    parts = {f"works_{i}_{i + 25}.json": works[i : i + 25] for i in range(0, len(works), 25)}
    archive = pack(tmp_path / "a.zip", dict(sorted(parts.items())) | {"other.json": [1]})
    assert write_works(archive, tmp_path / "works.jsonl.gz") == len(works) == 1175
    written = (tmp_path / "works.jsonl.gz").read_bytes()
    assert gzip.decompress(written).decode().splitlines() == lines


def test_an_archive_gives_the_same_bytes_under_any_name_at_any_time(tmp_path, monkeypatch):
    archive = pack(tmp_path / "a.zip", {"works_0_25.json": [{"id": "W1"}, {"id": "W2"}]})
    written = []
    for name, seconds in (("works", 1e9), ("again", 1.5e9)):
        monkeypatch.setattr("time.time", lambda now=seconds: now)
        path = tmp_path / f"{name}.jsonl.gz"
        assert write_works(archive, path) == 2
        written.append(path.read_bytes())
    assert written[0] == written[1]


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"readme.json": []}, "There are no works in it."),
        ({"works_0_25.json": {"id": 1}}, "works_0_25.json is no list of works."),
    ],
)
def test_an_archive_without_works_is_refused(tmp_path, members, message):
    archive = pack(tmp_path / "a.zip", members)
    with pytest.raises(UserError, match=message):
        write_works(archive, tmp_path / "works.jsonl.gz")
    assert not (tmp_path / "works.jsonl.gz").exists()


def test_a_cut_archive_is_refused(tmp_path):
    archive = pack(tmp_path / "a.zip", {"works_0_25.json": [{"id": "W1"}] * 50})
    archive.write_bytes(archive.read_bytes()[:60])
    with pytest.raises(UserError, match="Not a whole archive"):
        write_works(archive, tmp_path / "works.jsonl.gz")


def test_works_that_are_together_too_large_are_not_unpacked(tmp_path):
    archive = tmp_path / "a.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for name in ("works_0_1.json", "works_1_2.json"):
            file.writestr(name, json.dumps([{"id": name}]))
            file.getinfo(name).file_size = 2 * 10**9  # as its directory says
    with pytest.raises(UserError, match=r"Its works are larger than [0-9,]+ bytes\."):
        write_works(archive, tmp_path / "works.jsonl.gz")
    assert not (tmp_path / "works.jsonl.gz").exists()
