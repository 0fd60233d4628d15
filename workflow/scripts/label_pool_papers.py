"""Give each sentence of the pools' queries and candidates its facet, for annotation."""

from paperpool.collections.csfcube_release import read_papers
from paperpool.collections.schemes import read_scheme
from paperpool.workflow.annotation.material import read_pools
from paperpool.workflow.annotation.worked_examples import read_examples
from paperpool.workflow.facets.applying import CorpusPapers, LabelledTables, label_named
from paperpool.workflow.facets.labeller import LabellerSettings, open_labeller
from paperpool.workflow.pools.queries import read_queries
from paperpool.workflow.running.scripts import running

with running(snakemake):
    scheme = read_scheme(snakemake.input.scheme)
    labeller = open_labeller(
        snakemake.params.model,
        LabellerSettings(**snakemake.params.settings),
        snakemake.params.torch_threads,
        scheme,
    )
    ids = {query.query_id for query in read_queries(snakemake.input.queries)}
    for pool in read_pools(snakemake.input.pools).values():
        ids.update(pool.candidates)
    for file in snakemake.input.named_pairs:
        ids |= read_examples(file, scheme, tells_why=False).ids()
    for file in snakemake.input.collection_abstracts:  # has labels already
        ids -= read_papers(file).keys()
    label_named(
        labeller,
        ids,
        CorpusPapers(
            snakemake.input.papers,
            snakemake.params.column,
            scheme.headings if snakemake.params.uses_headings else {},
            snakemake.params.trained_field,
        ),
        LabelledTables(snakemake.output.sentences, snakemake.output.headings),
    )
