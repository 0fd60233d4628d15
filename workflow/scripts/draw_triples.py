"""Draw triples of the citation graph, put citations aside, and prove that nothing leaks."""

from paperpool.io.files import write_json
from paperpool.rankers.scoring.formats import FORMATS, name_formats
from paperpool.workflow.corpus.database import connect, lend
from paperpool.workflow.running.scripts import running
from paperpool.workflow.training.citation_graph import (
    CorpusTables,
    drop_put_aside,
    load_graph,
    put_aside,
    write_citation_queries,
)
from paperpool.workflow.training.held_out import check_triples, find_held_out
from paperpool.workflow.training.triples import TripleSettings, draw_triples

with running(snakemake) as logger:
    inputs = snakemake.input
    output = snakemake.output

    collections = [FORMATS[name].read(inputs) for name in name_formats(inputs)]
    held_out = find_held_out(collections, inputs.twins, inputs.papers)
    corpus = CorpusTables(inputs.papers, inputs.twin_keys, inputs.citations, inputs.twins)
    with connect(**lend(snakemake.resources, snakemake.threads)) as database:
        load_graph(database, corpus, held_out, snakemake.params.seed)
        put_aside(database, snakemake.params.held_out)
        kept_back = write_citation_queries(database, output.citations, output.candidates)
        drop_put_aside(database)
        settings = TripleSettings(**snakemake.params.settings)
        drawn = draw_triples(database, settings, output.triples, output.texts)
    checked = check_triples(output.triples, [output.texts], held_out)
    logger.info("Of %(triples)d triples, %(missing_hard)d hard negatives are missing.", drawn)
    write_json(output.summary, {"drawn": drawn, "kept_back": kept_back, "checked": checked})
