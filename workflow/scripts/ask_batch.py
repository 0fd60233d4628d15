"""Write the next batch of annotation tasks; of a demo imagined annotators grade every batch."""

from pathlib import Path

from paperpool.collections.schemes import read_scheme
from paperpool.extras.active_pooling.asking import (
    ask_with_exports,
    follow_gold,
    pool_material,
    write_batch,
)
from paperpool.extras.active_pooling.batches import BatchRules
from paperpool.extras.active_pooling.pools import embed_papers
from paperpool.io.files import write_text
from paperpool.workflow.annotation.guidelines import labelling_config
from paperpool.workflow.annotation.material import read_material
from paperpool.workflow.annotation.tasks import warn_of_predicted
from paperpool.workflow.pools.top_candidates import read_ranked_ids
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    inputs = snakemake.input
    output = snakemake.output

    params = snakemake.params

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
        sheet = Path(output.tasks).with_name("label_sheet.csv")
        warn_of_predicted(material, inputs.released_queries, sheet, logger)

    sources = {}
    for source, run in zip(params.ranked_sources, inputs.runs, strict=True):
        sources[source] = read_ranked_ids(run)
    rules = BatchRules(**params.rules)
    learned = embed_papers(material.papers, rules.encoder, params.cache, params.torch_threads)
    pools = pool_material(material, sources, params.seed, learned)
    if inputs.plan:
        from paperpool.extras.demo.corpus_plan import load_plan  # an extra, which may be left out
        from paperpool.extras.demo.simulated_annotators import simulate_gold, write_exports

        plan = load_plan(inputs.plan)
        gold = simulate_gold(material.items(), plan)
        asking = follow_gold(pools, gold, rules, params.seed, material.scheme)
        write_exports(material.items(), plan, *output.simulated, marks=asking.marks())
    else:
        asking = ask_with_exports(material, pools, inputs.exports, rules, params.seed)
    write_batch(
        asking,
        material,
        params.seed,
        params.confidence,
        output.tasks,
        output.table,
        output.batches,
        output.stops,
    )
    write_text(output.config, labelling_config(material.scheme))
