"""List the papers that skip every condition of the corpus filters."""

from paperpool.corpus.papers import read_ids
from paperpool.csfcube.release import read_paper_ids
from paperpool.files import write_text
from paperpool.scripts import running

with running(snakemake):
    ids = read_ids(snakemake.input.files) | read_paper_ids(snakemake.input.abstracts)
    write_text(snakemake.output.ids, "".join(f"{paper_id}\n" for paper_id in sorted(ids)))
