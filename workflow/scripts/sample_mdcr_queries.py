"""Draw MDCR's queries of both levels and splits, and list whom they cite."""

from paperpool.corpus.database import connect, memory_limit
from paperpool.corpus.papers import read_ids
from paperpool.mdcr.corpus import CorpusFiles, load_corpus
from paperpool.mdcr.queries import QuerySettings, sample_queries
from paperpool.scripts import running

with running(snakemake) as logger:
    inputs, output = snakemake.input, snakemake.output
    limit = memory_limit(snakemake.resources.mem_mb)
    with connect(limit, snakemake.resources.tmpdir, snakemake.threads) as database:
        load_corpus(database, CorpusFiles(inputs.papers, inputs.citations), snakemake.params.seed)
        settings = QuerySettings(**snakemake.params.settings)
        excluded = sorted(read_ids(inputs.exclude))
        n = sample_queries(database, settings, excluded, inputs.twins, output.queries, output.cited)
    logger.info("%d queries of both levels and splits.", n)
