"""Tell where each pair of a top-up is and, from exports, write the collection topped up."""

from pathlib import Path

from paperpool.extras.active_pooling.top_up import (
    choose_top_up,
    import_top_up,
    list_items,
    list_states,
    read_top_up,
)
from paperpool.io.tables import write_csv
from paperpool.workflow.running.scripts import running

with running(snakemake):
    inputs = snakemake.input
    output = snakemake.output

    table = choose_top_up(inputs.unjudged, snakemake.params.n_pairs)
    folder = Path(inputs.collection[0]).parent
    material = read_top_up(list_items(table), folder, inputs.papers, inputs.sentences)
    if inputs.exports:
        import_top_up(
            table,
            material,
            inputs.exports,
            snakemake.params.seed,
            folder,
            output.table,
            output.adjudication_tasks,
            Path(output.topped_up[0]).parent,
        )
    else:
        write_csv(output.table, list_states(table, material))
