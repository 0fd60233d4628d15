"""Join the vectors of papers that were taken from a user's files, and list papers without one."""

import pyarrow as pa

from paperpool.encoding.taken_vectors import describe_missing, join_taken
from paperpool.encoding.wanted_papers import list_papers
from paperpool.io.files import read_json, write_json
from paperpool.io.tables import write_table
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    files = snakemake.input
    output = snakemake.output
    name = snakemake.wildcards.ranker

    papers = list_papers(files.papers)
    total = join_taken(
        list(zip(files.vectors, files.owners, strict=True)),
        [read_json(file) for file in files.counts],
        list_papers(files.wanted),
        papers,
        output.vectors,
        output.missing,
        name,
        snakemake.params.missing == "error",
    )
    write_table(output.papers, pa.table({"paper_id": papers.ids}))
    write_json(output.counts, total)
    if total["missing"]:
        logger.warning("%s: %s Listed: %s", name, describe_missing(total), output.missing)
