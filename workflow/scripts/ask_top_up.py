"""Write the tasks of a top-up: what matters most of what rankings found and nobody judged."""

from pathlib import Path

from paperpool.extras.active_pooling.top_up import (
    choose_top_up,
    list_askable,
    list_items,
    make_top_up_tasks,
    read_top_up,
)
from paperpool.io.files import write_text
from paperpool.workflow.annotation.guidelines import labelling_config
from paperpool.workflow.annotation.task_tables import write_task_table
from paperpool.workflow.annotation.tasks import ANNOTATION, write_tasks
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    inputs = snakemake.input
    output = snakemake.output

    items = list_items(choose_top_up(inputs.unjudged, snakemake.params.n_pairs))
    folder = Path(inputs.collection[0]).parent
    material = read_top_up(items, folder, inputs.papers, inputs.sentences)
    material.warn(logger)
    write_tasks(make_top_up_tasks(items, material), output.tasks)
    askable = list_askable(items, material)
    write_task_table(askable, material.papers, material.scheme, ANNOTATION, output.table)
    write_text(output.config, labelling_config(material.scheme))
