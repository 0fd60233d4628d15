"""Killed at any moment, the next call finishes the work with the same bytes."""

import csv
import fcntl
import random
import shutil
import time

import pytest

CORPUS_RULES = """
read_shard read_bulk_shard find_repeated_abstracts route_abstracts route_citations
join_bulk_shard select_papers filter_papers finish_corpus
""".split()

draw = random.Random(13).uniform
CORPUS_MOMENTS = [round(draw(start, start + 0.2), 2) for start in (0.05, 0.3, 0.55)]
"""When to kill the corpus stage, as the share of its jobs that have begun."""
ENCODING_MOMENT = round(draw(0.1, 0.3), 2)
"""When to kill the encoding job, as the share of the time that it took beside other jobs."""
ANEW = [f"results/smoke/csfcube/runs/{ranker}.parquet" for ranker in ("minilm", "bm25")]
"""What jobs make that are each a Python of its own, with a hash seed of its own."""


def begun_corpus_jobs(results):
    """Return how many jobs of the corpus stage have opened their log."""
    logs = [log.relative_to(results / "logs") for log in results.glob("logs/**/*.log")]
    return sum(log.parts[0].removesuffix(".log") in CORPUS_RULES for log in logs)


def kill_all(workplace, target, is_time, cores=2):
    """Kill ``target`` being made as soon as ``is_time()``; return whether it had not ended."""
    words = (target, "--configfile", smoke_file(workplace))
    return workplace.kill_snakemake(*words, is_time=is_time, cores=cores)


def smoke_file(workplace):
    return str(workplace.root / "config/smoke.yaml")


def kill_corpus(workplace, n_jobs):
    """Kill everything when so many jobs of the corpus stage have begun, and one more than had."""
    results = workplace.folder / "results/smoke"
    enough = max(n_jobs, begun_corpus_jobs(results) + 1)
    assert kill_all(workplace, "corpus", lambda: begun_corpus_jobs(results) >= enough)
    assert begun_corpus_jobs(results) and not (results / "corpus/summary.json").exists()


def kill_encoding(workplace, seconds):
    """Kill everything when an encoder has been at work for some seconds, alone.

    The time depends on the machine's load: if the job ended before, it is done anew and killed at
    half the time.
    """
    results = workplace.folder / "results/smoke"
    log, run = results / "logs/rank_model/minilm.log", results / "csfcube/runs/minilm.parquet"
    for _ in range(6):
        for left in (log, run):
            left.unlink(missing_ok=True)
        assert not (results.parent / ".cache").is_symlink()
        shutil.rmtree(results.parent / ".cache", ignore_errors=True)
        begun = []  # when the log was first there

        def is_time(begun=begun, seconds=seconds):
            if log.exists():
                begun.append(time.monotonic())
            return bool(begun) and time.monotonic() >= begun[0] + seconds

        target = str(run.relative_to(workplace.folder))
        if kill_all(workplace, target, is_time, cores=1) and not run.exists():
            assert log.exists()
            return
        seconds /= 2
    pytest.fail("the encoder always ended before it was killed")


def test_killed_four_times_and_on_another_number_of_cores_all_bytes_are_the_same(smoke, workplace):
    made = smoke[0].folder / "results/smoke"
    all_jobs = begun_corpus_jobs(made)
    for share in CORPUS_MOMENTS:
        kill_corpus(workplace, share * all_jobs)
    with (made / "benchmarks/rank_model/minilm.tsv").open() as file:
        seconds = float(next(csv.DictReader(file, delimiter="\t"))["s"])
    kill_encoding(workplace, ENCODING_MOMENT * seconds)
    without_report = ["--omit-from", "build_section", "--configfile", smoke_file(workplace)]
    cache = workplace.folder / "results/.cache"
    cache.mkdir(exist_ok=True)
    workplace.snakemake(*ANEW, *without_report, cores=1, anew=True)
    shutil.rmtree(cache)  # all runs of the session share the vectors of other papers
    workplace.snakemake(*without_report, cores=1)
    digests = workplace.digests("smoke")
    assert digests == smoke[0].digests("smoke")
    assert len(digests) > 40


def test_a_second_process_on_the_same_results_is_refused(smoke, workplace):
    """Every run locks this file, as the smoke run did."""
    lock = "results/smoke/logs/lock"
    assert (smoke[0].folder / lock).is_file()
    (workplace.folder / lock).parent.mkdir(parents=True)
    with (workplace.folder / lock).open("w") as first:
        fcntl.flock(first, fcntl.LOCK_EX)
        refused = workplace.snakemake("--configfile", smoke_file(workplace), check=False)
    assert refused.returncode != 0
    what, where, hint = refused.last_lines(3)
    assert what == "Another process is writing these results."
    assert where == "  Where: results/smoke" and hint.startswith("  Hint: ")
