"""Train word2vec on the abstracts of a CSFCube collection."""

from pathlib import Path

from paperpool.collections.csfcube_release import read_collection
from paperpool.io.tables import write_table
from paperpool.rankers.scoring.word_averages import list_tokens
from paperpool.text.word_vectors import train_on_texts
from paperpool.workflow.running.scripts import running
from paperpool.workflow.running.spared_imports import spare_statistics

with running(snakemake) as logger:
    spare_statistics()
    folder = Path(snakemake.input.collection[0]).parent
    texts = list_tokens(read_collection(folder))
    table = train_on_texts(texts, snakemake.params.seed, str(folder))
    write_table(snakemake.output.vectors, table)
    logger.info("%d words have a vector", table.num_rows)
