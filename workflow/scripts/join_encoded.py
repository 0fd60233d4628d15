"""Join the shares of the vectors of papers, or of their sentences."""

from paperpool.encoding.shares import join_shares
from paperpool.io.parquet_files import count_rows
from paperpool.scripts import running

with running(snakemake) as logger:
    files, output = snakemake.input, snakemake.output
    n_papers = count_rows(files.papers)
    shares = list(zip(files.vectors, files.owners, strict=True))
    n = join_shares(shares, n_papers, output.vectors, output.get("starts"))
    logger.info("%d vectors of %d papers", n, n_papers)
