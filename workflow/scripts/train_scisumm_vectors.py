"""Train word vectors for cited text identification."""

from paperpool.files import write_json
from paperpool.scisumm.word_vectors import train_word_vectors
from paperpool.scripts import running
from paperpool.tables import write_table

with running(snakemake):
    raise NotImplementedError
