"""Time the stages beside what one would use otherwise, in one run: `make bench`.

Writes results/bench/bench.csv (columns: ``paperpool.report.bench_table``). Real data is taken from
PAPERPOOL_DATA (default ../shared/data); where it is absent, from the demo generator.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from bm25_bench import bench_bm25
from corpus_bench import bench_corpus
from encoder_bench import bench_encoder
from facets_bench import bench_facets
from measuring import BENCH, write_rows
from page_bench import bench_page
from pools_bench import bench_pools
from scisumm_bench import bench_scisumm
from search_bench import bench_search
from sentences_bench import bench_sentences


def main() -> None:
    encoder = [*bench_encoder(), *bench_facets(), *bench_sentences()]
    with tempfile.TemporaryDirectory() as folder:
        corpus = bench_corpus(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        pools = bench_pools(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        bm25 = bench_bm25(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        search = bench_search(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        page = bench_page(Path(folder))
    rows = [*corpus, *pools, *bm25, *search, *page, *bench_scisumm(), *encoder]
    write_rows(rows, BENCH / "bench.csv")


if __name__ == "__main__":
    main()
