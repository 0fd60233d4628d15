"""Ask for the judgments of CSFCube again in other orders."""

from pathlib import Path

from paperpool.collections.csfcube_release import read_collection
from paperpool.evaluation.runs import read_run
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
    replay = Replay(collection, make_pools(collection, feeders, params.seed), runs)
    tables = replay_orders(replay, len(feeders), params.bootstrap, params.confidence, params.seed)
    for name, table in zip(("found", "tau", "needed"), tables, strict=True):
        write_csv(snakemake.output[name], table)
