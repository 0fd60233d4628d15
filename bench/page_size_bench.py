"""The search page over many generated papers: `page_size_bench.py [PAPERS]`, 1,000,000 by default.

Makes a corpus of them below results/bench/page (kept, as it takes minutes), opens the page twice,
each time in a fresh process, and prints seconds, processor seconds and memory: of the first
opening, which indexes the papers, of the second, and of first answers by each ranker. Embeddings
are random unit vectors of the embedded encoder's size, as times do not depend on their values; what
is asked, and the sentences of what is found, are encoded. Memory has two figures: all, and without
the pages of files, which the system takes back where it is short.
"""

from __future__ import annotations

import argparse
import shutil
import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from measuring import BENCH, CORES, processes
from page_bench import put_random_vectors, write_config
from scale import PAPERS_PER_SHARD, Place, configure, run_snakemake

FOLDER = BENCH / "page"
QUESTIONS = 5
FAR_ROWS = 100
"""Papers that a re-ranking reads."""


class Spent(NamedTuple):
    """What a step took; memory is what the process has at its end."""

    step: str
    seconds: float
    processor_seconds: float
    memory_mb: float
    own_memory_mb: float


class Meter:
    """Measures steps, one after the other."""

    def __init__(self) -> None:
        self._begin()
        self.spent: list[Spent] = []

    def _begin(self) -> None:
        self._since = time.perf_counter(), time.process_time()

    def step(self, name: str, share: int = 1) -> None:
        """Note what was spent since the last step, on each of ``share`` equal parts of it."""
        now = time.perf_counter(), time.process_time()
        times = [(end - start) / share for end, start in zip(now, self._since, strict=True)]
        self.spent.append(Spent(name, *times, *read_memory()))
        self._begin()


def read_memory() -> tuple[float, float]:
    """Return this process's memory, and that without pages of files (MB)."""
    lines = Path("/proc/self/status").read_text().splitlines()
    sizes = {name: value for name, _, value in (line.partition(":") for line in lines)}
    names = "VmRSS", "RssAnon"
    total, own = (int(sizes[name].split()[0]) / 1024 for name in names)
    return total, own


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("papers", type=int, nargs="?", default=1_000_000)
    papers = parser.parse_args().papers
    folder = FOLDER / str(papers)
    make_run(folder, papers)
    cache = folder / "cache"
    shutil.rmtree(cache, ignore_errors=True)
    for name, work in (("first opening", open_page), ("later opening", ask_page)):
        with processes(1) as pool:
            spent, peak = pool.submit(partial(work, name, folder, cache)).result()
        print(f"{name}, {papers:,} papers: peak {peak:,.0f} MB")
        for row in spent:
            print(
                f"  {row.step}: {row.seconds:.2f} s, {row.processor_seconds:.2f} processor seconds;"
                f" {row.memory_mb:,.0f} MB, {row.own_memory_mb:,.0f} without pages of files"
            )
    size = sum(file.stat().st_size for file in cache.rglob("*") if file.is_file())
    print(f"Files of the index: {size / 1e6:,.0f} MB")


def make_run(folder: Path, papers: int) -> None:
    """Make a corpus of generated papers below ``folder``, and a run ``page`` that has it."""
    corpus = folder / "results" / "scale" / "corpus"
    if not (corpus / "twins.parquet").is_file():
        folder.mkdir(parents=True, exist_ok=True)
        n_shards = max(CORES, papers // PAPERS_PER_SHARD)
        settings = configure(papers, n_shards, embedded=False)
        run_snakemake(Place(folder, settings, papers), ["corpus"])
    run = folder / "page"
    shutil.rmtree(run, ignore_errors=True)
    write_config(run, corpus=True, collection=False)
    (run / "corpus").symlink_to(corpus)


def open_page(name: str, folder: Path, cache: Path) -> tuple[list[Spent], float]:
    """Open the page, and write embeddings for it."""
    from paperpool.extras.search_page.engine import open_run

    meter = Meter()
    engine = open_run("page", folder, cache)
    meter.step(name)
    put_random_vectors(engine, folder)
    return meter.spent, read_peak()


def ask_page(name: str, folder: Path, cache: Path) -> tuple[list[Spent], float]:
    """Open the page and ask by every ranker."""
    from paperpool.errors import UserError
    from paperpool.extras.search_page.engine import open_run
    from paperpool.extras.search_page.model import Settings

    meter = Meter()
    engine = open_run("page", folder, cache)
    put_random_vectors(engine, folder)
    engine.prepare()
    meter.step(name)
    ids = engine.papers.ids
    chance = np.random.default_rng(13)
    examples: list[Any] = [
        engine.look_up(ids[int(row)]) for row in chance.integers(len(ids), size=QUESTIONS)
    ]
    meter.step("a paper found by its id", QUESTIONS)
    engine.look_up(examples[0].title)
    meter.step("by its title")
    engine.look_up(" ".join(examples[0].title.split()[1:4]))
    meter.step("by words of titles")
    try:
        engine.look_up("10.1000/none")
    except UserError:
        meter.step("an unknown DOI")
    rows = chance.integers(len(ids), size=FAR_ROWS).tolist()
    read = [engine.papers.at(row)["paper_id"] for row in rows]
    meter.step(f"the texts of {FAR_ROWS} papers")
    read_from_parquet(folder, read)
    meter.step("the same from the run's parquet by DuckDB")
    time_engine(engine, examples[0], meter)
    for ranker in engine.facts.rankers:
        slowest = 0.0
        for example in examples:
            slowest = max(slowest, engine.search(example, Settings(ranker=ranker)).seconds)
        meter.step(f"first answers, {ranker}, mean (slowest {slowest:.2f} s)", QUESTIONS)
    return meter.spent, read_peak()


def time_engine(engine, example, meter: Meter) -> None:
    """Time what grows with the corpus, once what is asked is encoded."""
    from paperpool.extras.search_page.ranking import fuse

    text = " ".join(sentence.text for sentence in example.sentences)
    engine.rankers.encoder.encode((f"{example.title} {text}",))
    meter.step("the example encoded")
    words = engine.rankers.words.score(f"{example.title} {text}")
    meter.step("words scored")
    cosines = engine.rankers.vectors.score(example, text)
    meter.step("embeddings compared")
    fuse(words, cosines, np.arange(len(words)))
    meter.step("both fused")


def read_from_parquet(folder: Path, ids: list[str]) -> None:
    """Read the texts of papers as a page without files of its own would."""
    from paperpool.workflow.corpus.database import connect

    files = sorted((folder / "page" / "corpus" / "papers").glob("*"))
    with connect("1GB", folder / "sorting", CORES) as database:
        database.add_files("papers", files)
        query = "SELECT title, abstract FROM papers WHERE paper_id IN (SELECT unnest($ids))"
        assert database.fetch(query, {"ids": ids}).num_rows == len(set(ids))


def read_peak() -> float:
    """Return the largest memory that this process had (MB)."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
