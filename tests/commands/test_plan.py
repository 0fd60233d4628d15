"""`paperpool plan`: lines through measured runs, and what is said of planned jobs."""

import json
import logging
from pathlib import Path

import pytest

from paperpool.commands.main import main
from paperpool.errors import UserError
from paperpool.finished_runs import FinishedRun
from paperpool.workflow.commands.certainty import GUESS, LINE, OTHER_PROCESSOR, SAME, rate
from paperpool.workflow.commands.costs import (
    Cost,
    Job,
    Measured,
    estimate_bytes,
    estimate_costs,
    extrapolate,
    find_settings,
)
from paperpool.workflow.commands.plan import JobFilter
from paperpool.workflow.commands.probing import add_overlay, sample_sources
from paperpool.workflow.commands.run import parse_words
from paperpool.workflow.commands.shipped import COLUMNS, name_processor, read_shipped


def job(rule, benchmark, *wildcards, mem_mb=1000, runtime=60, gpus=0):
    return Job(rule, Path(benchmark), frozenset(wildcards), mem_mb, runtime, gpus)


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
    found = extrapolate(list(zip(sizes, values, strict=True)), size)
    assert found == pytest.approx(expected, rel=0.01)


@pytest.fixture
def measured(tmp_path):
    """Two runs, of 500 papers a share of reading and of 4,000."""
    small = {"read/a": (2.0, 100), "read/b": (4.0, 140), "rank/bm25": (10.0, 200)}
    large = {"read/a": (9.0, 300), "rank/bm25": (40.0, 500), "rank/tfidf": (1.0, "NA")}
    build = {f"build_section/{part}": (2.0, 200) for part in ("corpus", "mdcr")}
    return [
        write_run(tmp_path / "small", 1000, small | build, 10_000),
        write_run(tmp_path / "large", 4000, large | build, 40_000),
    ]


def test_jobs_that_share_the_papers_are_estimated_together(measured):
    jobs = [job("read", f"read/{shard}.tsv", "shard") for shard in "xy"]
    [cost] = estimate_costs(jobs, measured, 8000)  # 4,000 papers each
    assert (cost.n, cost.hours) == (2, pytest.approx(2 * 9 / 3600))
    assert cost.peak_mb == pytest.approx(300 * 2**20 / 1e6) and not cost.is_guess
    alone = [job("build_section", "build_section/mdcr.tsv", "part")]
    assert estimate_costs(alone, measured, 4000)[0].seconds == pytest.approx(2)


def test_other_jobs_are_estimated_by_name(measured):
    jobs = [job("rank", f"rank/{name}.tsv", "ranker") for name in ("bm25", "tfidf", "new")]
    bm25, tfidf, new = estimate_costs(jobs, measured, 8000)
    assert (bm25.n, bm25.seconds) == (1, pytest.approx(80))
    assert bm25.peak_mb == pytest.approx(900 * 2**20 / 1e6)
    assert (tfidf.seconds, tfidf.peak_mb, tfidf.is_guess) == (pytest.approx(2), None, True)
    assert (new.seconds, new.peak_mb, new.hours, new.is_guess) == (None, None, 0, False)


def test_of_one_size_memory_is_constant_and_time_proportional(measured):
    [cost] = estimate_costs([job("rank", "rank/bm25.tsv")], measured[:1], 8000)
    assert (cost.seconds, cost.is_guess) == (pytest.approx(80), True)
    assert cost.peak_mb == pytest.approx(200 * 2**20 / 1e6)
    [cost] = estimate_costs([job("rank", "rank/bm25.tsv")], measured[:1], 1000)
    assert (cost.seconds, cost.is_guess) == (pytest.approx(10), False)


def test_without_a_corpus_all_takes_what_it_took(measured, tmp_path):
    bm25 = [job("rank", "rank/bm25.tsv")]
    [cost] = estimate_costs(bm25, measured[:1], None)
    assert (cost.seconds, cost.is_guess) == (pytest.approx(10), False)
    bare = write_run(tmp_path / "bare", 0, {"rank/bm25": (7.0, 100)})
    [cost] = estimate_costs(bm25, [bare], 8000)
    assert (cost.seconds, cost.is_guess) == (pytest.approx(7), False)


def test_chance_differences_of_memory_are_not_extrapolated(tmp_path):
    runs = [
        write_run(tmp_path / name, papers, {"rank/bm25": (1.0, peak)})
        for name, papers, peak in (("a", 10, 100), ("b", 20, 140))
    ]
    [cost] = estimate_costs([job("rank", "rank/bm25.tsv")], runs, 10**6)
    assert cost.peak_mb == pytest.approx(140 * 2**20 / 1e6)


