"""Write the annotation tasks of a collection's pools; of a demo imagined annotators grade them."""

from pathlib import Path

from paperpool.collections.schemes import read_scheme
from paperpool.io.files import write_text
from paperpool.workflow.annotation.guidelines import labelling_config
from paperpool.workflow.annotation.material import read_material
from paperpool.workflow.annotation.task_tables import write_task_table
from paperpool.workflow.annotation.tasks import (
    ANNOTATION,
    make_tasks,
    order_items,
    warn_of_predicted,
    write_tasks,
)
from paperpool.workflow.pools.top_candidates import read_ranked_ids
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
        inputs.labels,
    )
    material.warn(logger)
    if not inputs.labels:
        sheet = Path(snakemake.output.tasks).with_name("label_sheet.csv")
        warn_of_predicted(material, inputs.released_queries, sheet, logger)
    seed = snakemake.params.seed
    output = snakemake.output
    sources = [read_ranked_ids(run) for run in inputs.runs]
    items = order_items(material.items(), seed, sources)
    write_tasks(make_tasks(material, seed, sources), output.tasks)
    write_task_table(items, material.papers, material.scheme, ANNOTATION, output.table)
    write_text(output.config, labelling_config(material.scheme.grade_names))
    if inputs.plan:
        from paperpool.extras.demo.corpus_plan import load_plan  # an extra, which may be left out
        from paperpool.extras.demo.simulated_annotators import write_exports

        write_exports(material.items(), load_plan(inputs.plan), *output.simulated)
