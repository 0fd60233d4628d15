"""What the judgments of a finished run would have cost in another order, printed as tables.

The judgments that a collection has are asked for again, batch by batch, in every order that
annotation knows. Of CSFCube also: feedback with settings chosen on the other half of the queries,
and batches (annotation.batches) until they stop, with 20 seeds. FOLDER is that of the results of
`snakemake csfcube` or `snakemake collections`; FEEDER names a ranker that the orders may see.

    PYTHONPATH=workflow/scripts .venv/bin/python studies/replay_orders.py FOLDER FEEDER...
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pandas as pd

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.collections.collection import Collection
from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.stored import read_stored
from paperpool.errors import Problem, UserError
from paperpool.evaluation.runs import Run
from paperpool.extras.active_pooling.batches import BatchRules
from paperpool.extras.active_pooling.pools import embed_papers
from paperpool.finished_runs import FinishedRun
from paperpool.io.tables import write_csv
from paperpool.pages.wording import decimal
from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.formats import FORMATS
from replays.plan import CSFCUBE, plan_open
from replays.pools import count_judged, is_throughout, make_open_pools, make_pools
from replays.replay import Replay
from replays.tables import replay_orders, replay_stops

Tables = dict[str, pd.DataFrame]


class Study:
    """A finished run and what is asked of it."""

    def __init__(self, asked: argparse.Namespace):
        self.run = FinishedRun(asked.folder)
        self.asked = asked
        self.seed = self.run.setting("seed") if asked.seed is None else asked.seed
        self.confidence = self.run.setting("evaluation.confidence")
        self.encoder = None if asked.words else self.run.setting("annotation.encoder")

    def list_runs(self, collection: Collection) -> dict[str, Run]:
        """Return the run of each ranker, in the configuration's order."""
        name = self.asked.collection
        place = "collections" if name else "csfcube"
        rankers = self.run.setting("rankers")
        files = {ranker: self.run.ranking(place, ranker, name or "") for ranker in rankers}
        files = {ranker: file for ranker, file in files.items() if file.is_file()}
        if lacking := [feeder for feeder in self.asked.feeders if feeder not in files]:
            hint = f"There are: {', '.join(files)}." if files else "Make the run first."
            what = f"The run has no ranking by {', '.join(lacking)}."
            raise UserError(Problem(what, str(self.run.folder), hint))
        read = FORMATS["collection" if name else "csfcube"].read_run
        return {ranker: read(ranker, {"runs": [str(f)]}, collection) for ranker, f in files.items()}

    def embed(self, collection: Collection):
        """Return the embedding of each paper; None where feedback learns from words alone."""
        if self.encoder is None:
            return None
        settings = self.run.setting("rankers")[self.encoder]
        encoder = asdict(make_ranker(settings).encoder_settings())
        encoder["separator"] = settings["separator"]
        cache, threads = self.run.setting("cache"), self.run.job_threads
        return embed_papers(collection.papers, encoder, cache, threads)

    def make_tables(self, replay: Replay) -> Tables:
        """Return the tables of a replay; the encoder feeds the orders where it is a system too."""
        fed = {*self.asked.feeders, self.encoder} & {*replay.systems}
        n_samples = self.run.setting("evaluation.bootstrap")
        return replay_orders(replay, len(fed), n_samples, self.confidence, self.seed)


def study_csfcube(study: Study) -> tuple[Tables, list[str]]:
    """Return the tables of CSFCube, and what is printed."""
    folder = study.run.collection_folder
    if folder is None:
        hint = "Name one of its data.collections by --collection."
        raise UserError(Problem("The run has no CSFCube.", str(study.asked.folder), hint))
    collection = read_collection(folder)
    runs = study.list_runs(collection)
    feeders = {name: runs[name] for name in study.asked.feeders}
    pools = make_pools(collection, feeders, study.seed, study.embed(collection))
    tables = study.make_tables(Replay(collection, pools, runs, CSFCUBE))
    order = study.run.setting("pools.order")
    order = "feedback" if order == "drawn" else order
    rules = BatchRules(order, **study.run.setting("annotation.batches"))
    tables["stops"] = replay_stops(collection, pools, rules, study.confidence, study.seed)
    return tables, [*tell_orders(tables, CSFCUBE.told), "", *tell_stops(tables["stops"])]


