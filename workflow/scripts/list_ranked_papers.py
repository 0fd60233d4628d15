"""List the papers of a collection, or those that MDCR is built of, whose vectors are taken."""

import pyarrow as pa

from paperpool.io.parquet_files import writing_groups
from paperpool.io.tables import read_batches
from paperpool.rankers.formats import FORMATS
from paperpool.scripts import running

SCHEMA = pa.schema([("paper_id", pa.string())])

with running(snakemake):
    files, table = snakemake.input, snakemake.wildcards.table
    with writing_groups(snakemake.output.papers, SCHEMA, dictionary=False) as writer:
        if table == "mdcr":
            for batch in read_batches(files.shards, ["paper_id", "in_mdcr"]):
                writer.write_batch(batch.filter(batch["in_mdcr"]).select(["paper_id"]))
        else:
            papers = FORMATS["csfcube" if table == "csfcube" else "mdcr"].read(files).papers
            writer.write_batch(pa.record_batch([sorted(papers)], schema=SCHEMA))
