"""Replay batches on CSFCube until they stop, with several seeds."""

from pathlib import Path

from paperpool.collections.csfcube_release import read_collection
from paperpool.evaluation.runs import read_run
from paperpool.judging.batches import BatchRules
from paperpool.judging.paper_embeddings import embed_papers
from paperpool.judging.stops import replay_stops
from paperpool.scripts import running
from paperpool.tables import write_csv

with running(snakemake):
    params = snakemake.params
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    runs = zip(params.feeders, snakemake.input.runs, strict=True)
    feeders = {name: read_run(path) for name, path in runs}
    rules = BatchRules(**params.rules)
    learned = embed_papers(collection.papers, rules.encoder, params.cache, params.torch_threads)
    table = replay_stops(collection, feeders, rules, params.confidence, params.seed, learned)
    write_csv(snakemake.output.stops, table)