def study_collection(study: Study) -> tuple[Tables, list[str]]:
    """Return the tables of somebody's collection, and what is printed."""
    name = study.asked.collection
    folder = study.run.collection_steps(name)
    if not folder.is_dir():
        hint = "Name one of its data.collections, and make `snakemake collections` first."
        raise UserError(Problem(f"The run has no collection {name!r}.", str(folder), hint))
    collection = read_stored(folder)
    runs = study.list_runs(collection)
    feeders = {name: runs[name] for name in study.asked.feeders}
    pools = make_open_pools(collection, feeders, study.seed, study.embed(collection))
    everything = is_throughout(collection)
    plan = plan_open(collection.relevant, everything)
    tables = study.make_tables(Replay(collection, pools, runs, plan))
    del tables["settings"]
    n_judged, n_relevant = count_judged(collection)
    told = f"{n_relevant:,} of {n_judged:,} judgments ({n_relevant / n_judged:.1%}) say relevant"
    asked = "all documents are" if everything else "what was judged is"
    return tables, [f"{told}: {asked} asked for.", "", *tell_orders(tables, plan.told)]


def tell_orders(tables: Tables, share: float) -> Iterator[str]:
    """Yield a table in Markdown: what each order needs, and the systems' order after a share."""
    needed, tau = tables["needed"], tables["tau"]
    needed, tau = needed[needed.slice == "all"], tau[tau.share == share]
    yield f"{tau.n_fed.iloc[0]} of the {tau.n_systems.iloc[0]} systems feed the orders."
    yield ""
    levels = [f"{level:.0%} found" for level in needed.recall.unique()]
    named = [BENCHMARK.measure_titles.get(metric, metric) for metric in tau.metric.unique()]
    heads = ["order", *levels, *(f"τ at {share:.0%}, {name}" for name in named)]
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    for order in needed.order.unique():
        cells = [f"`{order}`", *(f"{s:.0%}" for s in needed[needed.order == order].share)]
        for row in tau[tau.order == order].itertuples():
            low, high = decimal(row.tau_low), decimal(row.tau_high)
            cells.append(f"{decimal(row.tau)} [{low}, {high}]")
        yield f"| {' | '.join(cells)} |"


def tell_stops(stops: pd.DataFrame) -> Iterator[str]:
    """Yield what is judged and found where batches stop, and how right the estimate is."""
    judged, recall = stops.share.mean(), stops.recall.mean()
    yield f"Batches by `{stops.order.iloc[0]}`, means of {len(stops)} replays:"
    yield f"{judged:.0%} judged at the stop, {recall:.0%} of the relevant found."
    if stops.error.notna().all():
        near = (stops.error.abs() <= 0.05).sum()
        yield f"The estimate is within 5 points of the truth in {near} of {len(stops)},"
        yield f"and the interval holds it in {stops.is_inside.sum()}."


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("feeders", nargs="+", metavar="FEEDER")
    parser.add_argument("--collection", help="one of data.collections instead of CSFCube")
    parser.add_argument("--words", action="store_true", help="feedback learns from words alone")
    parser.add_argument("--seed", type=int, help="another than the run's")
    parser.add_argument("--tables", type=Path, help="folder to write the whole tables into (CSV)")
    asked = parser.parse_args()
    try:
        study = Study(asked)
        tables, lines = study_collection(study) if asked.collection else study_csfcube(study)
    except UserError as error:
        sys.exit(str(error))
    print(*lines, sep="\n")
    if asked.tables:
        for name, table in tables.items():
            write_csv(asked.tables / f"{name}.csv", table)


if __name__ == "__main__":
    main()
