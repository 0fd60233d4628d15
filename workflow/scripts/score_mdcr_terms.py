"""Score the pairs of MDCR's benchmark with BM25, tuned on its validation split, and TF-IDF."""

import tempfile

from paperpool.mdcr.benchmark_pairs import SplitFiles, read_pairs, write_pair_scores
from paperpool.mdcr.names import SPLITS
from paperpool.mdcr.scoring import count_terms, score_by_bm25, score_by_tfidf, tune_on_pairs
from paperpool.mdcr.tuning import chosen_parameters
from paperpool.scripts import running

with running(snakemake) as logger:
    inputs, params = snakemake.input, snakemake.params
    for split in SPLITS:  # the parameters are chosen on the first
        pairs = read_pairs(SplitFiles(inputs[split], inputs[f"{split}_data"]))
        with tempfile.TemporaryDirectory(dir=snakemake.resources.tmpdir) as folder:
            terms = count_terms(pairs, folder)
            if split == "val":
                grid = tune_on_pairs(pairs, terms, **params.grid, threads=params.threads)
                k1, b = chosen_parameters(grid)
                logger.info("BM25: k1 = %s, b = %s", k1, b)
            for kind, path in zip(params.kinds.values(), snakemake.output[split], strict=True):
                if kind == "bm25":
                    scores = score_by_bm25(pairs, terms, k1, b, params.threads)
                else:
                    scores = score_by_tfidf(pairs, terms, params.threads)
                write_pair_scores(pairs, scores, path)
