"""Score the pairs of MDCR's benchmark by averaged word vectors."""

import tempfile
from pathlib import Path

import numpy as np

from paperpool.mdcr.benchmark_pairs import SplitFiles, read_pairs, write_pair_scores
from paperpool.mdcr.names import SPLITS
from paperpool.mdcr.scoring import count_terms, score_by_vectors
from paperpool.mdcr.word_vectors import average_terms, train_term_vectors
from paperpool.scripts import running
from paperpool.tables import write_table

with running(snakemake):
    inputs, params = snakemake.input, snakemake.params
    with tempfile.TemporaryDirectory(dir=snakemake.resources.tmpdir) as folder:
        vectors = inputs.get("vectors")
        if vectors is None:  # the released benchmark alone: its own texts are all there is
            texts = [
                read_pairs(SplitFiles(inputs[s], inputs[f"{s}_data"])).joined() for s in SPLITS
            ]
            vectors = Path(folder) / "word2vec.parquet"
            write_table(vectors, train_term_vectors(lambda: texts, params.seed, inputs.test_data))
        for split in SPLITS:
            pairs = read_pairs(SplitFiles(inputs[split], inputs[f"{split}_data"]))
            terms = count_terms(pairs, folder)
            for kind, path in zip(params.kinds.values(), snakemake.output[split], strict=True):
                averages = np.concatenate(list(average_terms(terms, vectors, kind)))
                write_pair_scores(pairs, score_by_vectors(pairs, averages, "cosine"), path)
