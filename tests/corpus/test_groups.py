"""Small shards that one job reads give the corpus that a job each gives."""

import gzip
from itertools import zip_longest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.errors import UserError
from paperpool.workflow.corpus.groups import MOST_SHARDS, group_sizes, make_parts
from paperpool.workflow.corpus.names import Shard
from paperpool.workflow.corpus.places import find_line, make_places

from ..made.corpus_stage import run_corpus
from ..made.shards import encode, make_row, write_shards
from ..made.works import as_work


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 50)), max_size=600))
def test_neighbours_of_a_kind_share_a_group_up_to_a_size(files):
    sizes = {str(n): one for n, one in enumerate(files)}
    groups = group_sizes(sizes, 90)
    assert [name for group in groups for name in group] == list(sizes)
    for group, following in zip_longest(groups, groups[1:]):
        of_group = [sizes[name] for name in group]
        assert len({kind for kind, _ in of_group}) == 1 and len(group) <= MOST_SHARDS
        total = sum(size for _, size in of_group)
        assert total <= 90
        if following and sizes[following[0]][0] == of_group[0][0]:  # it has no room left
            assert total + sizes[following[0]][1] > 90 or len(group) == MOST_SHARDS


def test_what_is_larger_by_itself_is_a_group_of_its_own():
    sizes = {name: ("a", size) for name, size in (("x", 1), ("y", 99), ("z", 1))}
    assert group_sizes(sizes, 10) == [["x"], ["y"], ["z"]]


def test_files_of_a_release_have_their_listed_sizes_and_groups_of_their_own(tmp_path):
    files = {}
    for name in "abc":
        files[name] = str(tmp_path / name)
        (tmp_path / name).write_bytes(b"x" * 40)
    files |= {"d": "release/d", "e": "release/e", "f": "release/f"}  # not there yet
    shards = {name: Shard(f"{name}.gz", "openalex", file) for name, file in files.items()}
    listed = {"release/d": 60, "release/e": 30, "release/f": 30}
    parts = make_parts(shards, listed, 100, {"openalex"})
    assert {name: part.files for name, part in parts.items()} == {
        "a-and-1-more": [files["a"], files["b"]],
        "c": [files["c"]],
        "d-and-1-more": ["release/d", "release/e"],
        "f": ["release/f"],
    }
    assert parts["c"].kept_files == parts["c"].files and parts["d-and-1-more"].kept_files == []


@given(st.lists(st.tuples(st.integers(0, MOST_SHARDS - 1), st.integers(1, 2**32 - 1))))
def test_a_place_is_a_shard_and_a_line(rows):
    places = [int(make_places([line], number)[0]) for number, line in rows]
    assert [find_line(place) for place in places] == rows and max(places, default=0) < 2**40


def gathered(stage):
    """Return all that a corpus holds, for any jobs that read it."""
    return stage.papers, stage.citations, stage.quarantine, stage.twins, stage.summary


@pytest.mark.parametrize("kind", ["metadata", "openalex"])
def test_a_group_gives_the_same_corpus(tmp_path, kind):
    """Ids stand again in a shard and in a later one, rows are bad, a shard breaks."""
    made = [make_row(str(n), outbound_citations=["1", "7"]) for n in range(1, 9)]
    rows = [encode(row if kind == "metadata" else as_work(row)) for row in made]
    shards = {
        "a.jsonl": [*rows[:3], b"{", rows[0]],
        "b.jsonl.gz": gzip.compress(b"\n".join([rows[3], rows[1], b"[]", rows[4]]))[:-9],
        "c.jsonl": [b"no JSON"],
        "d.jsonl": [*rows[4:], rows[4], rows[2], b"null"],
    }
    paths = list(write_shards(tmp_path / "shards", shards))
    settings = {"filters": {"none": {}, "csfcube": {"min_sentences": 1}}}
    settings |= {"openalex": list(shards)} if kind == "openalex" else {}
    alone = run_corpus(paths, tmp_path / "alone", **settings)
    grouped = run_corpus(paths, tmp_path / "grouped", is_grouped=True, **settings)
    assert gathered(grouped) == gathered(alone)
    assert len(alone.papers) == 8 and list(alone.summary["broken_shards"]) == ["b.jsonl.gz"]
    assert len([reason for *_, reason in alone.bad if reason == "duplicate_id"]) >= 4
    assert len(list((tmp_path / "grouped").glob("*.papers.parquet"))) == 1


def test_an_error_names_the_shard_and_the_line(tmp_path):
    row = encode(make_row("1"))
    for name, second, line in (("repeated", [b"", row], 2), ("bad", [b"", b"{"], 2)):
        paths = list(write_shards(tmp_path / name, {"a.jsonl": [row], "b.jsonl": second}))
        with pytest.raises(UserError, match=rf"shard b\.jsonl, line {line}"):
            run_corpus(paths, tmp_path / f"{name}-out", is_grouped=True, on_bad_row="fail")
