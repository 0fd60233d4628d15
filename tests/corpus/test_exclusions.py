"""Ids of one paper: who stands for it, and what is never a candidate."""

import pyarrow as pa

from paperpool.corpus.exclusions import find_excluded, read_same_papers
from paperpool.io.tables import TWINS, write_table


def test_twins_share_a_name_and_are_excluded_with_their_query(tmp_path):
    rows = [("b", "a"), ("c", "a"), ("y", "x")]
    columns = [pa.array(column) for column in zip(*rows, strict=True)]
    write_table(tmp_path / "twins", pa.Table.from_arrays(columns, schema=TWINS))
    same = read_same_papers(tmp_path / "twins")
    assert same == {"a": "a", "b": "a", "c": "a", "x": "x", "y": "x"}
    assert find_excluded(["b", "x", "alone"], same) == {
        "b": {"a", "b", "c"},
        "x": {"x", "y"},
        "alone": {"alone"},
    }


def test_a_corpus_without_twins(tmp_path):
    write_table(tmp_path / "twins", TWINS.empty_table())
    assert read_same_papers(tmp_path / "twins") == {}
    assert find_excluded(["a"], {}) == {"a": {"a"}}