def test_disk_is_that_of_a_stage_or_of_the_whole_run(measured):
    corpus = estimate_bytes(measured, "corpus", 8000)
    assert corpus == pytest.approx(80_000, rel=0.01)
    assert estimate_bytes(measured, ".", 8000) > corpus
    assert estimate_bytes(measured, "mdcr", 8000) == 0


def test_the_largest_need_of_a_rule_is_named_with_a_fifth_more():
    counts, small = (
        Cost(job("count", f"count/{n}.tsv", mem_mb=4000, runtime=60), 1, 2 * 3600, peak)
        for n, peak in enumerate((6100, 4100))
    )
    assert find_settings([counts, small]) == ["count:mem_mb=8000", "count:runtime=180"]
    assert find_settings([Cost(job("count", "count.tsv"), 1, 3599, 999)]) == []
    unlimited = job("count", "count.tsv", mem_mb=None, runtime=None)
    assert find_settings([Cost(unlimited, 1, 1e6, 1e6), Cost(unlimited, 1)]) == []


def test_planned_jobs_are_gathered_and_nothing_below_a_warning_is_written():
    jobs = JobFilter()
    record = logging.makeLogRecord(
        {
            "levelno": logging.INFO,
            "event": "job_info",
            "rule_name": "read_shard",
            "benchmark": "out/benchmarks/mine/benchmarks/read_shard/a.tsv",
            "wildcards": {"shard": "a"},
            "resources": {"mem_mb": 1500, "runtime": 60, "gpu": 1},
        }
    )
    assert not jobs.filter(record)
    expected = job("read_shard", "read_shard/a.tsv", "shard", mem_mb=1500, gpus=1)
    assert jobs.found == [expected]
    assert jobs.filter(logging.makeLogRecord({"levelno": logging.WARNING}))


