"""Join the vectors that were taken from files, in the order of the papers."""

from paperpool.encoding.taken_vectors import join_taken
from paperpool.io.files import read_json, write_json
from paperpool.scripts import running

with running(snakemake) as logger:
    files, output, name = snakemake.input, snakemake.output, snakemake.wildcards.ranker
    shares = list(zip(files.vectors, files.owners, strict=True))
    counts = list(map(read_json, files.counts))
    refuses = snakemake.params.missing == "error"
    paths = (files.asked, files.papers, output.vectors, output.missing)
    total = join_taken(shares, counts, *paths, name, refuses)
    write_json(output.counts, total)
    logger.info("%s: %s", name, total)
    if total["missing"]:
        logger.warning("%s lacks vectors of %d papers: %s", name, total["missing"], output.missing)
