"""Find graph neighbours of MDCR's queries over the whole citation table."""

from paperpool.corpus.database import connect, memory_limit
from paperpool.mdcr.corpus import CorpusFiles, load_corpus, load_queries
from paperpool.mdcr.graph import find_graph_candidates
from paperpool.scripts import running

with running(snakemake) as logger:
    inputs, params = snakemake.input, snakemake.params
    limit = memory_limit(snakemake.resources.mem_mb)
    with connect(limit, snakemake.resources.tmpdir, snakemake.threads) as database:
        load_corpus(database, CorpusFiles(inputs.papers, inputs.citations), params.seed)
        load_queries(database, inputs.queries, inputs.cited, inputs.twins)
        n = find_graph_candidates(database, params.negatives, snakemake.output.graph)
    logger.info("%d graph candidates.", n)
