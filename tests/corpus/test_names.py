"""Shards are named by their path below the common parent, and safely in files' names."""

from hypothesis import given
from hypothesis import strategies as st

from paperpool.workflow.corpus.names import name_shards, short_names


def test_names_shards_below_the_common_parent(tmp_path):
    paths = [tmp_path / name for name in ("b/m_1.gz", "a/m_2.gz", "a/m_10.gz")]
    assert list(name_shards(paths)) == ["a/m_10.gz", "a/m_2.gz", "b/m_1.gz"]
    assert name_shards(map(str, paths))["b/m_1.gz"] == tmp_path / "b/m_1.gz"
    assert list(name_shards(paths[:1])) == ["m_1.gz"]
    assert name_shards([]) == {}


def test_counts_one_file_once(tmp_path):
    (tmp_path / "a").mkdir()
    real = tmp_path / "a" / "m.gz"
    real.touch()
    (tmp_path / "z").symlink_to(tmp_path / "a")
    twice = [tmp_path / "z" / "m.gz", real, tmp_path / "a" / ".." / "a" / "m.gz"]
    assert name_shards(twice) == {"m.gz": real}


def test_short_names_are_readable():
    expected = {"a--m_0": "a/m_0.jsonl.gz", "b--m_0": "b/m_0.jsonl"}
    assert short_names(["a/m_0.jsonl.gz", "b/m_0.jsonl"]) == expected


@given(st.lists(st.text(), unique=True, max_size=20))
def test_short_names_are_safe_and_distinct(names):
    short = short_names(names)
    assert list(short.values()) == names
    for stem in short:
        assert stem and set(stem) <= set("-._") | set(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        )
        assert "/" not in stem and stem not in (".", "..")


def test_names_that_clash_stay_distinct():
    assert all(len(s) > 2 for s in short_names(["A.jsonl", "a.jsonl"]))
    short = short_names(["a/b.jsonl", "a--b.jsonl", "a?.jsonl", "a!.jsonl", "é", ".jsonl"])
    assert len(short) == 6 and all("a--b-" in s for s in list(short)[:2])
