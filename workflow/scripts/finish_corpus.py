"""Find twins, add up the shards' counts and quarantined rows, remove shards of earlier runs."""

from datetime import UTC, datetime
from pathlib import Path

from paperpool.io.files import remove_other_files
from paperpool.workflow.corpus.broken_shards import find_broken, list_broken
from paperpool.workflow.corpus.citation_graph import summarise_graph
from paperpool.workflow.corpus.database import lend
from paperpool.workflow.corpus.empty_filters import check_filters
from paperpool.workflow.corpus.idle_conditions import describe_idle_conditions
from paperpool.workflow.corpus.odd_years import describe_odd_years
from paperpool.workflow.corpus.summary import compare_rows, find_unread_shards, summarise_corpus
from paperpool.workflow.corpus.twins import find_twins
from paperpool.workflow.running.manifest import forget_lost
from paperpool.workflow.running.scripts import running
from paperpool.workflow.running.spared_imports import spare_pandas

spare_pandas()
with running(snakemake) as logger:
    for files in (snakemake.input.papers, snakemake.input.citations):
        for name in remove_other_files(Path(files[0]).parent, files):
            logger.warning("Removed %s: its shard is not in the corpus any more.", name)
        forget_lost(Path(files[0]).parent)

    # the shards of one dataset after the other, as in the rule's inputs
    read_and_routed = zip(snakemake.input.bulk_read, snakemake.input.bulk_routed, strict=True)
    bulk = {}
    for dataset, shards in snakemake.params.bulk_shards.items():
        bulk[dataset] = {shard: next(read_and_routed) for shard in shards}
    read = dict(zip(snakemake.params.read_shards, snakemake.input.read, strict=True))
    broken = find_broken(read)
    groups = dict(zip(snakemake.params.shards, snakemake.input.summaries, strict=True))
    summary = summarise_corpus(
        groups,
        [*snakemake.input.quarantines, *snakemake.input.bulk_quarantines],
        snakemake.output.summary,
        snakemake.output.quarantine,
        bulk,
        released=snakemake.params.released,
        broken=broken,
        releases=compare_rows(snakemake.params.declared, read),
    )
    for line in list_broken(broken):
        logger.warning("%s", line)
    for shard in find_unread_shards(summary):
        logger.warning(
            "No row of %s could be read. Is it in the format that data.s2orc says? "
            "corpus/quarantine.parquet lists its rows.",
            shard,
        )
    for text in describe_idle_conditions(summary, groups, snakemake.input.readable):
        logger.warning("%s", text)
    check_filters(
        summary,
        snakemake.input.readable,
        field=snakemake.params.field,
        arxiv_only=snakemake.params.arxiv_only,
    )

    # The bound moves with the clock, so this is told and never written: results stay the same.
    next_year = datetime.now(UTC).year + 1
    odd_years = describe_odd_years(snakemake.input.papers, next_year)
    if odd_years:
        logger.warning("%s", odd_years)

    lent = lend(snakemake.resources, snakemake.threads)
    find_twins(snakemake.input.twin_keys, snakemake.output.twins, **lent)
    summarise_graph(
        snakemake.input.papers, snakemake.input.citations, snakemake.output.graph, **lent
    )
