"""Draw MDCR's large pools of both levels, and gather the papers of all of them."""

from paperpool.corpus.database import connect, memory_limit
from paperpool.mdcr.corpus import CorpusFiles, load_corpus
from paperpool.mdcr.pools import PoolSettings, draw_pools
from paperpool.scripts import running

with running(snakemake) as logger:
    inputs, output = snakemake.input, snakemake.output
    limit = memory_limit(snakemake.resources.mem_mb)
    with connect(limit, snakemake.resources.tmpdir, snakemake.threads) as database:
        load_corpus(database, CorpusFiles(inputs.papers, inputs.citations), snakemake.params.seed)
        settings = PoolSettings(**snakemake.params.settings)
        drawn = draw_pools(
            database,
            settings,
            inputs.labelled,
            inputs.queries,
            inputs.cited,
            output.pools,
            output.papers,
        )
    logger.info("%d places in pools, held by %d papers.", *drawn)
