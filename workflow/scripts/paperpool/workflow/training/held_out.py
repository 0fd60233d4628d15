"""The papers that no encoder may be trained on: those of the test collection, under every id.

They are the queries of a collection, the candidates of its pools and all their twins, found by the
corpus's groups of twins, by keys of the collection's texts, and by its DOIs, arXiv and ACL ids.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from paperpool.collections.collection import Collection, Paper, PlainPaper
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.tables import read_batches
from paperpool.workflow.corpus.keys import abstract_key, title_key
from paperpool.workflow.corpus.public_ids import COLUMNS, list_public_ids
from paperpool.workflow.corpus.twins import read_same_papers

ROLES = ("query_id", "positive_id", "negative_id")


@dataclass(frozen=True)
class HeldOut:
    """Papers kept out of training, by id and by the keys of their titles and abstracts."""

    ids: frozenset[str]
    title_keys: frozenset[int]
    abstract_keys: frozenset[int]

    def find(self, paper_id: str, title: str | None, abstract: str | None) -> bool:
        """Return whether a paper is held out, by its id or by a shared key."""
        return (
            paper_id in self.ids
            or title_key(title) in self.title_keys
            or abstract_key(abstract) in self.abstract_keys
        )


def find_held_out(
    collections: Iterable[Collection],
    twins: str | Path,
    corpus: Iterable[str | Path] = (),
    queries: Iterable[str | Path] = (),
) -> HeldOut:
    """Return the queries, pools and papers of collections, with their twins.

    ``twins`` is corpus/twins.parquet, whose ids memory holds. ``corpus`` are tables of papers to
    search for the collections' public ids; ``queries`` are tables with further ``query_id`` to keep
    out.
    """
    ids: set[str] = set()
    for batch in read_batches(queries, ["query_id"]):
        ids.update(batch.column("query_id").to_pylist())

    papers: list[Paper | PlainPaper] = []
    for collection in collections:
        papers += collection.papers.values()
        ids.update(collection.papers)
        ids.update(collection.pools)
        ids.update(query for query, _ in collection.pairs())
        for pool in collection.pools.values():
            ids.update(pool.candidates)
        for judgments in collection.judgments.values():
            ids.update(judgments.candidates)
    ids |= _find_by_public_ids(papers, corpus)

    # a paper stands for all of its ids
    same = read_same_papers(twins)
    groups = {same[paper] for paper in ids if paper in same}
    ids.update(paper for paper, group in same.items() if group in groups)

    title_keys = {title_key(paper.title) for paper in papers}
    abstract_keys = {abstract_key(paper.abstract) for paper in papers}
    return HeldOut(
        frozenset(ids),
        frozenset(key for key in title_keys if key is not None),
        frozenset(key for key in abstract_keys if key is not None),
    )


def _find_by_public_ids(
    papers: Iterable[Paper | PlainPaper], corpus: Iterable[str | Path]
) -> set[str]:
    """Return the ids of the corpus's papers that share a public id with one of ``papers``."""
    public_ids: set[tuple[str, str]] = set()
    for paper in papers:
        if isinstance(paper, Paper):
            public_ids.update(list_public_ids(paper.metadata))
    if not public_ids:
        return set()

    found = set()
    for batch in read_batches(corpus, ["paper_id", *COLUMNS]):
        for row in batch.to_pylist():
            if not public_ids.isdisjoint(list_public_ids(row)):
                found.add(row["paper_id"])
    return found


def check_triples(
    triples: str | Path, texts: Iterable[str | Path], held_out: HeldOut
) -> dict[str, int]:
    """Prove that no triple holds a held-out paper, by all its ids and by the keys of all its texts.

    ``triples`` is a table of ``tables.TRIPLES``, ``texts`` of ``tables.PAPER_TEXTS``. Returns the
    numbers of triples, papers and texts. Raises UserError for a held-out paper or a missing text.
    Memory holds the ids of the triples.
    """
    n_triples = 0
    named: set[str] = set()
    for batch in read_batches([triples], list(ROLES)):
        n_triples += batch.num_rows
        for role in ROLES:
            named.update(batch.column(role).to_pylist())

    leaked = named & held_out.ids
    seen: set[str] = set()
    for batch in read_batches(texts):
        for paper in batch.to_pylist():
            seen.add(paper["paper_id"])
            if held_out.find(paper["paper_id"], paper["title"], paper["abstract"]):
                leaked.add(paper["paper_id"])

    if leaked:
        message = f"{len(leaked)} papers of the test collection are in the training data"
        hint = "Remove the file and draw it anew; if it happens again, it is a bug of the draw."
        raise UserError(Problem(f"{message}: {name_some(sorted(leaked))}.", str(triples), hint))
    if named - seen:
        message = f"{len(named - seen)} papers of the triples have no text"
        raise UserError(Problem(f"{message}: {name_some(sorted(named - seen))}.", str(triples)))
    return {"triples": n_triples, "papers": len(named), "texts": len(seen)}
