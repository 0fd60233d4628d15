"""Refuse broken shards and missing rows; find abstracts that a dataset has more than once."""

from paperpool.workflow.corpus.broken_shards import refuse_broken
from paperpool.workflow.corpus.database import lend
from paperpool.workflow.corpus.selection import find_duplicates
from paperpool.workflow.corpus.summary import refuse_missing_rows
from paperpool.workflow.running.scripts import running
from paperpool.workflow.running.spared_imports import spare_pandas

spare_pandas()
with running(snakemake):
    if snakemake.params.on_bad_shard == "fail":
        refuse_broken(snakemake.input.summaries)
    summaries = dict(zip(snakemake.params.read_shards, snakemake.input.summaries, strict=True))
    refuse_missing_rows(snakemake.params.declared, summaries, snakemake.params.row_tolerance)
    find_duplicates(
        snakemake.input.abstracts,
        {shard: [shard] for shard in snakemake.params.shards},
        snakemake.output.duplicates,
        **lend(snakemake.resources, snakemake.threads),
    )
