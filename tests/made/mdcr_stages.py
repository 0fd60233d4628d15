"""The stages of MDCR run over a made corpus, as the workflow's scripts run them."""

from __future__ import annotations

import contextlib
import csv
import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest

from paperpool.benchmarks.mdcr_strategies import list_types
from paperpool.io.tables import MDCR_RUN
from paperpool.workflow.corpus.database import connect
from paperpool.workflow.corpus.neighbours import CITED, CITING, Neighbours, sort_citations
from paperpool.workflow.mdcr.building import BenchmarkSettings, build_benchmark
from paperpool.workflow.mdcr.corpus import load_corpus, load_queries
from paperpool.workflow.mdcr.graph import find_graph_candidates
from paperpool.workflow.mdcr.models import choose_models, compare_models
from paperpool.workflow.mdcr.pools import PoolSettings, draw_pools
from paperpool.workflow.mdcr.queries import QuerySettings, sample_queries

from . import mdcr_plain as plain
from .mdcr_corpus import FIELDS, WrittenCorpus
from .tables import write_rows

MODELS = ("alike", "akin", "apart", "far", "short")


@dataclass(frozen=True)
class Settings:
    """How a small MDCR is drawn and built."""

    queries: QuerySettings = field(
        default_factory=lambda: QuerySettings((2016, 2018), FIELDS, 5, 3, 12, 9, 3)
    )
    pools: PoolSettings = field(
        default_factory=lambda: PoolSettings(FIELDS, 2018, (120, 200), 110, 2)
    )
    benchmark: BenchmarkSettings = field(
        default_factory=lambda: BenchmarkSettings(FIELDS, 2018, (), 30, 15, 3, 4)
    )
    excluded: Sequence[str] = ()
    seed: int = 7
    threads: int = 1

    def with_benchmark(self, **values: Any) -> Settings:
        """Return the same with other settings of the benchmark."""
        return replace(self, benchmark=replace(self.benchmark, **values))


class Drawn(SimpleNamespace):
    """The tables of the first two stages, and the corpus's."""

    papers: Path
    pools: Path
    queries: Path
    cited: Path
    twins: Path
    cites: Path
    cited_by: Path

    def rows(self, name: str) -> list[dict[str, Any]]:
        """Return the rows of a table."""
        return pq.read_table(getattr(self, name)).to_pylist()

    def field_queries(self) -> list[dict[str, Any]]:
        """Return the rows of the queries of the field level."""
        return [row for row in self.rows("queries") if row["level"] == "field"]

    def neighbours(self) -> tuple[Neighbours, Neighbours]:
        """Return what looks up whom a paper cites, and who cites it."""
        return Neighbours(self.cites, CITING), Neighbours(self.cited_by, CITED)

    def pool_ids(self) -> dict[tuple[str, str, str, int], list[str]]:
        """Return the papers of each drawing of a pool."""
        ids = [row["paper_id"] for row in self.rows("papers")]
        pools: dict[tuple[str, str, str, int], list[str]] = {}
        for row in self.rows("pools"):
            key = row["level"], row["split"], row["part"], row["sampling"]
            pools.setdefault(key, []).append(ids[row["row"]])
        return pools


def draw(corpus: WrittenCorpus, folder: Path, settings: Settings) -> Drawn:
    """Draw queries and pools."""
    folder.mkdir(parents=True, exist_ok=True)
    names = ("queries", "cited", "pools", "papers", "cites", "cited_by")
    drawn = Drawn(twins=corpus.twins, **{name: folder / f"{name}.parquet" for name in names})
    with connect("500MB", folder / "tmp", settings.threads) as database:
        load_corpus(database, corpus.files.papers, settings.seed)
        database.add_files("citations", corpus.files.citations)
        files = drawn.twins, drawn.queries, drawn.cited
        sample_queries(database, settings.queries, settings.excluded, *files)
    with connect("500MB", folder / "tmp", settings.threads) as database:
        load_corpus(database, corpus.files.papers, settings.seed)
        database.add_files("citations", corpus.files.citations)
        labelled = [corpus.labelled]
        draw_pools(
            database,
            settings.pools,
            labelled,
            drawn.queries,
            drawn.cited,
            drawn.pools,
            drawn.papers,
        )
        sort_citations(database, CITING, drawn.cites)
        sort_citations(database, CITED, drawn.cited_by)
    return drawn


def invent_runs(corpus, drawn: Drawn, folder: Path, depth: int = 60) -> dict[str, Path]:
    """Write a random run of the field level for each of MODELS; ``corpus`` is a PlainCorpus.

    A model never ranks another id of the query, nor newer papers unless the query cites them. The
    first two agree a little, and the last finds little.
    """
    pools = drawn.pool_ids()
    runs: dict[str, list[tuple]] = {model: [] for model in MODELS}
    for (level, split, part, sampling), ids in pools.items():
        if level != "field":
            continue
        for row in drawn.field_queries():
            if (row["split"], row["field"]) != (split, part):
                continue
            query = row["query_id"]
            own, same = corpus.cites[query], corpus.same(query)
            allowed = [
                i for i in ids if i not in same and (i in own or corpus.year(i) <= row["year"])
            ]
            common = {i: random.Random(f"{query} {i}").random() for i in allowed}
            for model in MODELS:
                rng = random.Random(f"{model} {split} {part} {sampling} {query}")
                share = {"alike": 0.8, "akin": 0.7, "apart": 0.3}.get(model, 0.0)
                scores = {i: share * common[i] + (1 - share) * rng.random() for i in allowed}
                best = sorted(allowed, key=lambda i, scores=scores: (-scores[i], i))
                n = rng.randint(0, 6) if model == "short" else depth
                runs[model] += [
                    (split, part, sampling, query, i, scores[i], rank)
                    for rank, i in enumerate(best[:n], 1)
                ]
    return {m: write_rows(folder / f"{m}.parquet", rows, MDCR_RUN) for m, rows in runs.items()}


