"""Make a static encoder from a teacher and the papers of the corpus, some of them kept out."""

from pathlib import Path

from paperpool.extras.static_encoders.making import COUNTED_PAPERS, draw_texts, make_static_encoder
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import EncoderSettings
from paperpool.rankers.scoring.formats import FORMATS, name_formats
from paperpool.workflow.running.scripts import running
from paperpool.workflow.training.held_out import find_held_out

with running(snakemake) as logger:
    inputs = snakemake.input
    params = snakemake.params

    collections = [FORMATS[name].read(inputs) for name in name_formats(inputs)]
    held_out = find_held_out(collections, inputs.twins, inputs.papers, inputs.queries)
    n_texts = max(COUNTED_PAPERS, params.papers)
    texts = draw_texts(inputs.papers, held_out, n_texts, params.seed)
    make_static_encoder(
        texts,
        params.papers,
        EncoderSettings(**params.teacher),
        ArrayCache(params.cache),
        params.torch_threads,
        Path(snakemake.output.model[0]).parent,
        params.vocabulary,
    )
    logger.info("Made from %d papers, counted in %d", min(params.papers, len(texts)), len(texts))
