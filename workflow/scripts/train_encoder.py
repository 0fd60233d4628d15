"""Train an encoder on triples of the citation graph; one that was stopped goes on."""

from pathlib import Path

from paperpool.io.tables import write_csv
from paperpool.models.encoders import EncoderSettings
from paperpool.workflow.running.scripts import running
from paperpool.workflow.training.trainer import TrainingSettings, train_encoder

with running(snakemake):
    loss = Path(snakemake.output.loss)
    losses = train_encoder(
        snakemake.input.triples,
        snakemake.input.texts,
        TrainingSettings(EncoderSettings(**snakemake.params.encoder), **snakemake.params.settings),
        number=int(snakemake.wildcards.number),
        seed=snakemake.params.seed,
        checkpoints=loss.parent / "checkpoints",
        output=loss.parent / "model",
        torch_threads=snakemake.params.torch_threads,
    )
    write_csv(loss, losses)
