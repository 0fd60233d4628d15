"""Check that runs are complete: one that leaves candidates out would score too well.

The official script scores every listed candidate: ranking only the top quarter lifts recall@20 of
the released SPECTER rankings from 0.50 to 0.79 (``test_evaluation.py``). So a run has to rank
exactly the judged candidates of every query. It may leave the query itself out, and unjudged ids of
the pool (two in every released pool) are removed and counted.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paperpool.collections.collection import Collection, Pair, pair_name
from paperpool.collections.foreign_ids import IdCheck, compare_ids, find_foreign
from paperpool.errors import Problem, UserError, count_alike, name_some
from paperpool.evaluation.doubts import find_doubts
from paperpool.evaluation.foreign_runs import read_foreign_run
from paperpool.evaluation.pool_bias import judged_shares
from paperpool.evaluation.runs import Ranking, Run
from paperpool.evaluation.stored_doubts import store_doubts
from paperpool.evaluation.stored_runs import split_by_run, store_run
from paperpool.io.files import write_json

logger = logging.getLogger("paperpool")


@dataclass
class CheckedRun:
    """A run without its unjudged candidates, and the findings in it.

    ``judged`` is the share of each pair's first 20 that was judged, in the unchecked run;
    ``doubts`` are reasons why a complete run may be a mistake (see ``doubts``). ``foreign`` is the
    problem of a run of another collection, which is never scored.
    """

    run: Run = field(default_factory=dict)
    judged: dict[str, float] = field(default_factory=dict)
    n_unjudged: int = 0
    problems: list[Problem] = field(default_factory=list)
    doubts: list[Problem] = field(default_factory=list)
    foreign: Problem | None = None


def check_run(name: str, where: str, run: Run, collection: Collection) -> CheckedRun:
    """Check ``run`` against the collection's judgments.

    The returned run has no extra or repeated candidates, and no unknown queries, so that a caller
    who only warns can go on. Missing candidates stay missing.
    """
    checked = CheckedRun(judged=judged_shares(run, collection))

    def report(finding: str, query: str, hint: str) -> None:
        """Add what is wrong with the ranking of a query to the problems of the run."""
        checked.problems.append(Problem(f"Run {name!r}, query {query}: {finding}.", where, hint))

    names = collection.topic_names()
    others = sorted(_name_pair(pair) for pair in run.keys() - collection.judgments.keys())
    if others:
        verb = "is" if len(others) == 1 else "are"
        message = (
            f"Run {name!r}: {len(others):,} of its {len(run):,} queries {verb} not among the "
            f"judged: {name_some(others)}."
        )
        hint = f"Rank queries that the collection judges. {compare_ids(others, names.values())}"
        checked.problems.append(Problem(message, where, hint))

    unknown: set[str] = set()
    n_unknown = 0
    for pair in collection.pairs():
        if pair not in run:
            report("not ranked", names[pair], "Rank every query, or (query, facet) pair.")
            continue
        ranking, extra = _check_ranking(pair, names[pair], run[pair], collection, checked, report)
        checked.run[pair] = ranking[: collection.depth]
        unknown.update(extra)
        n_unknown += len(extra)

    checked.foreign = _find_foreign(name, where, run, checked, collection, unknown, n_unknown)
    if checked.foreign:
        checked.problems = [checked.foreign]
    else:
        misranked = getattr(run, "misranked", ())
        checked.doubts = find_doubts(name, where, checked.run, collection, misranked)
    return checked


def report_checks(
    checked: CheckedRun, strict: bool, refuses_doubts: bool = False
) -> dict[str, Any]:
    """Return the findings in a run as JSON types: problems as texts, shares by pair.

    A run of another collection is raised. Problems are raised if ``strict``, else logged as one, by
    the first of each kind; doubts are raised if ``refuses_doubts``.
    """
    if checked.foreign:
        raise UserError(checked.foreign)

    refused: list[Problem] = []
    if strict:
        refused += checked.problems
    if refuses_doubts:
        refused += checked.doubts
    if refused:
        raise UserError(count_alike(list(dict.fromkeys(refused))))

    if checked.problems:
        logger.warning("%s", _sum_up(checked.problems))
    return {
        "unjudged_removed": checked.n_unjudged,
        "problems": [problem.what for problem in checked.problems],
        "judged_at_20": checked.judged,
        "doubts": store_doubts(checked.doubts),
    }


def _sum_up(problems: Sequence[Problem]) -> Problem:
    """Return the problems of a run as one: the first of each kind, and the number of others."""
    kinds = count_alike(problems)
    message = " ".join(problem.what for problem in kinds)
    hint = " ".join(dict.fromkeys(problem.hint for problem in kinds))
    return Problem(message, kinds[0].where, hint)


def _name_pair(pair: Pair) -> str:
    """Return a topic's id as files have it, also of a topic that is not the collection's."""
    return pair_name(*pair).removesuffix("_")


def _find_foreign(
    name: str,
    where: str,
    run: Run,
    checked: CheckedRun,
    collection: Collection,
    unknown: set[str],
    n_unknown: int,
) -> Problem | None:
    """Return the problem of a run that has mostly queries, or documents, of another collection.

    ``unknown`` are the ids of ``n_unknown`` ranked documents of known queries.
    """
    n_queries = len(checked.run)
    queries = IdCheck(
        "queries", "in the collection", n_queries, len(run), len(collection.judgments)
    )

    n_ranked = sum(len(run[pair]) for pair in checked.run)
    wanted = None
    if 2 * n_unknown > n_ranked:
        wanted = sum(len(collection.scored(*pair)) for pair in checked.run)
    candidates = IdCheck(
        "candidates", "among those of its query", n_ranked - n_unknown, n_ranked, wanted
    )

    def list_ids(check: IdCheck) -> tuple[set[str], set[str]]:
        """Return the ids that a check did not find, and those that it looked among."""
        if check is candidates:
            scored: set[str] = set()
            for pair in checked.run:
                scored.update(collection.scored(*pair))
            return unknown, scored
        others = {_name_pair(pair) for pair in run.keys() - checked.run.keys()}
        return others, set(collection.topics())

    return find_foreign(f"Run {name!r}", where, [queries, candidates], list_ids)


def keep_checked(
    name: str,
    where: str,
    run: Run,
    collection: Collection,
    path: str | Path,
    strict: bool,
    refuses_doubts: bool,
) -> Run:
    """Check a run, and write its findings (``report_checks``) to ``path``."""
    checked = check_run(name, where, run, collection)
    write_json(path, report_checks(checked, strict, refuses_doubts))
    return checked.run


def import_runs(
    collection: Collection,
    paths: Mapping[str, str],
    strict: bool,
    runs: Sequence[str],
    ranked: Sequence[str],
    checks: Sequence[str],
    refuses_doubts: bool = False,
) -> None:
    """Import the runs of ``paths``, by name, to the outputs, in their order.

    ``ranked`` has the files of the first run's facets first. Raises UserError for all runs at once.
    """
    problems: list[Problem] = []
    facets = collection.scheme.facet_names
    files = zip(paths.items(), runs, split_by_run(ranked, len(facets)), checks, strict=True)
    for (name, path), table, facet_files, check in files:
        try:
            run = read_foreign_run(name, path, facets)
            kept = keep_checked(name, path, run, collection, check, strict, refuses_doubts)
            store_run(kept, facets, table, facet_files)
        except UserError as error:
            problems += error.problems
    if problems:
        raise UserError(problems)


def _check_ranking(
    pair: Pair,
    name: str,
    ranking: Ranking,
    collection: Collection,
    checked: CheckedRun,
    report: Callable[[str, str, str], None],
) -> tuple[Ranking, list[str]]:
    """Return a topic's ranking without what may not be ranked, and the ids that are not its own.

    ``name`` is the topic's id. Unjudged candidates are counted in ``checked``, problems are given
    to ``report``.
    """
    query, facet = pair
    judged = collection.scored(query, facet)
    unjudged = collection.unjudged(query, facet)
    itself = query if collection.is_searched else None  # no paper is searched for itself

    kept: dict[str, float] = {}
    extra = []
    repeated = []
    for candidate, score in ranking:
        if candidate in unjudged:
            checked.n_unjudged += 1
        elif candidate not in judged or candidate == itself:
            extra.append(candidate)
        elif candidate in kept:
            repeated.append(candidate)
        else:
            kept[candidate] = score

    missing = []
    if not collection.is_searched:
        missing = sorted(judged - set(kept) - {query})
    for ids, fault, hint in (
        (missing, "missing", "Rank every judged candidate, the worst last."),
        (extra, "not in the pool", "Rank only candidates of the query, without the query itself."),
        (repeated, "repeated", "List each candidate once."),
    ):
        if ids:
            report(f"{len(ids)} candidates {fault}: {name_some(ids)}", name, hint)
    return list(kept.items()), extra
