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
    inputs = snakemake.input
    output = snakemake.output

    params = snakemake.params

    rankings = dict(zip(params.members, inputs.rankings, strict=True))
    if output.best:  # else there is no train split to learn on
        papers = load_papers(inputs.sentences, inputs.citances, params.citance)
        best, learnt = rank_by_best(
            papers,
            rankings,
            inputs.sentences,
            inputs.gold,
            params.folds,
            params.best_sentences,
            params.k,
            params.seed,
        )
        write_rankings(output.best[0], papers, best)
        write_json(output.learnt[0], learnt)
        rankings[BEST] = output.best[0]

    judge = load_judge(inputs.sentences, inputs.citances, inputs.gold, params.k)
    submissions = judge.submit_rankings(rankings, params.best_sentences, output.runs)
    for ranker, path in zip(params.submitted, inputs.submissions, strict=True):
        submissions[ranker] = judge.submit_rows(load_rows(path))
    published = {}
    if params.is_released:
        published = read_published_scisumm(inputs.published, params.published_names)
    evaluation = judge.evaluate(
        submissions,
        Checks({ranker: {"doubts": []} for ranker in params.submitted}, params.refuses_doubts),
        published,
        Paired(params.baselines, Resampling(**params.resampling)),
    )
    write_evaluation(evaluation, output)
    for warning in evaluation.warnings:
        logger.warning("%s", warning)
