"""Score the pairs of MDCR's benchmark by the embeddings of title and abstract."""

from paperpool.cache import ArrayCache
from paperpool.encoders import Encoder, EncoderSettings, joining_text
from paperpool.mdcr.benchmark_pairs import SplitFiles, read_pairs, write_pair_scores
from paperpool.mdcr.names import SPLITS
from paperpool.mdcr.scoring import encode_splits, score_by_vectors
from paperpool.scripts import running

with running(snakemake):
    inputs, params = snakemake.input, snakemake.params
    encoder = Encoder(
        EncoderSettings(**params.encoder), ArrayCache(params.cache), params.torch_threads
    )
    joint = joining_text(encoder, params.separator)
    splits = {s: read_pairs(SplitFiles(inputs[s], inputs[f"{s}_data"])) for s in SPLITS}
    for split, vectors in encode_splits(splits, encoder, joint).items():
        scores = score_by_vectors(splits[split], vectors, params.similarity)
        write_pair_scores(splits[split], scores, snakemake.output[split])
