"""Join the vectors that several jobs made of the papers of MDCR's large pools."""

import pyarrow.parquet as pq

from paperpool.rankers.scoring.vector_shares import join_shares
from paperpool.scripts import running

with running(snakemake) as logger:
    files, output = snakemake.input, snakemake.output
    n_papers = pq.read_metadata(files.papers).num_rows
    shares = list(zip(files.vectors, files.owners, strict=True))
    n = join_shares(shares, n_papers, output.vectors, output.get("starts"))
    logger.info("%d vectors of %d papers", n, n_papers)
