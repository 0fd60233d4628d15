"""Rank the sentences of reference papers by words: asymmetric and symmetric matching, BM25."""

from paperpool.io.tables import read_table
from paperpool.scisumm.corpus import describe_fallbacks, load_papers
from paperpool.scisumm.names import WORD_RANKERS
from paperpool.scisumm.rankings import write_rankings
from paperpool.scisumm.tables import CITANCES
from paperpool.workflow.running.scripts import running
from paperpool.workflow.scisumm.match.symmetric import score_words
from paperpool.workflow.scisumm.match.word_vectors import read_vectors

with running(snakemake) as logger:
    inputs = snakemake.input
    params = snakemake.params

    papers = load_papers(inputs.sentences, inputs.citances, params.citance)
    if params.citance == "clean":
        for line in describe_fallbacks(read_table(inputs.citances, CITANCES)):
            logger.info("%s", line)
    scores = score_words(papers, read_vectors(inputs.vectors))
    for name, file in zip(WORD_RANKERS, snakemake.output.rankings, strict=True):
        write_rankings(file, papers, scores[name])
