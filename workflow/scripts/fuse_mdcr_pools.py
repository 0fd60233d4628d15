"""Fuse the runs of a ranker's members over MDCR's large pools of both levels."""

import numpy as np
import pandas as pd

from paperpool.collections.mdcr_collection import VALIDATION
from paperpool.io.tables import write_csv
from paperpool.mdcr.large_scale import read_relevant
from paperpool.mdcr.names import LEVELS
from paperpool.workflow.mdcr.large_pools import RANKED_SPLITS
from paperpool.workflow.mdcr.pool_fusion import Weights, fuse_pools, weigh_members
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    inputs = snakemake.input
    output = snakemake.output

    params = snakemake.params

    designs = []
    for level in LEVELS:
        runs = dict(zip(params.members, inputs[f"{level}_runs"], strict=True))
        weights: Weights = {None: np.ones(len(params.members))}
        if output.designs:
            relevant = read_relevant(inputs.cited)
            weights, tried = weigh_members(runs, level, VALIDATION, relevant, params.method)
            designs.append(tried)
            for design in tried[tried["chosen"].astype(bool)].itertuples():
                logger.info("Weights of %s level, %s: %s", level, design.part, design.design)
        fuse_pools(runs, RANKED_SPLITS, params.method, weights, params.depth, output[level])
    if output.designs:
        write_csv(output.designs, pd.concat(designs))
