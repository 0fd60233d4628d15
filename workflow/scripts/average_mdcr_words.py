"""Average the word vectors of every paper of MDCR's large pools."""

from paperpool.rankers.scoring.vector_files import write_vectors
from paperpool.rankers.scoring.word_averages import average_terms
from paperpool.search.term_counts import TermCounts
from paperpool.workflow.running.scripts import running

with running(snakemake):
    terms = TermCounts(*snakemake.input.terms)
    averages = average_terms(terms, snakemake.input.vectors, snakemake.params.kind)
    write_vectors(averages, len(terms), snakemake.output.vectors)
