"""Ask for the judgments of CSFCube again in other orders."""

from pathlib import Path

from paperpool.collections.csfcube_release import read_collection
from paperpool.evaluation.runs import read_run
from paperpool.judging.paper_embeddings import embed_papers
from paperpool.judging.pools import make_pools
from paperpool.judging.replay import Replay, replay_orders
from paperpool.scripts import running
from paperpool.tables import write_csv

with running(snakemake):
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    named = zip(snakemake.params.rankers, snakemake.input.runs, strict=True)
    runs = {name: read_run(path) for name, path in named}
    feeders = {name: runs[name] for name in snakemake.params.feeders}
    params = snakemake.params
    learned = embed_papers(collection.papers, params.encoder, params.cache, params.torch_threads)
    replay = Replay(collection, make_pools(collection, feeders, params.seed, learned), runs)
    n_fed = len({*feeders, params.learned} & {*runs})
    tables = replay_orders(replay, n_fed, params.bootstrap, params.confidence, params.seed)
    for name, table in tables.items():
        write_csv(snakemake.output[name], table)
