"""A judged test collection in the manner of CSFCube over a demo corpus, and a ranking of it.

Sentences have the labels that they were composed for. Grades are adjudicated ones, and those of two
annotators. The rates follow the release: about 70% of the grades are 0, 22% are 1, 8% are higher,
and two annotators agree on 57% (background) to 70% (method, result) of the candidates (Table 2).
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from paperpool.collections.collection import Collection, Judgments, Paper, Pool, Query, pair_name
from paperpool.collections.csfcube_folds import cross_halves
from paperpool.collections.schemes import default_scheme
from paperpool.errors import Problem, UserError
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.evaluation.stored_runs import write_official_run, write_run
from paperpool.extras.demo.corpus_plan import Dirt, Plan
from paperpool.extras.demo.latent import area_of
from paperpool.extras.demo.papers import compose_papers
from paperpool.extras.demo.pooling import candidates, computer_science, draw_query_pool
from paperpool.workflow.export.trec import write_run as write_trec_run

Grades = npt.NDArray[np.int64]

ANNOTATORS = ("ann1", "ann2", "ann3")

ERROR_RATES = (0.27, 0.19, 0.20)
"""How often an annotator's grade differs from the adjudicated one, by facet."""

_TWO_GRADES_OFF = 0.1

# Chance of each grade 0-3, by how a candidate is related to the query in the facet.
_GRADE_CHANCES = np.array(
    [
        (0.94, 0.06, 0.00, 0.00),  # unrelated
        (0.82, 0.17, 0.01, 0.00),  # another facet's topic is shared
        (0.45, 0.52, 0.03, 0.00),  # the area is shared
        (0.10, 0.35, 0.50, 0.05),  # the topic is shared
        (0.06, 0.19, 0.52, 0.23),  # the topic is shared, and another facet's
    ]
)


def adjudicated_grades(
    plan: Plan, query: int, facet: int, candidates: Grades, generator: np.random.Generator
) -> Grades:
    """Return a grade per candidate (indices), higher for shared topics; at least one above 0."""
    mine = plan.latent.topics[query]
    theirs = plan.latent.topics[candidates]
    same = theirs == mine
    near = area_of(theirs[:, facet]) == area_of(mine[facet])
    also = np.delete(same, facet, axis=1).any(axis=1)
    relation = np.select([same[:, facet] & also, same[:, facet], near, also], [4, 3, 2, 1], 0)

    cumulated = np.cumsum(_GRADE_CHANCES, axis=1)[relation]
    grades = (generator.random((len(candidates), 1)) >= cumulated[:, :-1]).sum(axis=1)
    relevant = default_scheme().relevant
    if grades.max() < relevant:
        grades[np.argmax(relation)] = relevant
    return grades


def annotator_grades(adjudicated: Grades, facet: int, generator: np.random.Generator) -> Grades:
    """Return one annotator's grades: mostly the adjudicated ones, else mostly one off."""
    n = len(adjudicated)
    off = np.where(generator.random(n) < _TWO_GRADES_OFF, 2, 1)
    off *= np.where(generator.random(n) < 0.5, -1, 1)
    wrong = adjudicated + off
    is_out = (wrong < 0) | (wrong > default_scheme().max_grade)
    wrong = np.where(is_out, adjudicated - off, wrong)
    return np.where(generator.random(n) < ERROR_RATES[facet], wrong, adjudicated)


PAPER_TYPES = ("data-driven approach", "resources/evaluation", "theoretical")

QUERY_YEARS = range(1995, 2020)
CITED_IN_POOL = range(5, 19)
"""How many papers that can be candidates a query cites."""

MIN_RELATED = 4
"""How many possible candidates share a query's topic in each facet."""

MIN_PAIRS = 6
"""(Query, facet) pairs wanted per facet; more papers get a second facet if they are short."""

_TWO_FACET_SHARE = 16 / 34
_FACET_PAIRS = (("background", "method"), ("method", "result"), ("background", "result"))


def make_collection(plan: Plan, n_queries: int = 12) -> Collection:
    """Return a collection of ``n_queries`` query papers; UserError if the corpus has too few."""
    generator = np.random.default_rng([plan.seed, 200])
    usable = np.flatnonzero(candidates(plan))
    queries = _choose_queries(plan, usable, n_queries, generator)
    facets = _assign_facets(n_queries)

    drawn = {query: draw_query_pool(plan, query, usable, generator) for query in queries}
    pooled = [pool.candidates for pool in drawn.values()]
    members = np.unique(np.concatenate([queries, *pooled]))
    papers = _papers(plan, members)
    ids = dict(zip(members.tolist(), papers, strict=True))

    pools: dict[str, Pool] = {}
    judgments: dict[tuple[str, str], Judgments] = {}
    rows: list[Query] = []
    for number, (query, facets_of_query) in enumerate(zip(queries, facets, strict=True)):
        pool = drawn[query]
        paper = papers[ids[query]]
        candidate_ids = tuple(ids[candidate] for candidate in pool.candidates.tolist())
        pools[paper.paper_id] = Pool(candidate_ids, tuple(pool.sources))

        # the order of judgments does not show the sources
        listed = pool.candidates[generator.permutation(len(pool.candidates))]
        listed_ids = tuple(ids[candidate] for candidate in listed.tolist())
        absent = ANNOTATORS[number % len(ANNOTATORS)]
        annotators = [name for name in ANNOTATORS if name != absent]
        paper_type = PAPER_TYPES[int(generator.integers(len(PAPER_TYPES)))]

        for facet in facets_of_query:
            place = default_scheme().facet_names.index(facet)
            grades = adjudicated_grades(plan, query, place, listed, generator)
            of_annotators = {}
            for name in annotators:
                of_annotators[name] = tuple(annotator_grades(grades, place, generator).tolist())
            judgments[paper.paper_id, facet] = Judgments(
                listed_ids, tuple(grades.tolist()), of_annotators
            )
            rows.append(Query(paper.paper_id, facet, paper.year, paper.title, paper_type))
    return Collection(papers, pools, judgments, _fold(rows, generator), rows)


