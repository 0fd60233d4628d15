"""Build a collection in CSFCube's form from settled grades.

Only complete (query, facet) pairs enter it, those with a settled grade for every candidate of the
pool: a candidate that a measure takes for unjudged would be scored as unrelated.
"""

from collections import Counter
from dataclasses import dataclass

from paperpool.annotation.adjudication import Settlement, align_judgments
from paperpool.annotation.material import Item, Material
from paperpool.annotation.tasks import order_items
from paperpool.collections.collection import Collection, Judgments, pair_name
from paperpool.collections.facets import FACETS
from paperpool.csfcube.paper_folds import make_folds

MIN_PAIRS = 2
"""Pairs of each facet without which a half of the evaluation splits would be empty."""


@dataclass(frozen=True)
class ImportedRelease:
    """A collection of the complete pairs, and what is not in it.

    ``left_out`` counts the open items of each incomplete pair; ``unlabelled`` names the pairs whose
    query has no sentence of its facet, which nothing could be ranked by. ``annotators`` maps the
    columns ann1, ann2, ... to the annotators' identities, ``lacks`` names the facets with too few
    pairs for the collection to be evaluated.
    """

    collection: Collection
    left_out: dict[str, int]
    unlabelled: list[str]
    annotators: dict[str, str]
    lacks: list[str]


def build_release(material: Material, settlement: Settlement, seed: int) -> ImportedRelease:
    """Return the release of the complete pairs; ``seed`` draws the folds and the order.

    Candidates of a pair stand in the order of the tasks, which says nothing of their sources.
    """
    still_open = Counter(pair_name(*o.item[:2]) for o in settlement.open_items)
    unlabelled = material.unlabelled()
    complete = [
        query
        for query in material.queries
        if (name := pair_name(query.paper_id, query.facet)) not in unlabelled
        and not still_open[name]
    ]
    columns = name_annotators(settlement)
    pairs = [(query.paper_id, query.facet) for query in complete]
    items: dict[tuple[str, str], list[Item]] = {pair: [] for pair in pairs}
    for item in order_items(material.items(), seed):
        if item[:2] in items and item in settlement.gold:  # in batches, what was asked for
            items[item[:2]].append(item)
    pools = {query.paper_id: material.pools[query.paper_id] for query in complete}
    ids = dict.fromkeys(i for query, pool in pools.items() for i in (query, *pool.candidates))
    collection = Collection(
        {i: material.papers[i] for i in ids},
        pools,
        {pair: _judge(items[pair], settlement, columns) for pair in pairs},
        make_folds(pairs, seed),
        complete,
    )
    counts = count_pairs(collection)
    lacks = [facet for facet in FACETS if counts[facet] < MIN_PAIRS]
    names = {column: identity for identity, column in columns.items()}
    return ImportedRelease(collection, dict(sorted(still_open.items())), unlabelled, names, lacks)


def name_annotators(settlement: Settlement, first: int = 1) -> dict[str, str]:
    """Return the column of each annotator in a release: ``ann<first>`` and on, by identity."""
    identities = sorted({a for grades in settlement.said.values() for a in grades}, key=_by_number)
    return {identity: f"ann{number}" for number, identity in enumerate(identities, first)}


def _by_number(identity: str) -> tuple[int, int, str]:
    """Sort ids of users as numbers, before emails."""
    if identity.isascii() and identity.isdigit():
        return 0, int(identity), identity
    return 1, 0, identity


def _judge(items: list[Item], settlement: Settlement, columns: dict[str, str]) -> Judgments:
    """Return the judgments of a complete pair."""
    said = {
        item.candidate_id: {columns[a]: grade for a, grade in settlement.said[item].items()}
        for item in items
    }
    settled = {item.candidate_id: settlement.gold[item] for item in items}
    return align_judgments(list(said), settled, said, list(columns.values()))


def count_pairs(collection: Collection) -> dict[str, int]:
    """Return how many (query, facet) pairs of each facet a collection has."""
    return {facet: len(collection.pairs(facet)) for facet in FACETS}
