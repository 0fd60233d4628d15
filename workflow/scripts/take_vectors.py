"""Take the vectors of the papers of a table from a file of vectors."""

from paperpool.encoding.taken_vectors import take_share
from paperpool.io.files import write_json
from paperpool.scripts import running

with running(snakemake, is_kept=False) as logger:
    files, output = snakemake.input, snakemake.output
    paths = (files.files[0], files.papers, output.vectors, output.owners)
    counts = take_share(*paths, snakemake.params.dtype)
    write_json(output.counts, counts)
    logger.info("%s: %s", files.files[0], counts)