def _choose_queries(
    plan: Plan, usable: npt.NDArray[np.int64], n_queries: int, generator: np.random.Generator
) -> list[int]:
    """Return papers of Computer Science with a plain abstract, references and relatives."""
    fit = computer_science(plan) & (plan.dirt == Dirt.CLEAN) & (plan.twin_of < 0)
    fit &= np.isin(plan.latent.year, QUERY_YEARS)

    usable_mask = np.zeros(len(plan), dtype=bool)
    usable_mask[usable] = True
    cited = np.concatenate([[0], np.cumsum(usable_mask[plan.outbound.columns])])
    n_cited = np.diff(cited[plan.outbound.starts])
    fit &= np.isin(n_cited, CITED_IN_POOL)

    for topic in plan.latent.topics.T:
        related = np.bincount(topic[usable], minlength=int(topic.max()) + 1)
        fit &= related[topic] > MIN_RELATED

    choices = np.flatnonzero(fit)
    if not 1 <= n_queries <= len(choices):
        n_fit = f"{len(choices)} of {len(plan)} papers can be one"
        hint = "Make the demo corpus larger or ask for fewer queries."
        raise UserError(
            Problem(f"{n_queries} queries are wanted; {n_fit}.", "the number of demo queries", hint)
        )
    return generator.choice(choices, n_queries, replace=False).tolist()


def _assign_facets(n_queries: int) -> list[tuple[str, ...]]:
    """Return each query's one or two facets, all facets equally often (give or take one)."""
    names = default_scheme().facet_names
    wanted = len(names) * MIN_PAIRS - n_queries
    n_two = min(n_queries, max(round(n_queries * _TWO_FACET_SHARE), wanted))
    facets: list[tuple[str, ...]] = []
    used: Counter[str] = Counter()
    for number in range(n_two):
        pair = _FACET_PAIRS[number % len(_FACET_PAIRS)]
        facets.append(pair)
        used.update(pair)

    for _ in range(n_queries - n_two):
        facet = min(names, key=lambda facet: used[facet])
        facets.append((facet,))
        used[facet] += 1
    return facets


def _papers(plan: Plan, members: npt.NDArray[np.int64]) -> dict[str, Paper]:
    """Return the papers of sorted indices by id, in that order."""
    papers = {}
    for paper in compose_papers(plan, members.tolist()):
        title = paper.text.title or ""
        papers[paper.paper_id] = Paper(
            paper.paper_id, title, paper.text.sentences, paper.text.labels, paper.year
        )
    return papers


def _fold(
    queries: list[Query], generator: np.random.Generator
) -> dict[str, dict[str, list[tuple[str, str]]]]:
    """Return the release's folds: each facet's pairs in two halves, ``all`` their union."""
    halves: dict[str, tuple[list[tuple[str, str]], list[tuple[str, str]]]] = {"all": ([], [])}
    for facet in default_scheme().facet_names:
        pairs = [(query.paper_id, facet) for query in queries if query.facet == facet]
        pairs = [pairs[i] for i in generator.permutation(len(pairs))]
        halves[facet] = pairs[: len(pairs) // 2], pairs[len(pairs) // 2 :]
        for both, half in zip(halves["all"], halves[facet], strict=True):
            both.extend(half)
    return cross_halves(halves)


_NOISE = 1.5
"""Standard deviation of the system's error of a grade (0-3)."""


def simulate_run(collection: Collection, seed: int) -> Run:
    """Return a run that orders each pool by its grades plus noise, rounded so that ties occur."""
    generator = np.random.default_rng([seed, 300])
    run: Run = {}
    for query, facet in collection.pairs():
        candidates = collection.rankable(query, facet)
        grades = collection.judgments[query, facet].grades()
        noise = generator.normal(scale=_NOISE, size=len(candidates))
        scores = np.round([grades[c] for c in candidates] + noise, 1) + 0.0
        run[query, facet] = rank_scores(zip(candidates, scores, strict=True))
    return run


def write_in_every_format(
    run: Run, official: Mapping[str, str | Path], trec: str | Path, table: str | Path
) -> None:
    """Write ``run`` as the release's JSON (a file per facet), as a TREC run and as our table."""
    write_official_run(run, official)
    rankings = []
    for (query, facet), ranking in sorted(run.items()):
        rankings.append((pair_name(query, facet), ranking))
    write_trec_run(rankings, "simulated", trec)
    write_run(run, table)
