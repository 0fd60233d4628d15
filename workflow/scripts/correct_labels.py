"""Write the collection with the labels of its query sentences that a person corrected."""

from pathlib import Path

from paperpool.workflow.pools.label_sheet import correct_release
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    changed = correct_release(
        Path(snakemake.input.collection[0]).parent,
        snakemake.input.labels,
        Path(snakemake.output[0]).parent,
        may_have_others=snakemake.params.may_have_others,
    )
    logger.info("%d sentences of query papers have another label than predicted", changed)
