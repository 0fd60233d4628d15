"""Learn to weigh the rankers of cited text identification, score all, write what each chose."""

from paperpool.evaluation.checks import Checks
from paperpool.evaluation.paired_draws import Paired, Resampling
from paperpool.evaluation.tables import write_evaluation
from paperpool.io.files import write_json
from paperpool.scisumm.corpus import load_papers
from paperpool.scisumm.names import BEST
from paperpool.scisumm.rankings import write_rankings
from paperpool.scisumm.read.submitted import load_rows
from paperpool.scisumm.scoring.evaluator import load_judge, read_published_scisumm
from paperpool.workflow.running.scripts import running
from paperpool.workflow.scisumm.match.learning import rank_by_best

with running(snakemake) as logger:
    inputs, output, params = snakemake.input, snakemake.output, snakemake.params
    rankings = dict(zip(params.members, inputs.rankings, strict=True))
    if output.best:  # else there is no train split to learn on
        papers = load_papers(inputs.sentences, inputs.citances, params.citance)
        settings = (params.folds, params.best_sentences, params.k, params.seed)
        learnt = rank_by_best(papers, rankings, inputs.sentences, inputs.gold, *settings)
        write_rankings(output.best[0], papers, learnt[0])
        write_json(output.learnt[0], learnt[1])
        rankings[BEST] = output.best[0]
    judge = load_judge(inputs.sentences, inputs.citances, inputs.gold, params.k)
    submissions = judge.submit_rankings(rankings, params.best_sentences, output.runs)
    for ranker, path in zip(params.submitted, inputs.submissions, strict=True):
        submissions[ranker] = judge.submit_rows(load_rows(path))
    evaluation = judge.evaluate(
        submissions,
        Checks({ranker: {"doubts": []} for ranker in params.submitted}, params.refuses_doubts),
        read_published_scisumm(inputs.published, params.published_names) if params.is_released else {},
        Paired(params.baselines, Resampling(**params.resampling)),
    )
    write_evaluation(evaluation, output)
    for warning in evaluation.warnings:
        logger.warning("%s", warning)
