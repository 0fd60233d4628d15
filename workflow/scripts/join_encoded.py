"""Join the shares of the vectors of papers, or of their sentences."""

from paperpool.encoding.shares import join_shares
from paperpool.io.parquet_files import count_rows
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    files = snakemake.input
    output = snakemake.output

    shares = list(zip(files.vectors, files.owners, strict=True))
    n_papers = count_rows(files.papers)
    n = join_shares(shares, n_papers, output.vectors, output.starts or None)
    logger.info("%d vectors of %d papers", n, n_papers)
