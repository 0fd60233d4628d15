"""`paperpool plan`: lines through measured runs, and what is said of planned jobs."""

import json
import logging
from pathlib import Path

import numpy as np
import pytest

from paperpool.commands.costs import Cost, Job, Measured, estimate_costs, extrapolate
from paperpool.commands.main import main
from paperpool.commands.plan import JobFilter
from paperpool.errors import UserError
from paperpool.finished_runs import FinishedRun


def job(rule, benchmark, is_sharing=False, mem_mb=1000, runtime=60, gpus=0):
    return Job(rule, Path(benchmark), is_sharing, mem_mb, runtime, gpus)


def write_run(folder, papers, benchmarks, n_bytes=0):
    """Make a run of some papers, with seconds and peak memory of jobs by their names."""
    for name, (seconds, peak) in benchmarks.items():
        file = folder / "benchmarks" / f"{name}.tsv"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"s\th:m:s\tmax_rss\n{seconds}\t0:00:01\t{peak}\n")
    if papers:
        (folder / "corpus").mkdir()
        (folder / "corpus/papers.parquet").write_bytes(bytes(n_bytes))
        (folder / "corpus/summary.json").write_text(json.dumps({"read": papers}))
    return Measured(FinishedRun(folder))


@pytest.mark.parametrize(
    ("sizes", "values", "size", "expected"),
    [
        ([10, 30], [3.0, 7.0], 100, 21.0),
        ([10, 30], [5.0, 5.0], 100, 5.0),
        ([10, 30], [1.0, 3.0], 100, 10.0),
        ([10, 30], [1.0, 9.0], 100, 12.0),  # (10/1 + 30/9) / (100/1 + 900/81) a paper, from 0
        ([10, 30], [8.0, 4.0], 100, 4.8),  # (1/8 + 1/4) / (1/64 + 1/16), as it does not fall
        ([10], [2.0], 100, 20.0),
        ([10, 10.4], [2.0, 2.5], 100, 21.65),
        ([0], [2.0], 100, 2.0),
        ([0, 0], [2.0, 2.0], 0, 2.0),
    ],
)
def test_a_line_neither_begins_below_nothing_nor_falls(sizes, values, size, expected):
    found = extrapolate(np.array(sizes, float), np.array(values), size)
    assert found == pytest.approx(expected, rel=0.01)


def test_jobs_are_estimated_by_name_and_shares_by_their_papers(tmp_path):
    small = {"read/a": (2.0, 100), "read/b": (4.0, 140), "rank/bm25": (10.0, 200)}
    large = {"read/a": (9.0, 200), "rank/bm25": (40.0, 500), "rank/other": (1.0, 1)}
    measured = [
        write_run(tmp_path / "small", 1000, small),  # 500 papers a share
        write_run(tmp_path / "large", 4000, large),
    ]
    jobs = [
        job("read", "read/1", is_sharing=True),
        job("read", "read/2", is_sharing=True),
        job("rank", "rank/bm25.tsv"),
        job("rank", "rank/new.tsv"),
    ]
    reading, known, new = estimate_costs(jobs, measured, 8000)
    assert (reading.n, reading.hours) == (2, pytest.approx(2 * 9 / 3600))  # 4000 papers each
    assert reading.peak_mb == pytest.approx(200) and not reading.is_proportional
    assert (known.n, known.seconds) == (1, pytest.approx(80))
    assert known.peak_mb == pytest.approx(900)
    assert (new.seconds, new.peak_mb, new.hours) == (None, None, 0)
    assert estimate_costs(jobs[2:3], measured[:1], 8000)[0].is_proportional
    assert not estimate_costs(jobs[2:3], measured[:1], 1000)[0].is_proportional


def test_a_rule_that_requests_too_little_is_named_with_a_fifth_more():
    cost = Cost(job("count", "count.tsv", mem_mb=4000, runtime=60), 1, 2 * 3600, 6100)
    assert cost.settings() == ["count:mem_mb=8000", "count:runtime=180"]
    assert Cost(job("count", "count.tsv"), 1, 3599, 999).settings() == []
    unlimited = job("count", "count.tsv", mem_mb=None, runtime=None)
    assert Cost(unlimited, 1, 1e6, 1e6).settings() == []


def test_planned_jobs_are_gathered_and_nothing_but_errors_is_written():
    jobs = JobFilter()
    record = logging.makeLogRecord(
        {
            "levelno": logging.INFO,
            "event": "job_info",
            "rule_name": "read_shard",
            "benchmark": "out/mine/benchmarks/read_shard/a.tsv",
            "wildcards": {"shard": "a"},
            "resources": {"mem_mb": 1500, "runtime": 60, "gpu": 1},
        }
    )
    assert not jobs.filter(record)
    assert jobs.found == [job("read_shard", "read_shard/a.tsv", True, 1500, 60, 1)]
    assert jobs.folder == Path("out/mine")
    assert jobs.filter(logging.makeLogRecord({"levelno": logging.ERROR}))


def test_runs_that_cannot_be_used_are_named(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write_run(tmp_path / "results/probe", 0, {"read/a": (1, 1)})
    assert main(["plan", "--from", "prob"]) == 1
    said = capsys.readouterr().err
    assert "There is no such run." in said and "Did you mean 'probe'?" in said
    (tmp_path / "results/probe/corpus").mkdir()
    probe = Measured(FinishedRun(tmp_path / "results/probe"))
    with pytest.raises(UserError, match="corpus of run 'probe' is not finished"):
        probe.papers  # noqa: B018
    cut = tmp_path / "results/probe/benchmarks/read/a.tsv"
    for text in ("", "s\tmax_rss\n", "s\tmax_rss\n1.0", "s\tmax_rss\nNA\t1\n"):
        cut.write_text(text)
        with pytest.raises(UserError, match="no benchmark file"):
            probe.read(Path("read/a.tsv"), False)
    cut.write_text("s\tmax_rss\n0.2\tNA\n")  # ended at once
    assert probe.read(Path("read/a.tsv"), False) == [(0.2, 0)]
