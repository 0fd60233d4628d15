"""The material of annotation: query papers with facets, their pools, and the texts of both."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from paperpool.collections.collection import Collection, Paper, Pool, Query, pair_name
from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.facets import FACETS
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.parquet_files import read_table
from paperpool.io.tables import read_batches
from paperpool.text.sentences import split_sentences
from paperpool.workflow.pools.label_sheet import correct_labels, read_label_sheet
from paperpool.workflow.pools.queries import read_queries


class Item(NamedTuple):
    """The pair of a task: the grade of a candidate for a query paper and a facet."""

    query_id: str
    facet: str
    candidate_id: str


@dataclass(frozen=True)
class Material:
    """The papers, pools and (query, facet) pairs to annotate.

    No pool holds its own query or a candidate without a text; the latter are in ``without_text`` by
    query. ``papers`` holds the text of every query and candidate.
    """

    papers: dict[str, Paper]
    pools: dict[str, Pool]
    queries: list[Query]
    without_text: dict[str, tuple[str, ...]]

    def items(self) -> list[Item]:
        """Return every item, by query, facet and then position in the pool."""
        return [
            Item(query.paper_id, query.facet, candidate)
            for query in self.queries
            for candidate in self.pools[query.paper_id].candidates
        ]

    def query_papers(self) -> dict[str, Paper]:
        """Return the query papers by id, in the order of the queries."""
        return {query.paper_id: self.papers[query.paper_id] for query in self.queries}

    def warn(self, logger: logging.Logger) -> None:
        """Warn of candidates without a text, and of queries without their facet."""
        if self.without_text:
            count = sum(map(len, self.without_text.values()))
            ids = sorted({i for lacking in self.without_text.values() for i in lacking})
            logger.warning("No task for %d candidates without a text: %s.", count, name_some(ids))
        if names := self.unlabelled():
            logger.warning(
                "%d queries have no sentence of their facet: %s. Nothing is marked in their tasks, "
                "and they are no part of a release, since nothing could be ranked by them.",
                len(names),
                name_some(names),
            )

    def unlabelled(self) -> list[str]:
        """Return the names of the pairs whose query paper has no sentence of the facet."""
        return [
            pair_name(query.paper_id, query.facet)
            for query in self.queries
            if not self.papers[query.paper_id].facet_sentences(query.facet)
        ]


def gather_material(
    queries: Sequence[Query], pools: Mapping[str, Pool], papers: Mapping[str, Paper]
) -> Material:
    """Return the material of ``queries``, in their order.

    Raises UserError that lists every query that is named twice, has an unknown facet, lacks a pool
    or text, or has no candidate left.
    """
    pairs = [(query.paper_id, query.facet) for query in queries]
    found: dict[str, Pool] = {}
    without_text: dict[str, tuple[str, ...]] = {}
    problems = []
    if not pairs:
        problems.append(("No (query, facet) pair is to be annotated", []))
    if repeated := sorted({pair_name(*pair) for pair in pairs if pairs.count(pair) > 1}):
        problems.append(("Queries are named twice", repeated))
    if odd := sorted({pair_name(*pair) for pair in pairs if pair[1] not in FACETS}):
        problems.append((f"Queries have a facet that is none of {', '.join(FACETS)}", odd))
    ids = list(dict.fromkeys(query for query, _ in pairs))
    for what, holds in (
        ("Queries have no pool", pools.__contains__),
        ("Query papers have no text", papers.__contains__),
    ):
        if lacking := [query for query in ids if not holds(query)]:
            problems.append((what, lacking))
    for query in ids:
        pool = pools.get(query, Pool((), ()))
        held = [
            (candidate, sources)
            for candidate, sources in zip(pool.candidates, pool.sources, strict=True)
            if candidate != query and candidate in papers
        ]
        found[query] = Pool(tuple(c for c, _ in held), tuple(s for _, s in held))
        lacking = tuple(c for c in pool.candidates if c != query and c not in papers)
        if lacking:
            without_text[query] = lacking
    if empty := [query for query in ids if query in pools and not found[query].candidates]:
        problems.append(("Pools hold no candidate with a text", empty))
    if problems:
        hint = "A task needs a query paper, a facet and a candidate, both papers with a text."
        whats = [what + (f": {name_some(ids)}." if ids else ".") for what, ids in problems]
        raise UserError([Problem(what, "the annotation", hint) for what in whats])
    wanted = dict.fromkeys(i for query in ids for i in (query, *found[query].candidates))
    return Material({i: papers[i] for i in wanted}, found, list(queries), without_text)


def read_material(
    collection: Sequence[str | Path],
    pools: str | Path | None = None,
    queries: str | Path | None = None,
    papers: Sequence[str | Path] = (),
    sentences: Sequence[str | Path] | None = None,
    labels: str | Path | None = None,
) -> Material:
    """Return the material of a pools table or else of a collection's own pools.

    ``collection`` are the files of a release (may be empty): its papers have labelled sentences.
    With ``pools`` go ``queries`` (pools/queries.csv), the corpus's ``papers``, and ``sentences``,
    the tables of labelled sentences. ``labels`` is a filled label sheet for query papers.
    """
    released = _read_released(collection)
    if released and not pools:
        material = collection_material(released)
    elif not pools or not queries:
        raise ValueError("There are neither pools with their queries nor a collection.")
    else:
        pairs = [
            Query(query.query_id, facet, query.year, query.title, query.paper_type)
            for query in read_queries(queries)
            for facet in query.facets
        ]
        material = pooled_material(pools, papers, pairs, _labelled(released), sentences or ())
    if not labels:
        return material
    corrected = correct_labels(material.query_papers(), read_label_sheet(labels))
    return replace(material, papers=material.papers | corrected)


def _read_released(collection: Sequence[str | Path]) -> Collection | None:
    return read_collection(Path(collection[0]).parent) if collection else None


def _labelled(released: Collection | None) -> dict[str, Paper]:
    return {i: released.labelled(i) for i in released.papers} if released else {}


def read_other_papers(
    ids: set[str],
    material: Material,
    collection: Sequence[str | Path],
    papers: Sequence[str | Path] | None = None,
    sentences: Sequence[str | Path] | None = None,
) -> dict[str, Paper]:
    """Return the papers of ``ids`` with a text, of the material and of its sources."""
    found = {i: material.papers[i] for i in ids & set(material.papers)}
    if others := ids - set(found):
        labelled = _labelled(_read_released(collection))
        found |= gather_papers(others, labelled, papers or (), sentences or ())
    return found


def collection_material(collection: Collection) -> Material:
    """Return the pools of a collection as material; its grades are left aside."""
    return gather_material(collection.queries, collection.pools, _labelled(collection))


def pooled_material(
    pools: str | Path,
    corpus: Sequence[str | Path],
    queries: Sequence[Query],
    labelled: Mapping[str, Paper],
    sentences: Sequence[str | Path] = (),
) -> Material:
    """Return the material of a pools table (query_id, candidate_id, sources, position).

    Texts come from ``labelled`` papers, else from the ``corpus`` tables (paper_id, title, abstract,
    year) with the sentences and labels of the tables ``sentences`` (schema SENTENCES); a paper that
    these lack is split into sentences with the label ``other``.
    """
    drawn = read_pools(pools)
    wanted = {query.paper_id for query in queries}
    wanted |= {c for query in wanted & set(drawn) for c in drawn[query].candidates}
    return gather_material(queries, drawn, gather_papers(wanted, labelled, corpus, sentences))


def gather_papers(
    ids: set[str],
    labelled: Mapping[str, Paper],
    corpus: Sequence[str | Path],
    sentences: Sequence[str | Path],
) -> dict[str, Paper]:
    """Return the papers of ``ids`` that have a text; see ``pooled_material``."""
    papers = {i: labelled[i] for i in ids & set(labelled)}
    papers |= read_papers(corpus, ids - set(papers))
    for paper_id, rows in read_sentences(sentences, ids & set(papers) - set(labelled)).items():
        texts, facets = zip(*rows, strict=True)
        papers[paper_id] = replace(papers[paper_id], sentences=texts, labels=facets)
    return papers


def read_pools(path: str | Path) -> dict[str, Pool]:
    """Return the pools of a pools table by query, candidates by position."""
    drawn: dict[str, dict[str, tuple[str, ...]]] = {}
    columns = ["query_id", "candidate_id", "sources", "position"]
    for row in read_table(path, columns).sort_by("position").to_pylist():
        drawn.setdefault(row["query_id"], {})[row["candidate_id"]] = tuple(row["sources"])
    return {query: Pool(tuple(pool), tuple(pool.values())) for query, pool in drawn.items()}


def read_sentences(paths: Sequence[str | Path], ids: set[str]) -> dict[str, list[tuple[str, str]]]:
    """Return (sentence, label) of the papers of ``ids`` in tables of schema SENTENCES."""
    found: dict[str, list[tuple[str, str]]] = {}
    columns = ["paper_id", "text", "facet"]
    for batch in read_batches(paths, columns) if ids else ():
        for paper_id, text, facet in zip(*(c.to_pylist() for c in batch), strict=True):
            if paper_id in ids:
                found.setdefault(paper_id, []).append((text, facet))
    return found


def read_papers(corpus: Iterable[str | Path], ids: set[str]) -> dict[str, Paper]:
    """Return the papers of ``ids`` that the corpus has with a text, batch by batch."""
    found = {}
    columns = ["paper_id", "title", "abstract", "year"]
    for batch in read_batches(corpus, columns) if ids else ():
        for row, paper_id in enumerate(batch.column("paper_id").to_pylist()):
            if paper_id in ids:
                title, abstract, year = (batch.column(c)[row].as_py() for c in columns[1:])
                sentences = tuple(split_sentences(abstract or ""))
                if title or sentences:
                    labels = ("other",) * len(sentences)
                    found[paper_id] = Paper(paper_id, title or "", sentences, labels, year)
    return found
