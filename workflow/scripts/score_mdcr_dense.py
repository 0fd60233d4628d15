"""Score the pairs of MDCR's benchmark by the embeddings of title and abstract."""

import numpy as np
import pyarrow.parquet as pq

from paperpool.mdcr.benchmark_pairs import read_splits, write_pair_scores
from paperpool.mdcr.vector_scoring import KnownVectors, encode_splits, score_by_vectors
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings, joining_text
from paperpool.scripts import running

with running(snakemake):
    inputs, params = snakemake.input, snakemake.params
    encoder = Encoder(
        EncoderSettings(**params.encoder), ArrayCache(params.cache), params.torch_threads
    )
    joint = joining_text(encoder, params.separator)
    splits = read_splits(inputs)
    known = None
    if inputs.get("vectors"):
        ids = pq.read_table(inputs.papers, columns=["paper_id"]).column("paper_id")
        known = KnownVectors(ids, np.load(inputs.vectors, mmap_mode="r", allow_pickle=False))
    for split, vectors in encode_splits(splits, encoder, joint, known).items():
        scores = score_by_vectors(splits[split], vectors, params.similarity)
        write_pair_scores(splits[split], scores, snakemake.output[split])
