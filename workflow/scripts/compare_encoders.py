"""Compare every trained encoder of a ranker with its base on citations kept for it."""

from paperpool.cache import ArrayCache
from paperpool.encoders import Encoder, EncoderSettings
from paperpool.paired_draws import Resampling
from paperpool.scripts import running
from paperpool.tables import write_csv
from paperpool.training.evaluation import compare_encoders, score_encoder

with running(snakemake):
    params = snakemake.params
    base, *tuned = (
        score_encoder(
            snakemake.input.citations,
            snakemake.input.candidates,
            Encoder(EncoderSettings(**settings), ArrayCache(params.cache), params.torch_threads),
            params.similarity,
        )
        for settings in [params.base, *params.trained]
    )
    numbered = dict(enumerate(tuned, 1))
    resampling = Resampling(**params.resampling)
    table = compare_encoders(snakemake.wildcards.ranker, base, numbered, resampling)
    write_csv(snakemake.output.heldout, table)
