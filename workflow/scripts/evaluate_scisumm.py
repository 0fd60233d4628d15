"""Learn to weigh the rankers of cited text identification, score all, write what each chose."""

from pathlib import Path

from paperpool.errors import name_some
from paperpool.evaluation.doubts import gather_checks
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.published import published_name
from paperpool.evaluation.tables import write_evaluation
from paperpool.files import write_json
from paperpool.scisumm.choice import choice_of
from paperpool.scisumm.corpus import load_papers
from paperpool.scisumm.judge.evaluation import evaluate
from paperpool.scisumm.judge.judging import (
    choice_lengths,
    human_figures,
    list_choices,
    load_judge,
    read_published_figures,
)
from paperpool.scisumm.match.learning import rank_by_best
from paperpool.scisumm.names import BEST, ENSEMBLE
from paperpool.scisumm.rankings import read_ranking, write_rankings
from paperpool.scisumm.read.submissions import FOLDER, write_submission
from paperpool.scisumm.read.submitted import load_rows
from paperpool.scripts import running
from paperpool.tables import write_csv

with running(snakemake) as logger:
    inputs, output, params = snakemake.input, snakemake.output, snakemake.params
    runs = Path(output.metrics).parent / "runs"
    rankings = dict(zip(params.members, inputs.rankings, strict=True))
    if output.best:  # else there is no train split to learn on
        papers = load_papers(inputs.sentences, inputs.citances)
        scores, learnt = rank_by_best(
            papers,
            {name: path for name, path in rankings.items() if name != ENSEMBLE},
            inputs.sentences,
            inputs.gold,
            params.folds,
            params.best_sentences,
            params.k,
            params.seed,
        )
        write_rankings(output.best[0], papers, scores)
        write_json(output.learnt[0], learnt)
        rankings[BEST] = output.best[0]
    judge = load_judge(inputs.sentences, inputs.citances, inputs.gold, params.k)
    papers = sorted({Path(run).stem for run in output.runs})
    if unread := judge.find_unread(papers):
        what = "No citance could be read of %s (see malformed.csv): its files have no rows."
        logger.warning(what, name_some(unread))
    submissions = {}
    for ranker, path in rankings.items():
        ranking = read_ranking(path)
        choice = choice_of(ranker, params.best_sentences, params.k)
        submissions[ranker] = judge.submit(ranking, choice)
        chosen = judge.choose(ranking, choice)
        for paper_id in papers:
            path = runs / ranker / FOLDER / f"{paper_id}.csv"
            write_submission(path, chosen.get(paper_id, []))
    for ranker, path in zip(params.submitted, inputs.submissions, strict=True):
        submissions[ranker] = judge.submit_rows(load_rows(path))
    splits = judge.splits(submissions)
    names = {name: published_name(setting, "scisumm") for name, setting in params.names.items()}
    published = read_published_figures(inputs.published, names) if params.compared else {}
    published = {key: value for key, value in published.items() if judge.is_judged(key[0])}
    write_evaluation(
        evaluate(splits, params.baselines, Resampling(**params.resampling), published),
        output.metrics,
        output.per_query,
        output.significance,
    )
    checks = {ranker: {"doubts": []} for ranker in params.submitted}
    for doubt in gather_checks(checks, list_choices(submissions), params.refuses_doubts):
        logger.warning("%s", doubt)
    write_json(output.checks, checks)
    write_csv(output.human, human_figures(splits))
    write_csv(output.lengths, choice_lengths(splits))
