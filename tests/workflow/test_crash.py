"""Killed at any moment, the next call finishes the work with the same bytes."""

import csv
import os
import random
import signal
import subprocess
import time

import pytest

CORPUS_RULES = """
read_shard read_bulk_shard find_repeated_abstracts route_abstracts route_citations
join_bulk_shard select_papers filter_papers finish_corpus
""".split()

draw = random.Random(13).uniform
CORPUS_MOMENTS = [round(draw(start, start + 0.2), 2) for start in (0.05, 0.3, 0.55)]
"""When to kill the corpus stage, as the share of its jobs that have begun."""
ENCODING_MOMENTS = [round(draw(start, start + 0.2), 2) for start in (0.1, 0.3)]
"""When to kill the encoding job, as the share of the time that it took beside other jobs."""


def begun_corpus_jobs(results) -> int:
    """Return how many jobs of the corpus stage have opened their log."""
    logs = [log.relative_to(results / "logs") for log in results.glob("logs/**/*.log")]
    return sum(log.parts[0].removesuffix(".log") in CORPUS_RULES for log in logs)


def kill_all(workplace, target, smoke_file, is_time):
    """Start to make ``target`` and kill every process as soon as ``is_time()``."""
    command = workplace.command(target, "--configfile", smoke_file)
    with subprocess.Popen(
        command, cwd=workplace.folder, start_new_session=True, stderr=subprocess.DEVNULL
    ) as process:
        while process.poll() is None and not is_time():
            time.sleep(0.01)
        assert process.poll() is None, "the workflow had ended before it was killed"
        os.killpg(process.pid, signal.SIGKILL)


@pytest.fixture(params=CORPUS_MOMENTS, ids=lambda share: f"{share:.0%}")
def killed_corpus(request, smoke, workplace, root):
    """A working directory in which everything was killed in the middle of the corpus stage."""
    results = workplace.folder / "results/smoke"
    enough = request.param * begun_corpus_jobs(smoke[0].folder / "results/smoke")
    smoke_file = str(root / "config/smoke.yaml")
    kill_all(workplace, "corpus", smoke_file, lambda: begun_corpus_jobs(results) >= enough)
    assert begun_corpus_jobs(results) and not (results / "corpus/summary.json").exists()
    return workplace


@pytest.fixture(params=ENCODING_MOMENTS, ids=lambda share: f"{share:.0%}")
def killed_encoding(request, smoke, workplace, root):
    """A working directory in which everything was killed while an encoder was at work."""
    benchmark = smoke[0].folder / "results/smoke/benchmarks/rank_model/minilm.tsv"
    with benchmark.open() as file:
        wait = request.param * float(next(csv.DictReader(file, delimiter="\t"))["s"])
    log = workplace.folder / "results/smoke/logs/rank_model/minilm.log"
    run = workplace.folder / "results/smoke/csfcube/runs/minilm.parquet"
    target = str(run.relative_to(workplace.folder))

    begun = []  # when the log was first there

    def is_time():
        if log.exists():
            begun.append(time.monotonic())
        return bool(begun) and time.monotonic() >= begun[0] + wait

    kill_all(workplace, target, str(root / "config/smoke.yaml"), is_time)
    assert log.exists() and not run.exists()
    return workplace


def test_a_killed_corpus_stage_is_finished_with_the_same_bytes(killed_corpus, smoke, root):
    killed_corpus.snakemake("corpus", "--configfile", str(root / "config/smoke.yaml"))
    for pattern in ("corpus/**/*", "demo/*/*"):
        digests = killed_corpus.digests("smoke", pattern)
        made = smoke[0].digests("smoke", pattern)
        assert digests == {file: made[file] for file in digests}
        if pattern.startswith("corpus"):
            assert digests == made


def test_a_killed_encoding_is_finished_with_the_same_bytes(killed_encoding, smoke, root):
    run = "results/smoke/csfcube/runs/minilm.parquet"
    killed_encoding.snakemake(run, "--configfile", str(root / "config/smoke.yaml"))
    for pattern in ("csfcube/runs/minilm.parquet", "csfcube/ranked/*-minilm-*"):
        digests = killed_encoding.digests("smoke", pattern)
        assert digests and digests == smoke[0].digests("smoke", pattern)


def test_a_second_process_on_the_same_results_is_refused(workplace, root):
    smoke_file = str(root / "config/smoke.yaml")
    command = workplace.command("--configfile", smoke_file)
    with subprocess.Popen(
        command, cwd=workplace.folder, start_new_session=True, stderr=subprocess.DEVNULL
    ) as first:
        lock = workplace.folder / "results/smoke/logs/lock"
        while not lock.exists() and first.poll() is None:
            time.sleep(0.1)
        time.sleep(0.5)
        refused = workplace.snakemake("--configfile", smoke_file, check=False)
        os.killpg(first.pid, signal.SIGKILL)
    assert refused.returncode != 0
    what, where, hint = refused.last_lines(3)
    assert what == "Another process is writing these results."
    assert where == "  Where: results/smoke" and hint.startswith("  Hint: ")
