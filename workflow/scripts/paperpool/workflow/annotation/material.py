"""The material of annotation: query papers with facets, their pools, and the texts of both."""

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from paperpool.collections.collection import Collection, Paper, Pool, Query, pair_name
from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.schemes import Scheme
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.parquet_files import read_table
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.texts import gather_papers
from paperpool.workflow.pools.label_sheet import correct_labels, read_label_sheet
from paperpool.workflow.pools.queries import read_queries


@dataclass(frozen=True)
class Material:
    """The papers, pools and (query, facet) pairs to annotate.

    No pool holds its own query or a candidate without a text; the latter are in ``without_text`` by
    query. ``papers`` holds the text of every query and candidate. The facets are of ``scheme``.
    """

    papers: dict[str, Paper]
    pools: dict[str, Pool]
    queries: list[Query]
    without_text: dict[str, tuple[str, ...]]
    scheme: Scheme

    def items(self) -> list[Item]:
        """Return every item, by query, facet and then position in the pool."""
        items = []
        for query in self.queries:
            for candidate in self.pools[query.paper_id].candidates:
                items.append(Item(query.paper_id, query.facet, candidate))
        return items

    def query_papers(self) -> dict[str, Paper]:
        """Return the query papers by id, in the order of the queries."""
        return {query.paper_id: self.papers[query.paper_id] for query in self.queries}

    def warn(self, logger: logging.Logger) -> None:
        """Warn of candidates without a text, and of queries without their facet."""
        if self.without_text:
            count = sum(map(len, self.without_text.values()))
            ids = sorted(set(chain.from_iterable(self.without_text.values())))
            logger.warning("No task for %d candidates without a text: %s.", count, name_some(ids))

        names = self.unlabelled()
        if names:
            logger.warning(
                "%d queries have no sentence of their facet: %s. Nothing is marked in their tasks, "
                "and they are no part of a release, since nothing could be ranked by them.",
                len(names),
                name_some(names),
            )

    def unlabelled(self) -> list[str]:
        """Return the names of the pairs whose query paper has no sentence of the facet."""
        names = []
        for query in self.queries:
            labels = self.scheme.labels_of(query.facet)
            if not self.papers[query.paper_id].labelled_sentences(labels):
                names.append(pair_name(query.paper_id, query.facet))
        return names


def gather_material(
    queries: Sequence[Query],
    pools: Mapping[str, Pool],
    papers: Mapping[str, Paper],
    scheme: Scheme,
) -> Material:
    """Return the material of ``queries``, in their order, with the facets of ``scheme``.

    Raises UserError that lists every query that is named twice, has an unknown facet, lacks a pool
    or text, or has no candidate left.
    """
    problems = _find_problems(queries, scheme.facet_names)
    ids = list(dict.fromkeys(query.paper_id for query in queries))
    without_pool = [query for query in ids if query not in pools]
    if without_pool:
        problems.append(f"Queries have no pool: {name_some(without_pool)}.")
    bare_queries = [query for query in ids if query not in papers]
    if bare_queries:
        problems.append(f"Query papers have no text: {name_some(bare_queries)}.")

    # a pool keeps its candidates with a text, but for the query itself
    kept: dict[str, Pool] = {}
    without_text: dict[str, tuple[str, ...]] = {}
    for query in ids:
        candidates = []
        sources_of_candidates = []
        bare = []
        pool = pools.get(query, Pool((), ()))
        for candidate, sources in zip(pool.candidates, pool.sources, strict=True):
            if candidate == query:
                continue
            if candidate in papers:
                candidates.append(candidate)
                sources_of_candidates.append(sources)
            else:
                bare.append(candidate)
        kept[query] = Pool(tuple(candidates), tuple(sources_of_candidates))
        if bare:
            without_text[query] = tuple(bare)

    empty = [query for query in ids if query in pools and not kept[query].candidates]
    if empty:
        problems.append(f"Pools hold no candidate with a text: {name_some(empty)}.")
    if problems:
        hint = "A task needs a query paper, a facet and a candidate, both papers with a text."
        raise UserError([Problem(message, "the annotation", hint) for message in problems])

    texts = {}
    for query in ids:
        for paper_id in (query, *kept[query].candidates):
            texts[paper_id] = papers[paper_id]
    return Material(texts, kept, list(queries), without_text, scheme)


