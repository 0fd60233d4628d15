"""Unpack CSFCube's released abstracts: a paper on each line, for any form of the archive."""

import json
import zipfile

import pytest

from paperpool.errors import UserError
from paperpool.public_corpora import unpacking
from paperpool.public_corpora.unpacking import unpack_abstracts

PAPERS = [
    {"paper_id": "1", "title": 'A "{title}", Å', "abstract": ["One.", "Two."], "metadata": {}},
    {"metadata": {"doi": None}, "paper_id": "2", "title": "B\n\u2028", "abstract": []},
    {"paper_id": "3", "title": "C" * 300, "abstract": ["}{"], "metadata": None},
]


def pack(folder, *files):
    with zipfile.ZipFile(folder / "abstracts-preds.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return folder / "abstracts-preds.zip"


def unpack(folder, *files):
    archive = pack(folder, *files)
    output = folder / "out" / "papers.jsonl"
    n_papers = unpack_abstracts(archive, output)
    rows = [json.loads(line) for line in output.read_text(encoding="utf-8").split("\n") if line]
    assert len(rows) == n_papers
    return rows


@pytest.mark.parametrize("block", [1, 7, 64, 1 << 20])
@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("first", [0, 1])
def test_one_object_of_all_papers(tmp_path, monkeypatch, block, indent, first):
    """In pieces of any size, indented or not, whatever key a paper has first."""
    papers = PAPERS[first:]
    whole = json.dumps({p["paper_id"]: p for p in papers}, ensure_ascii=False, indent=indent)
    monkeypatch.setattr(unpacking, "BLOCK_BYTES", max(block, 30))
    assert unpack(tmp_path, ("abstracts-preds.json", whole)) == papers


@pytest.mark.parametrize("first", [0, 1])
def test_a_paper_on_each_line_stays_as_it_stands(tmp_path, first):
    lines = [json.dumps(paper).encode() for paper in PAPERS[first:]] + [b"{oops", b"\xff\xfe"]
    archive = pack(tmp_path, ("a/b.jsonl", b"\n\n".join(lines)), ("__MACOSX/a/._b.jsonl", b"x"))
    assert unpack_abstracts(archive, tmp_path / "papers.jsonl") == len(lines)
    assert (tmp_path / "papers.jsonl").read_bytes() == b"".join(line + b"\n" for line in lines)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ([("readme.txt", "x")], "0 JSON files"),
        ([("a.json", "{}"), ("b.jsonl", "{}")], "2 JSON files"),
        ([("a.json", '{"1": {"paper_id": "1"}, "2": {"paper_id"')], "after 1 papers"),
        ([("a.json", '{"1": {"paper_id": "1"} "2": {}}')], "after 1 papers"),
        ([("a.jsonl", "\n \n")], "no paper"),
    ],
)
def test_what_is_no_release_is_refused_and_leaves_nothing(tmp_path, files, expected):
    archive = pack(tmp_path, *files)
    with pytest.raises(UserError, match=expected) as caught:
        unpack_abstracts(archive, tmp_path / "out" / "papers.jsonl")
    assert "abstracts-preds.zip" in str(caught.value)
    assert not (tmp_path / "out").is_dir() or list((tmp_path / "out").iterdir()) == []


def test_a_broken_archive_or_too_large_a_paper_is_refused(tmp_path, monkeypatch):
    whole = json.dumps({"1": PAPERS[0], "2": PAPERS[2]})
    archive = pack(tmp_path, ("a.json", whole))
    monkeypatch.setattr(unpacking, "BLOCK_BYTES", 50)
    monkeypatch.setattr(unpacking, "MAX_PAPER", 200)
    with pytest.raises(UserError, match="after 1 papers"):
        unpack_abstracts(archive, tmp_path / "papers.jsonl")
    monkeypatch.setattr(unpacking, "MAX_TOTAL", 100)
    with pytest.raises(UserError, match="larger than 100 bytes"):
        unpack_abstracts(archive, tmp_path / "papers.jsonl")
    archive.write_bytes(archive.read_bytes()[:60])
    with pytest.raises(UserError, match="Not a whole archive"):
        unpack_abstracts(archive, tmp_path / "papers.jsonl")
    assert {path.name for path in tmp_path.iterdir()} == {archive.name}


def test_the_real_abstracts_arrive_whatever_their_layout(real_data, tmp_path):
    text = (real_data("csfcube") / "abstracts-csfcube-preds.jsonl").read_text(encoding="utf-8")
    papers = [json.loads(line) for line in text.splitlines()]
    whole = json.dumps({paper["paper_id"]: paper for paper in papers}, ensure_ascii=False)
    archive = pack(tmp_path, ("abstracts-preds.json", whole))
    assert unpack_abstracts(archive, tmp_path / "papers.jsonl") == len(papers) == 4205
    assert (tmp_path / "papers.jsonl").read_text(encoding="utf-8") == text
