"""MDCR's benchmark as a collection: its topics, their candidates and their papers' texts."""

import json

import pytest

from paperpool.collections.collection import PlainPaper
from paperpool.collections.mdcr_collection import merge_texts, read_mdcr
from paperpool.errors import UserError

POOLS = {
    "Art": {"9": {"bm25": ["10", "b"], "graph": ["b", "c"], "true": ["c", "a"]}},
    "Physics": {"10": {"random": ["a"], "true": ["9"]}},
}


def write_split(folder, pools=POOLS, papers=("9", "10", "a", "b", "c", "unused")):
    """Write a split to files named after it; return them."""
    files = {folder.name: folder / "pools.json", f"{folder.name}_data": folder / "texts.jsonl"}
    folder.mkdir(exist_ok=True)
    (folder / "pools.json").write_text(json.dumps(pools))
    lines = [{"paper_id": i, "title": f"T{i}", "abstract": None} for i in papers]
    (folder / "texts.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return files


@pytest.fixture
def read(tmp_path):
    """Return a function that reads a benchmark with the given test split."""
    val = {"Art": {"v": {"true": ["w"]}}}

    def read(*arguments, **options):
        files = write_split(tmp_path / "val", val, ("v", "w"))
        return read_mdcr(files | write_split(tmp_path / "test", *arguments, **options))

    return read


def test_each_candidate_of_a_topic_stands_once_and_true_wins(read):
    collection = read()
    grades = {pair: collection.judgments[pair].grades() for pair in collection.pairs()}
    assert grades == {
        ("10", "Physics"): {"9": 1, "a": 0},
        ("9", "Art"): {"c": 1, "a": 1, "10": 0, "b": 0},
        ("v", "Art"): {"w": 1},
    }
    assert (collection.relevant, collection.validation) == (1, "val")


def test_a_candidates_sources_are_all_of_its_types(read):
    pools = read().pools
    assert dict(zip(pools["9"].candidates, pools["9"].sources, strict=True)) == {
        "10": ("bm25",),
        "b": ("bm25", "graph"),
        "c": ("graph", "true"),
        "a": ("true",),
    }


def test_papers_are_those_that_some_pool_names_sorted(read):
    collection = read()
    assert list(collection.papers) == ["10", "9", "a", "b", "c", "v", "w"]
    assert collection.papers["9"] == PlainPaper("9", "T9", "")
    assert collection.document_text("9") == collection.query_text("9", "Art") == "T9 "
    assert collection.headed_text("9", "Art", "|") == "T9|"


def test_folds_are_the_splits_of_all_fields_and_of_each(read):
    assert read().folds == {
        "all": {"val": [("v", "Art")], "test": [("9", "Art"), ("10", "Physics")]},
        "Art": {"val": [("v", "Art")], "test": [("9", "Art")]},
        "Physics": {"test": [("10", "Physics")]},
    }


def test_a_paper_without_a_text_is_a_users_error(read):
    with pytest.raises(UserError, match="1 papers of the benchmark are missing: c") as raised:
        read(papers=("9", "10", "a", "b"))
    assert raised.value.problems[0].where.endswith("texts.jsonl")


def test_every_split_is_read_from_its_own_files(tmp_path):
    files = {}
    for split, papers in (("val", "ab"), ("test", "cd")):
        files |= write_split(tmp_path / split, {"Art": {papers[0]: {"true": [papers[1]]}}}, papers)
    collection = read_mdcr(files)
    for split, papers in (("val", "ab"), ("test", "cd")):
        assert list(collection.of_split(split).papers) == [*papers]


def test_a_paper_of_both_splits_has_the_first_text():
    first, second = {"a": ("A", "x"), "b": ("B", "")}, {"b": ("B", ""), "a": ("A", "y")}
    texts, changed = merge_texts([first, second])
    assert texts == first and changed == ["a"]


def test_topics_of_a_paper_in_several_fields_are_told_apart(small_benchmark):
    assert small_benchmark.topic_names() == {
        ("q", "Art"): "q",
        ("r", "Art"): "r_Art",
        ("r", "Political Science"): "r_Political-Science",
        ("s", "Art"): "s",
    }
