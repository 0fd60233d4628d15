"""Draw the query sheet: papers of each period to choose queries from."""

from paperpool.errors import name_some
from paperpool.workflow.corpus.papers import read_ids
from paperpool.workflow.pools.query_sample import (
    find_absent_ids,
    id_source,
    name_short_periods,
    sample_papers,
    venue_source,
)
from paperpool.workflow.pools.query_sheet import write_query_sheet
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    params = snakemake.params
    if snakemake.input.ids:
        ids = read_ids([snakemake.input.ids])
        source = id_source(ids)
        absent = find_absent_ids(snakemake.input.papers, params.column, ids)
        if absent:
            logger.warning(
                "Ids of %s that are no papers which pools.filter keeps: %s.",
                snakemake.input.ids,
                name_some(absent),
            )
    else:
        source = venue_source(params.venue)
    sample = sample_papers(
        snakemake.input.papers,
        params.column,
        snakemake.input.twins,
        source,
        params.periods,
        params.per_period,
        params.seed,
    )
    short = name_short_periods(sample, params.per_period)
    if short:
        logger.warning(
            "Periods with fewer than %d papers, of which all are in the sheet: %s.",
            params.per_period,
            ", ".join(short),
        )
    write_query_sheet(sample, snakemake.output.sheet)
