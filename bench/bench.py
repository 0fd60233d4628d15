"""Time the stages beside what one would use otherwise: `make bench [PARTS="page bm25"] [EDGES=n]`.

Writes results/bench/bench.csv (columns: ``report.bench_table``) after each part: the rows of all
parts that were ever timed here, each part's from its last time. Real data is taken from
PAPERPOOL_DATA (default ../shared/data); where it is absent, from the demo generator.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bm25_bench import bench_bm25
from corpus_bench import bench_corpus
from edges_bench import EDGES, bench_edges
from encoder_bench import bench_encoder
from facets_bench import bench_facets
from index_bench import bench_index
from measuring import BENCH, Row, write_rows
from page_bench import bench_page
from pools_bench import bench_pools
from runs_bench import bench_runs
from scisumm_bench import bench_scisumm
from score_bench import bench_score
from search_bench import bench_search
from sentences_bench import bench_sentences
from static_bench import bench_static
from vectors_bench import bench_vectors

from paperpool.workflow.report.bench_table import read_bench


def in_a_folder(bench: Callable[[Path], list[Row]]) -> list[Row]:
    """Return the rows of a benchmark that needs a folder to write to."""
    with tempfile.TemporaryDirectory() as folder:
        return bench(Path(folder))


PARTS: dict[str, Callable[[], list[Row]]] = {
    "corpus": partial(in_a_folder, bench_corpus),
    "pools": partial(in_a_folder, bench_pools),
    "bm25": partial(in_a_folder, bench_bm25),
    "search": partial(in_a_folder, bench_search),
    "index": partial(in_a_folder, bench_index),
    "page": partial(in_a_folder, bench_page),
    "edges": partial(in_a_folder, bench_edges),
    "scisumm": bench_scisumm,
    "runs": partial(in_a_folder, bench_runs),
    "score": partial(in_a_folder, bench_score),
    "encoder": bench_encoder,
    "static": bench_static,
    "facets": bench_facets,
    "sentences": bench_sentences,
    "vectors": partial(in_a_folder, bench_vectors),
}
"""The parts in the order of the table."""


def main() -> None:
    """Time the parts that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all")
    parser.add_argument("--edges", type=int, default=EDGES, help="citations of the part edges")
    given = parser.parse_args()
    parts = given.parts
    unknown = sorted(set(parts) - set(PARTS))
    if given.edges < 1:
        parser.error(f"--edges is a number from 1, not {given.edges}")
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; the parts are {', '.join(PARTS)}")
    for part in parts or PARTS:
        bench = PARTS[part]
        if part == "edges":
            bench = partial(in_a_folder, partial(bench_edges, n_edges=given.edges))
        write_rows(bench(), BENCH / "parts" / f"{part}.csv")
        timed = [file for name in PARTS if (file := BENCH / "parts" / f"{name}.csv").is_file()]
        write_rows([row for file in timed for row in read_bench(file)], BENCH / "bench.csv")
        print((BENCH / "parts" / f"{part}.csv").read_text())


if __name__ == "__main__":
    main()