@contextlib.contextmanager
def loaded(corpus: WrittenCorpus, drawn, folder: Path, seed: int = 0, threads: int = 1):
    """Yield a database with a corpus and the queries that are drawn from it."""
    with connect("500MB", folder, threads) as database:
        load_corpus(database, corpus.files.papers, seed)
        load_queries(database, drawn.queries, drawn.cited, drawn.twins)
        yield database


def files_in(folder: Path) -> dict[str, Path]:
    """Return the paths of a benchmark's files."""
    names = {"test": "test.json", "val": "val.json"}
    names |= {"test_data": "test.jsonl", "val_data": "val.jsonl"}
    names |= {"provenance": "provenance.parquet", "shortfalls": "shortfalls.csv"}
    return {key: folder / name for key, name in names.items()}


@dataclass(frozen=True)
class Built:
    """The benchmark's files, and the tables beside them."""

    folder: Path
    jaccard: pd.DataFrame
    models: pd.DataFrame
    short: Mapping[str, int]

    def official(self, split: str) -> dict[str, dict[str, dict[str, list[str]]]]:
        """Return the pools of a split."""
        return json.loads((self.folder / f"{split}.json").read_text())

    def texts(self, split: str) -> list[dict[str, Any]]:
        """Return the papers of a split."""
        return [json.loads(line) for line in (self.folder / f"{split}.jsonl").open()]

    def rows(self, name: str) -> list[dict[str, Any]]:
        """Return the rows of provenance or graph."""
        return pq.read_table(self.folder / f"{name}.parquet").to_pylist()

    def contents(self) -> dict[str, bytes]:
        """Return all files."""
        return {path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}


def build(
    corpus: WrittenCorpus,
    drawn: Drawn,
    runs: Mapping[str, Path],
    folder: Path,
    settings: Settings,
    pinned: Sequence[str] | None = None,
) -> Built:
    """Find graph candidates, choose the models and build the benchmark."""
    folder.mkdir(parents=True, exist_ok=True)
    graph = folder / "graph.parquet"
    with loaded(corpus, drawn, folder.parent / "tmp", settings.seed, settings.threads) as database:
        find_graph_candidates(database, *drawn.neighbours(), settings.benchmark.negatives, graph)
        jaccard = compare_models(database, runs, settings.benchmark.model_top)
        models = choose_models(jaccard, list(runs), pinned)
        chosen = models.loc[models["chosen"], "ranker"].tolist()
        benchmark = replace(settings.benchmark, models=chosen)
        short = build_benchmark(database, benchmark, runs, graph, files_in(folder))
    jaccard.to_csv(folder / "jaccard.csv", index=False)
    models.to_csv(folder / "models.csv", index=False)
    return Built(folder, jaccard, models, short)


def keep_types(benchmark, types):
    """Return the pools of a benchmark's JSON without types that are not among some."""
    return {
        field: {
            query: {kind: ids for kind, ids in pool.items() if kind in types}
            for query, pool in pools.items()
        }
        for field, pools in benchmark.items()
    }


def check_against_plain(ran, pinned=None):
    """Compare every file with the plain implementation; return its shortfalls.

    Types of further strategies are passed over.
    """
    runs = {model: pq.read_table(path).to_pylist() for model, path in ran.runs.items()}
    benchmark, provenance, shortfalls, jaccard, chosen = plain.build_benchmark(
        ran.corpus,
        ran.drawn.field_queries(),
        runs,
        ran.settings.benchmark,
        ran.settings.seed,
        pinned,
    )
    built = ran.built
    table = built.models
    assert sorted(table.loc[table["chosen"], "ranker"]) == sorted(chosen)
    found = {(row.ranker, row.other): row.jaccard for row in built.jaccard.itertuples()}
    assert found == pytest.approx(jaccard, abs=1e-12)
    known = {*chosen, "graph", "most_cited", "random", "true"}
    for split in ("val", "test"):
        assert keep_types(built.official(split), known) == benchmark[split]
    rows = [tuple(row.values()) for row in built.rows("provenance") if row["type"] in known]
    assert sorted(rows, key=repr) == sorted(provenance, key=repr)
    with (built.folder / "shortfalls.csv").open() as file:
        header, *rows = csv.reader(file)
    assert header == ["split", "field", "query_id", "type", "wanted", "found"]
    assert built.short == Counter(row[3] for row in rows)
    order = list(list_types(built.models.query("chosen")["ranker"]))
    assert rows == sorted(rows, key=lambda row: (*row[:3], order.index(row[3])))
    rows = [row for row in rows if row[3] in known]
    assert sorted(rows) == sorted([str(value) for value in row] for row in shortfalls)
    return shortfalls
