"""Score the pairs of MDCR's benchmark with BM25, tuned on its validation split, and TF-IDF."""

import tempfile

from paperpool.mdcr.benchmark_pairs import read_splits, write_pair_scores
from paperpool.mdcr.term_scoring import score_splits
from paperpool.scripts import running

with running(snakemake) as logger:
    params = snakemake.params
    splits, kinds = read_splits(snakemake.input), list(params.kinds.values())
    with tempfile.TemporaryDirectory(dir=snakemake.resources.tmpdir) as folder:
        scored = score_splits(splits, kinds, params.grid, folder, params.threads)
    logger.info("BM25: k1 = %s, b = %s", scored.k1, scored.b)
    for split, by_kind in scored.by_split.items():
        for kind, path in zip(kinds, snakemake.output[split], strict=True):
            write_pair_scores(splits[split], by_kind[kind], path)
