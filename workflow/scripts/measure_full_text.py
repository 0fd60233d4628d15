"""Measure how far grades from the abstracts agree with grades from the full texts."""

from paperpool.collections.schemes import read_scheme
from paperpool.evaluation.published import read_cells
from paperpool.io.tables import write_csv
from paperpool.workflow.annotation.full_text_agreement import compare_passes, read_passes
from paperpool.workflow.annotation.full_text_pairs import ABSTRACT, FULL_TEXT, read_pairs
from paperpool.workflow.running.scripts import running

with running(snakemake):
    files = {ABSTRACT: snakemake.input.abstracts, FULL_TEXT: snakemake.input.full_texts}
    items = read_pairs(snakemake.input.pairs)
    published = read_cells(snakemake.input.published, ("facet", "measure"))
    scheme = read_scheme(snakemake.input.scheme)
    rows = read_passes(files, items, scheme)
    table = compare_passes(rows, len(items), scheme, published)
    write_csv(snakemake.output.agreement, table)
