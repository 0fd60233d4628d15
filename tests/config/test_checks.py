"""Sources, encoders and keys that a table of mistakes cannot hold."""

import os

import pytest


@pytest.fixture
def bulk(tmp_path, monkeypatch):
    """A source of bulk datasets whose files are in the working directory."""
    for name in ("m_0.gz", "p_0.gz", "p_1.gz", "a_0.gz", "c_0.gz"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    return {"papers": ["p_*.gz"], "abstracts": ["a_*.gz"], "citations": ["c_0.gz"]}


def test_a_file_that_several_patterns_match_is_no_mistake(problems, bulk, tmp_path):
    (tmp_path / "link.gz").symlink_to("p_0.gz")
    papers = ["p_*.gz", "./p_0.gz", str(tmp_path / "p_1.gz"), "link.gz"]
    assert problems({"data": {"s2orc": [{**bulk, "papers": papers}]}}) == []


def test_of_a_key_that_went_away_it_is_said_where(problems, root):
    [problem] = problems({"annotation": {"replay": None}})
    assert problem.where == "annotation.replay" and "any more" in problem.what
    assert "paperpool next" in problem.hint and (root / "docs/next.md").is_file()


@pytest.mark.parametrize(
    ("name", "oddity"),
    [
        (b"p_\n.gz", "a line end or another control character"),
        ("p_\u2028.gz".encode(), "a line end or another control character"),
        (b"p_\xff.gz", "bytes that are no UTF-8"),
        (b"p_{x}.gz", "braces"),
    ],
)
def test_a_shard_whose_name_no_table_can_hold_is_refused(problems, bulk, tmp_path, name, oddity):
    (tmp_path / os.fsdecode(name)).touch()
    [problem] = problems({"data": {"s2orc": [bulk]}})
    assert problem.what == f"A file of p_*.gz has {oddity} in its name."
    assert problem.where == "data.s2orc.0.papers.0"
