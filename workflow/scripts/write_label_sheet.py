"""Write the sentences of the query papers with their predicted labels, for a person to correct."""

from paperpool.collections.schemes import read_scheme
from paperpool.workflow.annotation.material import read_material
from paperpool.workflow.pools.label_sheet import write_label_sheet
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    inputs = snakemake.input
    material = read_material(
        read_scheme(inputs.scheme),
        inputs.collection,
        inputs.pools,
        inputs.queries,
        inputs.papers,
        inputs.sentences,
    )
    papers = material.query_papers()
    write_label_sheet(papers.values(), snakemake.output.sheet)
    logger.info("%d query papers", len(papers))
