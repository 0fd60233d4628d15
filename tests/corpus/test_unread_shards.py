"""Shards of which no row can be read: an error that shows the first and guesses the format."""

import gzip

import pytest

from paperpool.errors import UserError
from paperpool.workflow.corpus.broken_shards import refuse_broken
from paperpool.workflow.corpus.bulk_rows import ReadBulkShard, read_bulk_shard
from paperpool.workflow.corpus.empty_corpus import refuse_empty_corpus
from paperpool.workflow.corpus.shards import ReadShard, read_shards

from ..made.shards import encode, make_row


@pytest.fixture
def read(tmp_path):
    def read(**contents):
        shards = {}
        for name, content in contents.items():
            shards[name] = tmp_path / f"{name}.jsonl"
            shards[name].write_bytes(content)
        files = ReadShard(*(tmp_path / name for name in ("papers", "edges", "bad", "summary")))
        read_shards(shards, files)
        return files

    return read


@pytest.mark.parametrize(
    ("content", "reason", "likely", "hint"),
    [
        (b"id,title\n1,a\n", "invalid_json", "looks like CSV.", "{table: "),
        (b'[{"paper_id": "1"}]\n', "not_an_object", "one JSON array", "jq -c '.[]'"),
        (b'{\n "paper_id": "1"\n}\n', "invalid_json", "over several lines", "jq -c ."),
        (b"<html><body>Log in</body>\n", "invalid_json", "an HTML page", "Get the file again"),
        (b"<?xml version='1.0'?>\n", "invalid_json", "XML", "Convert it"),
        (b"@article{a,\n title={b}}\n", "invalid_json", "BibTeX", "{table: "),
        (b"TY  - JOUR\nER  -\n", "invalid_json", "RIS", "{table: "),
        (
            b'{"id": 1, "text": "a"}\n',
            "missing_key (paper_id)",
            "other keys: id, text.",
            "{table: ",
        ),
        (
            b'{"id":"https://openalex.org/W1"}\n',
            "missing_key (paper_id)",
            "looks like OpenAlex's works.",
            "/a.jsonl]}.",
        ),
        (
            b'{"corpusid": 1, "title": "a"}\n',
            "missing_key (paper_id)",
            "one of Semantic Scholar's bulk datasets.",
            "by its dataset: {papers: ",
        ),
        ("id,title\n".encode("utf-16"), "invalid_utf8", "UTF-16", "UTF-8"),
        (b"nothing known\n", "invalid_json", "", ""),
    ],
)
def test_the_first_row_is_shown_with_the_likely_format(read, content, reason, likely, hint):
    files = read(a=content)
    for refuse in (
        lambda: refuse_broken([files.summary]),
        lambda: refuse_empty_corpus([files.papers], [files.summary], ["a"]),
    ):
        with pytest.raises(UserError) as caught:
            refuse()
        [problem] = caught.value.problems
        assert f"({reason}). Expected: S2ORC's rows, JSON lines with paper_id" in problem.what
        assert likely in problem.what and hint in problem.hint
        assert problem.where.endswith("a.jsonl, line 1")


def test_a_long_row_is_cut_and_no_format_is_guessed_for_a_value(read):
    files = read(a=encode(make_row(7, abstract="x" * 500)) + b"\n")
    with pytest.raises(UserError) as caught:
        refuse_broken([files.summary])
    [problem] = caught.value.problems
    assert "...' (wrong_type" in problem.what and len(problem.what) < 250
    assert "looks like" not in problem.what


def test_shards_of_bulk_datasets_that_are_exchanged_are_told(tmp_path):
    (tmp_path / "abstracts.jsonl").write_text('{"corpusid": 1, "abstract": "A"}\n')
    files = ReadBulkShard(*(tmp_path / name for name in ("rows", "bad", "summary")))
    read_bulk_shard(tmp_path / "abstracts.jsonl", "abstracts", "papers", files)
    with pytest.raises(UserError) as caught:
        refuse_broken([files.summary])
    [problem] = caught.value.problems
    assert "Expected: rows of the dataset papers, JSON lines." in problem.what
    assert "by its dataset: {papers: " in problem.hint


def test_one_shard_of_several_is_refused_unless_it_is_empty(read):
    good = encode(make_row("1")) + b"\n"
    files = read(a=good, b=b"\n", c=b"no json\n", d=good)
    with pytest.raises(UserError) as caught:
        refuse_broken([files.summary])
    assert [problem.where[-15:] for problem in caught.value.problems] == ["c.jsonl, line 1"]
    refuse_empty_corpus([files.papers], [files.summary], ["a"])


def test_a_corpus_without_a_row_is_refused(read):
    files = read(a=gzip.compress(b"\n"))
    refuse_broken([files.summary])
    with pytest.raises(UserError, match="no readable paper: 0 rows were read"):
        refuse_empty_corpus([files.papers], [files.summary], ["a"])
