"""Filter the papers of a group of shards and write its part of the corpus."""

from itertools import zip_longest

from paperpool.collections.csfcube_release import read_paper_ids
from paperpool.workflow.corpus.database import lend
from paperpool.workflow.corpus.filters import make_filters
from paperpool.workflow.corpus.papers import FilteredShard, filter_shards, read_ids
from paperpool.workflow.corpus.shards import ReadShard
from paperpool.workflow.pools.chosen_queries import read_chosen_ids
from paperpool.workflow.running.scripts import running
from paperpool.workflow.running.spared_imports import spare_pandas

spare_pandas()
with running(snakemake):
    filter_shards(
        dict(zip_longest(snakemake.params.file_names, snakemake.input.files)),
        snakemake.params.name,
        ReadShard(
            papers=snakemake.input.papers,
            citations=snakemake.input.citations,
            quarantine=snakemake.input.quarantine,
            summary=snakemake.input.summary,
        ),
        FilteredShard(
            papers=snakemake.output.papers,
            citations=snakemake.output.citations,
            keys=snakemake.output.twin_keys,
            quarantine=snakemake.output.quarantine,
            summary=snakemake.output.summary,
        ),
        duplicates=snakemake.input.duplicates,
        selected=snakemake.input.selected or None,
        filters=make_filters(snakemake.params.filters, snakemake.params.leave_out),
        keep=read_ids(snakemake.input.kept_ids)
        | read_paper_ids(snakemake.input.collection_abstracts)
        | read_chosen_ids(snakemake.input.chosen_queries or None),
        deleted=next(iter(snakemake.input.deleted), None),
        max_row_bytes=snakemake.params.max_row_bytes,
        columns=snakemake.params.columns,
        **lend(snakemake.resources, snakemake.threads),
    )
