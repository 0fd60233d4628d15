"""Give each sentence of a collection and of a part of the corpus its facet."""

from paperpool.collections.csfcube_release import read_papers
from paperpool.collections.schemes import read_scheme
from paperpool.workflow.facets.applying import CorpusPapers, LabelledTables, label_papers
from paperpool.workflow.facets.labeller import LabellerSettings, open_labeller
from paperpool.workflow.running.scripts import running

with running(snakemake):
    scheme = read_scheme(snakemake.input.scheme)
    labeller = open_labeller(
        snakemake.params.model,
        LabellerSettings(**snakemake.params.settings),
        snakemake.params.torch_threads,
        scheme,
    )
    collection = {}
    for path in snakemake.input.collection_abstracts:
        collection |= read_papers(path)
    label_papers(
        labeller,
        collection if snakemake.params.with_collection else {},
        CorpusPapers(
            snakemake.input.papers,
            snakemake.params.column,
            scheme.headings if snakemake.params.uses_headings else {},
            snakemake.params.trained_field,
        ),
        collection.keys(),
        LabelledTables(snakemake.output.sentences, snakemake.output.headings),
    )
