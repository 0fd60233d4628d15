"""A made corpus as the corpus stage writes it, and triples drawn from it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from paperpool.io import tables
from paperpool.workflow.corpus.database import connect
from paperpool.workflow.corpus.keys import abstract_key, title_key
from paperpool.workflow.corpus.papers import KEYS
from paperpool.workflow.training.citation_graph import (
    CorpusTables,
    drop_put_aside,
    load_graph,
    put_aside,
    write_citation_queries,
)
from paperpool.workflow.training.held_out import HeldOut
from paperpool.workflow.training.triples import TripleSettings, draw_triples

from .tables import write_rows

NOTHING = HeldOut(frozenset(), frozenset(), frozenset())


@dataclass
class Graph:
    """Papers with a text unless named in ``bare``, whom each cites, and groups of twins."""

    cites: Mapping[str, Sequence[str]]
    bare: Sequence[str] = ()
    twins: Sequence[tuple[str, str]] = ()
    titles: Mapping[str, str] = field(default_factory=dict)

    @property
    def papers(self) -> list[str]:
        """Every id that cites or is cited, sorted."""
        return sorted({*self.cites, *(cited for some in self.cites.values() for cited in some)})

    @property
    def edges(self) -> set[tuple[str, str]]:
        """The citations of ids."""
        return {(citing, cited) for citing, some in self.cites.items() for cited in some}

    def write(self, folder: Path, order: int = 0) -> CorpusTables:
        """Write the corpus as two shards, its rows in an order that ``order`` shuffles."""
        shuffle = random.Random(order).shuffle
        papers, edges = self.papers, sorted(self.edges)
        shuffle(papers)
        shuffle(edges)
        folder.mkdir(parents=True)
        paths: dict[str, list[Path]] = {"papers": [], "keys": [], "citations": []}
        for shard in range(2):
            texts = [self._row(paper) for paper in papers[shard::2]]
            keys = [
                (
                    row["paper_id"],
                    line,
                    title_key(row["title"]),
                    abstract_key(row["abstract"]),
                    None,
                )
                for line, row in enumerate(texts, 1)
            ]
            for name, rows, schema in (
                ("papers", texts, tables.PAPER_TEXTS),
                ("keys", keys, KEYS),
                ("citations", edges[shard::2], tables.CITATIONS),
            ):
                paths[name].append(write_rows(folder / f"{shard}.{name}.parquet", rows, schema))
        twins = write_rows(folder / "twins.parquet", self.twins, tables.TWINS)
        return CorpusTables(twins=twins, **paths)

    def _row(self, paper: str) -> dict[str, str | None]:
        title = self.titles.get(paper, f"Title {paper}")
        abstract = None if paper in self.bare else f"Abstract of {title}"
        return {"paper_id": paper, "title": title, "abstract": abstract}


class RealGraph(Graph):
    """The real rows in place of made ones."""

    def __init__(self, rows: Mapping[str, Mapping[str, Any]]):
        self._rows = rows
        super().__init__({paper: row["outbound_citations"] for paper, row in rows.items()})

    @property
    def papers(self) -> list[str]:
        return sorted(self._rows)

    def _row(self, paper: str) -> dict[str, str | None]:
        return {name: self._rows[paper][name] for name in tables.PAPER_TEXTS.names}


@dataclass
class Drawn:
    """A draw: triples as tuples with their kind, and the files."""

    folder: Path
    counts: dict[str, int]

    @property
    def triples(self) -> list[tuple[str, str, str, str]]:
        """(query, positive, negative, kind) in the order drawn."""
        return [tuple(row.values()) for row in pq.read_table(self.file("triples")).to_pylist()]

    @property
    def citations(self) -> set[tuple[str, str]]:
        """The citations that were put aside."""
        return {tuple(row.values()) for row in pq.read_table(self.file("citations")).to_pylist()}

    def ids(self, name: str) -> list[str]:
        """The papers of a table of texts."""
        return pq.read_table(self.file(name))["paper_id"].to_pylist()

    def file(self, name: str) -> Path:
        """The path of a table."""
        return self.folder / f"{name}.parquet"


def draw(
    corpus: CorpusTables,
    folder: Path,
    settings: TripleSettings | None = None,
    *,
    held_out: HeldOut = NOTHING,
    n_aside: int = 0,
    seed: int = 13,
    threads: int = 1,
    batch_queries: int = 7,
    max_candidates: int = 1000,
) -> Drawn:
    """Draw triples of a corpus, after ``n_aside`` citing papers were put aside."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = Drawn(folder, {})
    with connect("500MB", folder, threads) as database:
        load_graph(database, corpus, held_out, seed)
        put_aside(database, n_aside)
        write_citation_queries(
            database, drawn.file("citations"), drawn.file("candidates"), max_candidates
        )
        drop_put_aside(database)
        drawn.counts = draw_triples(
            database,
            settings or TripleSettings(10_000),
            drawn.file("triples"),
            drawn.file("texts"),
            batch_queries,
        )
    return drawn
