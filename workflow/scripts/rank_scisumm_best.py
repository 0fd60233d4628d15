"""Choose the best combination of rankers on the train split, and rank by it."""

from paperpool.scripts import running

with running(snakemake):
    raise NotImplementedError
