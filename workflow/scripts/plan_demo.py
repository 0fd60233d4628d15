"""Plan the demo corpus and write what is made of it whole: judged collections and their like.

The collection, reference papers, labelled abstracts and runs have the formats of their releases.
"""

from pathlib import Path

from paperpool.collections.schemes import default_scheme
from paperpool.extras.demo.collection import make_collection, simulate_run, write_in_every_format
from paperpool.extras.demo.corpus_plan import make_plan, save_plan
from paperpool.extras.demo.labelled_abstracts import write_labelled_abstracts
from paperpool.extras.demo.reference_papers import write_release
from paperpool.workflow.csfcube.release_writer import write_collection
from paperpool.workflow.export.beir import write_corpus
from paperpool.workflow.export.exported import WHOLE, export_collection
from paperpool.workflow.export.trec import write_qrels, write_topics
from paperpool.workflow.running.scripts import running

with running(snakemake):
    params = snakemake.params
    output = snakemake.output

    plan = make_plan(params.n_papers, params.seed)
    save_plan(plan, output.plan)
    collection = make_collection(plan, params.n_queries)
    write_collection(collection, Path(output.abstracts).parent)
    write_labelled_abstracts(plan, collection.papers, Path(output.labelled[0]).parent)
    write_in_every_format(
        simulate_run(collection, params.seed),
        dict(zip(default_scheme().facet_names, output.official_runs, strict=True)),
        output.trec_run,
        output.run_table,
    )
    exported = export_collection(collection)
    write_corpus(exported.documents, False, output.trec_documents)
    write_topics(exported.topics, output.trec_topics)
    write_qrels(exported.qrels[WHOLE], output.trec_qrels)
    write_release(plan, Path(output.plan).parent / "cl-scisumm")
