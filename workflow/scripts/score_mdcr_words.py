"""Score the pairs of MDCR's benchmark by averaged word vectors."""

import tempfile
from pathlib import Path

from paperpool.mdcr.benchmark_pairs import read_splits, write_pair_scores
from paperpool.mdcr.word_scoring import score_splits, train_on_splits
from paperpool.scripts import running
from paperpool.tables import write_table

with running(snakemake):
    inputs, params = snakemake.input, snakemake.params
    splits, kinds = read_splits(inputs), list(params.kinds.values())
    with tempfile.TemporaryDirectory(dir=snakemake.resources.tmpdir) as folder:
        vectors = inputs.get("vectors")
        if vectors is None:
            vectors = Path(folder, "word2vec.parquet")
            write_table(vectors, train_on_splits(splits, params.seed, inputs.test_data))
        scores = score_splits(splits, kinds, vectors, folder)
    for split, by_kind in scores.items():
        for kind, path in zip(kinds, snakemake.output[split], strict=True):
            write_pair_scores(splits[split], by_kind[kind], path)
