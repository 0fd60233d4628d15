"""How rankings of the benchmark are scored without a run of the workflow."""

from pathlib import Path

from paperpool.benchmarks.added import BENCHMARK, FILE
from paperpool.benchmarks.added.protocol import evaluate, read
from paperpool.scoring.checking import check_runs, read_by_topics
from paperpool.scoring.score_tables import make_scored, read_results
from paperpool.scoring.task import Place

FILES = (FILE,)
FIXED_SLICES = "The made-up benchmark is scored as a whole"
IS_GRADED = False
TAKES_FOLDERS = False
HAS_OWN_RANKERS = True


def score(task):
    """Evaluate the entries and return the scores."""
    collection = open_data(task.place)
    return present(task, _evaluate(task, collection, read_by_topics(collection)), collection)


def present(task, evaluation, data):
    """Return the scores of an evaluation."""
    place = BENCHMARK.headline
    results = read_results(task, evaluation, BENCHMARK)
    texts = {(place.protocol, place.split): "the made-up protocol"}
    headline = (BENCHMARK.title, ["first"])
    return make_scored(task, evaluation, results, texts, ["first"], BENCHMARK.slices, headline)


def find_places(run):
    """Return the place of a finished run's data, if it has them."""
    folder = run.setting("data.added")
    return [Place(BENCHMARK.name, Path(folder), BENCHMARK.name)] if folder else []


def open_data(place):
    """Return the collection of a place."""
    return read(place.folder)[1]


def read_rankings(path, data):
    """Return the run at a path."""
    return read_by_topics(data)(path, path)


def evaluate_runs(task, data, runs):
    """Return the evaluation of runs by their names."""
    return _evaluate(task, data, lambda name, _: runs[name])


def _evaluate(task, collection, read_run):
    found, _, _ = check_runs(task, collection, read_run)
    names = collection.topic_names()
    runs = {}
    for name, [run, *_] in found.items():
        runs[name] = {names[pair]: ranking for pair, ranking in run.items()}
    return evaluate(read(task.place.folder)[0], runs, task.paired)
