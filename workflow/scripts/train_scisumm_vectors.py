"""Train a variant of the word vectors for cited text identification."""

from dataclasses import asdict, replace
from itertools import chain

from paperpool.files import write_json
from paperpool.scisumm.training_texts import read_abstracts, read_full_texts, split_texts
from paperpool.scisumm.word_vectors import Settings, train_word_vectors
from paperpool.scripts import running
from paperpool.tables import write_table

with running(snakemake) as logger:
    inputs, params = snakemake.input, snakemake.params
    texts = chain(
        read_full_texts(inputs.texts), read_abstracts(inputs.abstracts, **(params.abstracts or {}))
    )
    split = split_texts(
        texts,
        keep_markers=snakemake.wildcards.variant == "keep-markers",
        cased=snakemake.wildcards.variant != "uncased",
    )
    table = train_word_vectors(split, Settings(**params.settings))
    write_table(snakemake.output.vectors, table)
    write_json(snakemake.output.summary, {"vocabulary": table.num_rows})
