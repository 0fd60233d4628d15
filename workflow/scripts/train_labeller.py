"""Train a sentence labeller on CSAbstruct's train split."""

from pathlib import Path

from paperpool.workflow.facets.csabstruct import LABELS, read_split
from paperpool.workflow.facets.head_training import train_head
from paperpool.workflow.facets.training import TrainingSettings, train_labeller
from paperpool.workflow.running.scripts import running

with running(snakemake):
    settings = {**snakemake.params.settings, "torch_threads": snakemake.params.torch_threads}
    abstracts = read_split(snakemake.input.train[0])
    if snakemake.params.trains_head:
        labeller = train_head(abstracts, LABELS, **settings)
    else:
        training = TrainingSettings(**settings, seed=snakemake.params.seed)
        labeller = train_labeller(abstracts, training)
    labeller.save(Path(snakemake.output[0]).parent)
