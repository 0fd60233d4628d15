"""Score the pairs of MDCR's benchmark by the embeddings of title and abstract."""

from paperpool.cache import ArrayCache
from paperpool.encoders import Encoder, EncoderSettings, joining_text
from paperpool.mdcr.benchmark_pairs import SplitFiles, read_pairs, write_pair_scores
from paperpool.mdcr.names import SPLITS
from paperpool.mdcr.scoring import score_by_vectors
from paperpool.scripts import running

with running(snakemake):
    inputs, params = snakemake.input, snakemake.params
    encoder = Encoder(
        EncoderSettings(**params.encoder), ArrayCache(params.cache), params.torch_threads
    )
    joint = joining_text(encoder, params.separator)
    for split in SPLITS:
        pairs = read_pairs(SplitFiles(inputs[split], inputs[f"{split}_data"]))
        scores = score_by_vectors(pairs, encoder.encode(pairs.joined(joint)), params.similarity)
        write_pair_scores(pairs, scores, snakemake.output[split])
