"""Draw the pairs that are graded from abstracts and from full texts, and write their tasks."""

from pathlib import Path

from paperpool.collections.csfcube_release import read_collection
from paperpool.io.files import write_text
from paperpool.io.tables import write_csv
from paperpool.workflow.annotation.full_text_pairs import PASSES, draw_pairs, make_pass, pairs_table
from paperpool.workflow.annotation.guidelines import labelling_config
from paperpool.workflow.annotation.material import collection_material
from paperpool.workflow.annotation.tasks import write_tasks
from paperpool.workflow.running.scripts import running

with running(snakemake):
    output = snakemake.output
    seed = snakemake.params.seed

    # an import may still lack pairs; folds are not needed here
    collection = read_collection(Path(snakemake.input.collection[0]).parent, evaluable=False)
    material = collection_material(collection)
    drawn = draw_pairs(material, collection.judgments, seed)
    write_csv(output.pairs, pairs_table(drawn))
    items = [item for item, _, _ in drawn]
    for stage, path in zip(PASSES, (output.abstracts, output.full_texts), strict=True):
        write_tasks(make_pass(items, material, stage, seed), path)
    write_text(output.config, labelling_config(collection.scheme.grade_names, links=True))
