"""Learn a weighting of the rankers on the train split, and rank every paper by it."""

from paperpool.files import write_json
from paperpool.scisumm.best import learn
from paperpool.scisumm.corpus import load_papers
from paperpool.scisumm.learning import describe, learning_papers, read_members, score_papers
from paperpool.scisumm.rankings import write_rankings
from paperpool.scripts import running

with running(snakemake):
    inputs, output, params = snakemake.input, snakemake.output, snakemake.params
    papers = load_papers(inputs.sentences, inputs.citances)
    members = read_members(dict(zip(params.rankers, inputs.rankings, strict=True)))
    train = [paper for paper in papers if paper.split == "train"]
    learnt = learn(
        learning_papers(train, members, inputs.sentences, inputs.gold),
        params.folds,
        params.k,
        params.seed,
        inputs.gold,
    )
    write_rankings(output.ranking, papers, score_papers(papers, members, inputs.sentences, learnt))
    write_json(output.chosen, describe(learnt, params.rankers))
