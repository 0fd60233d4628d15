"""``paperpool next RUN RUN… --on COLLECTION``: which runs are separable, and what to judge."""

from __future__ import annotations

import argparse
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.evaluation.seeds import SEED
from paperpool.judging.batches import BUDGET, DIFFERENCES, PURPOSES, SCORES

NAME = "next"

ABOUT = "Say which runs the judgments tell apart; of the others, write the pairs to judge next."

_EXAMPLE = """\
examples:
  paperpool next mine.trec theirs.trec --on csfcube-corpus
  paperpool next mine.trec theirs.trec --on csfcube-corpus --answers export.json
  paperpool next 'a-{facet}.json' 'b-{facet}.json' --on csfcube --hide 1 --to replay
  paperpool next mine.trec theirs.trec --on mine --for scores --budget 200

The same command with --answers takes grades in, and writes the next batch. Nothing that the folder
holds is written over but its tables.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLE
    runs_help = "two or more files of rankings, as of `paperpool score`, or name=file"
    parser.add_argument("runs", metavar="RUN", nargs="+", help=runs_help)
    on_help = "the collection, as of `paperpool score`: CSFCube, a folder, or one of a run"
    parser.add_argument("--on", required=True, metavar="COLLECTION", help=on_help)
    parser.add_argument("--data", metavar="FOLDER", help="where the data of --on lie instead")
    measure_help = "NDCG@10, DCG@10 or P@10, any cutoff; default NDCG%%20 of pools, else NDCG@10"
    parser.add_argument("--measure", metavar="NAME", help=measure_help)
    budget_help = f"pairs of the next batch; default {BUDGET}"
    parser.add_argument("--budget", metavar="N", type=int, default=BUDGET, help=budget_help)
    for_help = (
        "what pairs are drawn for: to tell runs apart (default), or to estimate each run's score, "
        "as `paperpool score --predicted` does"
    )
    parser.add_argument(
        "--for", dest="purpose", choices=PURPOSES, default=DIFFERENCES, help=for_help
    )
    answers_help = "exports of Label Studio, or CSV files with query_id, doc_id and grade"
    parser.add_argument("--answers", metavar="FILE", nargs="+", default=[], help=answers_help)
    hide_help = "take away this share of the grades, from 0 to 1, for a replay or to learn"
    parser.add_argument("--hide", metavar="SHARE", type=float, default=0.0, help=hide_help)
    checks_help = "whether a run that leaves candidates out is an error (default), or told and used"
    parser.add_argument("--checks", choices=("strict", "warn"), default="strict", help=checks_help)
    to_help = "the folder of tasks and tables; default next"
    parser.add_argument("--to", metavar="FOLDER", type=Path, default=Path("next"), help=to_help)
    parser.add_argument("--seed", metavar="N", type=int, default=SEED, help=f"of draws; {SEED}")


def execute(arguments: argparse.Namespace, unparsed: list[str]) -> int:
    """Compare the runs, take answers in, print the tables and write the next batch."""
    # slow to import
    from paperpool.evaluation.paired_draws import Resampling
    from paperpool.extras.next_judgments.asking import ask
    from paperpool.scoring.differences import gather_question, name_collection, open_graded
    from paperpool.scoring.places import find_place, read_entries
    from paperpool.scoring.task import Task

    _check_numbers(arguments)
    place = find_place(arguments.on, arguments.data)
    collection = open_graded(place, "--on")
    is_strict = arguments.checks == "strict"
    entries = read_entries(arguments.runs)
    task = Task(place, entries, [], Resampling(arguments.seed), strict=is_strict)
    question = gather_question(task, collection, arguments.measure, "--measure")
    said = ask(
        question,
        name_collection(place, collection),
        arguments.to,
        arguments.answers,
        arguments.budget,
        arguments.hide,
        arguments.seed,
        for_scores=arguments.purpose == SCORES,
    )
    print(said, end="")
    return 0


def _check_numbers(arguments: argparse.Namespace) -> None:
    """Raise UserError for numbers that are none of a seed, a budget or a share."""
    problems = []
    if arguments.seed < 0:
        problems.append(Problem("A seed is a whole number from 0.", "--seed", "Leave it out."))
    if arguments.budget < 1:
        message = f"A batch of {arguments.budget} pairs asks for nothing."
        problems.append(Problem(message, "--budget", f"Give a number from 1 on, such as {BUDGET}."))
    if not 0 <= arguments.hide <= 1:
        message = f"{arguments.hide:g} is no share of the grades."
        problems.append(Problem(message, "--hide", "Give a number from 0 to 1: 0.9."))
    if problems:
        raise UserError(problems)
