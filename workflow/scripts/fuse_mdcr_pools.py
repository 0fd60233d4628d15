"""Fuse the runs of a ranker's members over MDCR's large pools of both levels."""

import numpy as np

from paperpool.collections.mdcr_collection import VALIDATION
from paperpool.mdcr.large_scale import read_relevant
from paperpool.mdcr.names import LEVELS
from paperpool.mdcr.pool_fusion import fuse_pools, weigh_members
from paperpool.mdcr.retrieval import RANKED_SPLITS
from paperpool.scripts import running
from paperpool.tables import write_csv

with running(snakemake) as logger:
    inputs, output, params = snakemake.input, snakemake.output, snakemake.params
    weights = np.ones(len(params.members))
    if output.get("designs"):
        runs = dict(zip(params.members, inputs.field_runs, strict=True))
        relevant = read_relevant(inputs.cited)
        weights, designs = weigh_members(runs, VALIDATION, relevant, params.method)
        write_csv(output.designs, designs)
        named = zip(params.members, weights, strict=True)
        logger.info("Weights: %s", ", ".join(f"{name} {weight:g}" for name, weight in named))
    for level in LEVELS:
        runs = dict(zip(params.members, inputs[f"{level}_runs"], strict=True))
        splits = RANKED_SPLITS[level]
        fuse_pools(runs, splits, params.method, weights, params.depth, output[level])
