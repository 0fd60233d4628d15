"""A job looks for reference cycles seldom, and not at its end."""

import atexit
import gc
import os
import subprocess
import sys

import pytest

from paperpool.io.cycles import search_seldom


@pytest.fixture
def at_the_end(monkeypatch):
    """What is left to do at the end of the process; this one goes on as it was."""
    threshold = gc.get_threshold()
    gc.set_threshold(700, 10, 10)  # Python's own, whatever ran before
    left = []
    monkeypatch.delitem(sys.modules, "duckdb", raising=False)
    monkeypatch.setattr(atexit, "register", left.append)
    yield left
    gc.unfreeze()
    gc.set_threshold(*threshold)


def count_searches():
    before = gc.get_stats()[0]["collections"]
    kept = [[] for _ in range(8000)]
    return gc.get_stats()[0]["collections"] - before, kept


def test_thousands_of_new_objects_are_not_searched_and_the_end_looks_at_none(at_the_end):
    gc.collect()
    assert count_searches()[0] > 5
    search_seldom()
    gc.collect()
    assert count_searches()[0] == 0
    [end] = at_the_end
    end()
    assert gc.get_freeze_count() > 1000 and len(gc.get_objects()) < 1000


def test_a_job_with_duckdb_ends_without_a_word(root):
    """DuckDB lists what is left of it at the end of the process as leaks."""
    job = """
from paperpool.io.cycles import search_seldom
search_seldom()
import duckdb
duckdb.connect().execute("select 1")
"""
    found = {**os.environ, "PYTHONPATH": str(root / "workflow/scripts")}
    done = subprocess.run([sys.executable, "-c", job], capture_output=True, text=True, env=found)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
