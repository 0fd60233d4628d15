"""Rank a CSFCube collection by the embeddings of an encoder."""

from pathlib import Path

from paperpool.cache import ArrayCache
from paperpool.csfcube.dense_ranker import rank_by_embedding
from paperpool.csfcube.release import read_collection
from paperpool.encoders import Encoder, EncoderSettings
from paperpool.runs import write_run
from paperpool.scripts import running

with running(snakemake):
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    encoder = Encoder(
        EncoderSettings(**snakemake.params.encoder),
        ArrayCache(snakemake.params.cache),
        snakemake.params.torch_threads,
    )
    run = rank_by_embedding(collection, encoder, snakemake.params.similarity)
    write_run(run, snakemake.output.run)