def _find_problems(queries: Sequence[Query], facet_names: Sequence[str]) -> list[str]:
    """Return the problems of queries by themselves: none, repeated ones, and unknown facets."""
    problems = []
    if not queries:
        problems.append("No (query, facet) pair is to be annotated.")
    counts = Counter(pair_name(query.paper_id, query.facet) for query in queries)
    repeated = sorted(name for name, count in counts.items() if count > 1)
    if repeated:
        problems.append(f"Queries are named twice: {name_some(repeated)}.")
    odd = set()
    for query in queries:
        if query.facet not in facet_names:
            odd.add(pair_name(query.paper_id, query.facet))
    if odd:
        facets = ", ".join(facet_names)
        problems.append(f"Queries have a facet that is none of {facets}: {name_some(sorted(odd))}.")
    return problems


def read_material(
    scheme: Scheme,
    collection: Sequence[str | Path],
    pools: str | Path | None = None,
    queries: str | Path | None = None,
    papers: Sequence[str | Path] = (),
    sentences: Sequence[str | Path] | None = None,
    labels: str | Path | None = None,
) -> Material:
    """Return the material of a pools table or else of a collection's own pools.

    ``scheme`` is that of the run, which is the collection's if there is one. ``collection`` are the
    files of a release (may be empty): its papers have labelled sentences. With ``pools`` go
    ``queries`` (pools/queries.csv), the corpus's ``papers``, and ``sentences``, the tables of
    labelled sentences. ``labels`` is a filled label sheet for query papers.
    """
    released = _read_released(collection)
    if released and not pools:
        material = collection_material(released)
    elif not pools or not queries:
        raise ValueError("There are neither pools with their queries nor a collection.")
    else:
        pairs = []
        for query in read_queries(queries):
            for facet in query.facets:
                pairs.append(
                    Query(query.query_id, facet, query.year, query.title, query.paper_type)
                )
        labelled = _labelled(released)
        material = pooled_material(pools, papers, pairs, labelled, scheme, sentences or ())
    if not labels:
        return material

    sheet = read_label_sheet(labels, scheme.labels)
    corrected = correct_labels(material.query_papers(), sheet)
    return replace(material, papers=material.papers | corrected)


def _read_released(collection: Sequence[str | Path]) -> Collection | None:
    """Return the collection of a release's files; None without files."""
    if not collection:
        return None
    return read_collection(Path(collection[0]).parent)


def _labelled(released: Collection | None) -> dict[str, Paper]:
    """Return the papers of a collection, if there is one."""
    if not released:
        return {}
    return {paper_id: released.labelled(paper_id) for paper_id in released.papers}


def read_other_papers(
    ids: set[str],
    material: Material,
    collection: Sequence[str | Path],
    papers: Sequence[str | Path] | None = None,
    sentences: Sequence[str | Path] | None = None,
) -> dict[str, Paper]:
    """Return the papers of ``ids`` with a text, of the material and of its sources."""
    found = {paper_id: material.papers[paper_id] for paper_id in ids & set(material.papers)}
    others = ids - set(found)
    if others:
        labelled = _labelled(_read_released(collection))
        found |= gather_papers(others, labelled, papers or (), sentences or (), material.scheme)
    return found


def collection_material(collection: Collection) -> Material:
    """Return the pools of a collection as material; its grades are left aside."""
    papers = _labelled(collection)
    return gather_material(collection.queries, collection.pools, papers, collection.scheme)


def pooled_material(
    pools: str | Path,
    corpus: Sequence[str | Path],
    queries: Sequence[Query],
    labelled: Mapping[str, Paper],
    scheme: Scheme,
    sentences: Sequence[str | Path] = (),
) -> Material:
    """Return the material of a pools table (query_id, candidate_id, sources, position).

    Texts come from ``labelled`` papers, else from the ``corpus`` tables (paper_id, title, abstract,
    year) with the sentences and labels of the tables ``sentences`` (schema SENTENCES); a paper that
    these lack is split into sentences, with the label of ``scheme`` for those that nothing labels.
    """
    drawn = read_pools(pools)
    wanted = {query.paper_id for query in queries}
    for query in wanted & set(drawn):
        wanted.update(drawn[query].candidates)
    papers = gather_papers(wanted, labelled, corpus, sentences, scheme)
    return gather_material(queries, drawn, papers, scheme)


def read_pools(path: str | Path) -> dict[str, Pool]:
    """Return the pools of a pools table by query, candidates by position."""
    drawn: dict[str, dict[str, tuple[str, ...]]] = {}
    columns = ["query_id", "candidate_id", "sources", "position"]
    for row in read_table(path, columns).sort_by("position").to_pylist():
        drawn.setdefault(row["query_id"], {})[row["candidate_id"]] = tuple(row["sources"])
    return {query: Pool(tuple(pool), tuple(pool.values())) for query, pool in drawn.items()}
