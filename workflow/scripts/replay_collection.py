"""Ask for the judgments of somebody's collection again in other orders."""

from dataclasses import asdict
from pathlib import Path

import pandas as pd

from paperpool.collections.stored import read_stored
from paperpool.files import write_json
from paperpool.judging.judged_kind import tell_kind
from paperpool.judging.open_pools import can_learn, can_replay, make_open_pools
from paperpool.judging.paper_embeddings import embed_papers
from paperpool.judging.replay import (
    FOUND_COLUMNS,
    NEEDED_COLUMNS,
    TAU_COLUMNS,
    Replay,
    replay_orders,
)
from paperpool.judging.replay_plan import plan_open
from paperpool.rankers.formats import FORMATS
from paperpool.scripts import running
from paperpool.tables import write_csv

COLUMNS = {"found": FOUND_COLUMNS, "tau": TAU_COLUMNS, "needed": NEEDED_COLUMNS}
"""The tables of a replay; those of a collection that is not replayed have no rows."""

with running(snakemake) as logger:
    output, params = snakemake.output, snakemake.params
    collection = read_stored(Path(snakemake.input.collection[0]).parent)
    kind = tell_kind(collection)
    if can_replay(collection, kind):
        learns = can_learn(collection, kind)
        if not learns:
            logger.warning("There are too many documents to learn from: feedback is left out.")
        read_run = FORMATS["collection"].read_run
        named = zip(params.rankers, snakemake.input.runs, strict=True)
        runs = {name: read_run(name, {"runs": [path]}, collection) for name, path in named}
        feeders = {name: runs[name] for name in params.feeders}
        learned = None
        if learns:
            learned = embed_papers(
                collection.papers, params.encoder, params.cache, params.torch_threads
            )
        pools = make_open_pools(
            snakemake.wildcards.collection, collection, kind, feeders, params.seed, learned
        )
        plan = plan_open(collection.relevant, kind.is_throughout, learns)
        replay = Replay(collection, pools, runs, plan)
        n_fed = len({*feeders, params.learned if learns else None} & {*runs})
        tables = replay_orders(replay, n_fed, params.bootstrap, params.confidence, params.seed)
    else:
        logger.warning("The collection is too large to be replayed, and is left out.")
        tables = {name: pd.DataFrame(columns=columns) for name, columns in COLUMNS.items()}
    for name in COLUMNS:
        write_csv(output[name], tables[name])
    write_json(output.kind, asdict(kind))