def test_runs_that_cannot_be_used_are_named(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    probe = write_run(tmp_path / "results/probe", 0, {"read/a": (1, 1)})
    (tmp_path / "results/probe/config.yaml").touch()
    (tmp_path / "results/bare").mkdir()
    for name, told in (("prob", "Did you mean 'probe'?"), ("bare", "has no benchmark files")):
        assert main(["plan", "--from", name]) == 1
        assert told in capsys.readouterr().err
    summary = tmp_path / "results/probe/corpus/summary.json"
    summary.parent.mkdir()
    for text, told in ((None, "'probe' is not finished"), ("{}", "no rows"), ("{", "is damaged")):
        if text:
            summary.write_text(text)
        with pytest.raises(UserError, match=told):
            probe.papers  # noqa: B018
    cut, read = tmp_path / "results/probe/benchmarks/read/a.tsv", job("read", "read/a.tsv")
    for text in ("", "s\tmax_rss\n", "s\tmax_rss\n1.0", "s\tmax_rss\nNA\t1\n", "\xff\n1"):
        cut.write_bytes(text.encode("latin-1"))
        with pytest.raises(UserError, match="no benchmark file"):
            probe.read(read)
    cut.write_text("s\tmax_rss\n0.2\tNA\n")  # ended at once
    assert probe.read(read) == [(0.2, None)]


def write_shipped(path, *rows):
    """Write measurements that come with the package."""
    lines = [",".join(COLUMNS), *rows]
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def test_measurements_of_this_kind_of_processor_are_taken_else_the_first(tmp_path):
    file = write_shipped(
        tmp_path / "jobs.csv",
        '"EPYC, bfloat16",small,1000,read/a,2.0,100,,',
        '"EPYC, bfloat16",small,1000,read/b,4.0,,,',
        '"EPYC, bfloat16",small,1000,rank/bm25,10.0,200,,',
        '"EPYC, bfloat16",small,1000,,,,corpus,10000',
        '"Xeon, float32",small,1000,rank/bm25,30.0,200,,',
    )
    [xeon] = read_shipped("Xeon, float32", file)
    assert xeon.read(job("rank", "rank/bm25.tsv")) == [(30.0, 200.0)]
    [other] = read_shipped("M4, float32", file)
    assert (other.processor, other.papers) == ("EPYC, bfloat16", 1000)
    assert other.read(job("read", "read/x.tsv", "shard")) == [(2.0, 100.0), (4.0, None)]
    assert other.read(job("rank", "rank/mine.tsv")) == [(10.0, 200.0)]  # of the same rule
    assert other.read(job("new", "new.tsv")) == []
    assert other.count_bytes("corpus") == other.count_bytes(".") == 10_000


def test_what_is_shipped_is_of_known_jobs_of_two_sizes():
    runs = read_shipped(name_processor())
    assert len({run.papers for run in runs}) > 1
    for finished in runs:
        assert len(finished.jobs) > 40 and finished.count_bytes("corpus") > 0
        assert finished.read(job("read_shard", "read_shard/any.tsv", "shard"))


def test_how_sure_a_figure_is_depends_on_what_was_measured(measured):
    jobs = [job("rank", "rank/bm25.tsv")]
    same = rate(estimate_costs(jobs, measured, 4000), None)
    line = rate(estimate_costs(jobs, measured, 8000), None)
    guess = rate(estimate_costs(jobs, measured[:1], 8000), None)
    far = rate(estimate_costs(jobs, measured, 1_000_000), None)
    assert (same, line, guess, far) == (SAME, LINE, GUESS, GUESS)
    assert same.hours < line.hours < guess.hours and same.disk < guess.disk
    elsewhere = rate(estimate_costs(jobs, measured, 8000), OTHER_PROCESSOR)
    assert elsewhere.hours == LINE.hours * 4


def test_jobs_that_were_only_seen_to_start_have_no_factor(tmp_path):
    times = {400: 0.8, 2000: 0.8}
    runs = [
        write_run(tmp_path / str(papers), papers, {"merge": (seconds, 100), "rank": (papers, 100)})
        for papers, seconds in times.items()
    ]
    merge, rank = estimate_costs(
        [job("merge", "merge.tsv"), job("rank", "rank.tsv")], runs, 81_000_000
    )
    assert merge.is_flat and not rank.is_flat
    assert rate([merge, rank], None) is None and rate([rank], None) == GUESS

    near = estimate_costs([job("merge", "merge.tsv")], runs, 20_000)
    assert rate(near, None) == LINE


def test_a_probe_reads_one_of_a_hundred_files_of_each_source(tmp_path):
    for number in range(201):
        (tmp_path / f"{number:03}.jsonl").write_text("x" * 10)
    (tmp_path / "own.csv").write_text("y" * 30)
    table = {"table": str(tmp_path / "*.csv"), "title": "name"}
    sampled, factor = sample_sources([f"{tmp_path}/*.jsonl", table])
    firsts = [str(tmp_path / f"{number}.jsonl") for number in ("000", "100", "200")]
    assert sampled == [*firsts, {"table": str(tmp_path / "own.csv"), "title": "name"}]
    assert factor == pytest.approx((2010 + 30) / (30 + 30))
    beir = {"beir": str(tmp_path / "its")}  # of which a probe names the table
    (tmp_path / "its").mkdir()
    (tmp_path / "its/corpus.jsonl").write_text("z" * 10)
    works = {"openalex": [str(tmp_path / "*.jsonl")]}
    columns = {"id": "_id", "title": "title", "abstract": "text"}
    assert sample_sources([beir, works])[0] == [
        {"table": str(tmp_path / "its/corpus.jsonl"), **columns},
        {"openalex": firsts},
    ]
    release = {"s2ag": {"release": "2026-01-06"}}
    bulk = {"papers": ["p"], "abstracts": ["a"], "citations": ["c"]}
    for sources in ([], [bulk], [release], [f"{tmp_path}/*.jsonl", release]):
        with pytest.raises(UserError, match="--from RUN"):
            sample_sources(sources)


@pytest.mark.parametrize(
    "words",
    [
        ["corpus", "--configfile", "a", "b"],
        ["corpus", "--configfiles", "a", "b", "--cores", "2"],
        ["--configfile=b", "corpus"],
    ],
)
def test_a_probes_overlay_comes_after_those_that_are_named(words):
    named = parse_words(words)
    probing = parse_words(add_overlay(words, [*named.configfile, Path("p")]))
    assert probing.configfile == [*named.configfile, Path("p")]
    assert Path("b") in named.configfile and list(probing.targets) == ["corpus"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "A probe goes by overlays alone."),
        (["--configfile", "mine.yaml", "--config", "run=a"], "A probe goes by overlays alone."),
        (["--configfile=mine.yaml", "--config=run=a"], "A probe goes by overlays alone."),
        (["--configfile=mine.yaml"], "There are no files to read a part of."),
        (["--", "--configfile=mine.yaml"], "There are no files to read a part of."),
        (["--configfile=other.yaml"], "other.yaml"),
    ],
)
def test_a_probe_needs_overlays_of_files(tmp_path, monkeypatch, capsys, words, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text("run: mine\n")
    assert main(["plan", "--probe", *words]) == 1
    assert said in capsys.readouterr().err
