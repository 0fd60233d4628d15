"""BEIR folders with candidates to re-rank."""

import pytest

from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import make_reader
from paperpool.errors import UserError

from ...made.folders import TOPICS, write_lines, write_mteb


def read(settings):
    return assemble(make_reader(settings).read(), "test", 1, 1000)


def test_topics_have_the_candidates_that_are_listed(tmp_path):
    listed = {"1": ["c", "a"], "2": ["d", "e", "d"], "a": ["b"], "unjudged": ["a"]}
    settings = write_mteb(tmp_path, listed)
    found = make_reader(settings).read()
    collection = assemble(found, "test", 1, 1000)
    assert not collection.is_searched
    assert [collection.rankable(*pair) for pair in collection.pairs()] == [
        ["a", "c"],
        ["d", "e"],
        ["b"],
    ]
    assert collection.judgments["?1", ""].grades() == {"a": 2, "c": 1, "d": 0}  # d is missed
    assert found.dropped["candidates"] == {"repeated": 1}


def test_papers_are_those_that_topics_name(tmp_path):
    settings = write_mteb(tmp_path, {topic: ["b", "c"] for topic in TOPICS})
    assert read(settings).documents == ["b", "c"]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (
            [{"query-id": "1", "corpus-ids": ["a"]}, {"query-id": "1", "corpus-ids": ["b"]}],
            ["The query '1' is there twice.", "2 judged topics have no candidates: 2, a."],
        ),
        (
            [{"query-id": t, "corpus-ids": ["a", "zz"]} for t in TOPICS],
            ["1 candidates are not among the documents: zz."],
        ),
        (
            [{"query-id": t, "corpus-ids": ["a"]} for t in TOPICS] + [{"query-id": "1"}],
            ["A row cannot be used: missing_key."],
        ),
        (
            [{"query-id": t, "corpus-ids": ["a", 7]} for t in "1"],
            ["A row cannot be used: wrong_type.", "3 judged topics have no candidates: 1, 2, a."],
        ),
    ],
)
def test_candidates_that_cannot_be_used_are_refused(tmp_path, rows, told):
    settings = write_mteb(tmp_path)
    write_lines(tmp_path / "top_ranked/test.jsonl", rows)
    with pytest.raises(UserError) as error:
        read(settings)
    assert [problem.what for problem in error.value.problems] == told
