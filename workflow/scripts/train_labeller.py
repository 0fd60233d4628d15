"""Train a sentence labeller on CSAbstruct's train split."""

from pathlib import Path

from paperpool.facets.csabstruct import read_split
from paperpool.facets.training import TrainingSettings, train_labeller
from paperpool.scripts import running

with running(snakemake):
    settings = TrainingSettings(
        **snakemake.params.settings,
        seed=snakemake.params.seed,
        torch_threads=snakemake.params.torch_threads,
    )
    labeller = train_labeller(read_split(snakemake.input.train), settings)
    labeller.save(Path(snakemake.output[0]).parent)
