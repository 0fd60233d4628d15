"""Measure how often papers that are linked by citations are relevant to the same question."""

from pathlib import Path

from paperpool.collections.stored import read_stored
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.stored_runs import read_run
from paperpool.extras.citations_and_relevance.measuring import make_judged, measure_relations
from paperpool.extras.citations_and_relevance.relations import count_links, read_edges, relate
from paperpool.io.tables import write_csv
from paperpool.workflow.running.scripts import running

with running(snakemake):
    inputs = snakemake.input
    collection = read_stored(Path(inputs.collection[0]).parent)
    papers = [f"{snakemake.params.prefix}{document}" for document in collection.documents]
    relations = relate(papers, read_edges(inputs.citations, papers))
    # the names of topics are those of the papers that ask
    runs = {Path(file).stem: read_run(file) for file in inputs.runs}
    table = measure_relations(
        make_judged(collection),
        relations,
        runs,
        collection.relevant,
        Resampling(**snakemake.params.resampling),
    )
    write_csv(snakemake.output.relations, table)
    write_csv(snakemake.output.links, count_links(relations))
