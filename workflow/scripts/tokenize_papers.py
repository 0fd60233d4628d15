"""Split the titles and abstracts of a corpus into the tokens that all term-level sources share."""

from paperpool.pools.tokens import write_tokens
from paperpool.scripts import running

with running(snakemake) as logger:
    n_papers = write_tokens(
        snakemake.input.papers,
        snakemake.params.column,
        snakemake.output.tokens,
        snakemake.output.words,
    )
    logger.info("%d papers tokenized", n_papers)
