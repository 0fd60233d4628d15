"""Scores of a benchmark's pairs, in the official format: ``{"<query>_<candidate>": score}``.

A higher score is better. Files with missing or further pairs are refused, or a caller is warned.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from pathlib import Path

from paperpool.collections.collection import Collection
from paperpool.collections.foreign_ids import IdCheck, find_foreign
from paperpool.collections.mdcr_benchmark import Benchmark, iterate_pools
from paperpool.errors import Problem, UserError, name_some
from paperpool.evaluation.float_scores import LARGEST
from paperpool.evaluation.runs import Ranking, Run, rank_scores
from paperpool.evaluation.score_checks import read_score
from paperpool.io.files import read_unique_json, write_json

Scores = dict[str, float]

_FORMAT = 'Scores are {"<query>_<candidate>": number}, one for each pair, in JSON.'


def pair_key(query: str, candidate: str) -> str:
    """Return the name of a pair in a file of scores."""
    return f"{query}_{candidate}"


def pair_keys(benchmark: Benchmark) -> list[str]:
    """Return the keys of all pairs of a benchmark, each once, in its order."""
    keys: dict[str, None] = {}
    for _, query, pool in iterate_pools(benchmark):
        for candidate in pool.candidates():
            keys[pair_key(query, candidate)] = None
    return list(keys)


def write_scores(scores: Mapping[str, float], path: str | Path) -> None:
    """Write scores in the official format, sorted by pair."""
    write_json(path, {key: float(score) for key, score in sorted(scores.items())})


def write_run_scores(run: Run, collection: Collection, split: str, path: str | Path) -> None:
    """Write the scores of a split's topics of a run in the official format.

    A candidate of several topics of a query has one score; unranked ones are lowest.
    """
    scores: dict[str, float] = {}
    for pair in collection.folds["all"][split]:
        query, _ = pair
        ranked = dict(run.get(pair, []))
        for candidate in collection.rankable(*pair):
            scores[pair_key(query, candidate)] = ranked.get(candidate, -LARGEST)
    write_scores(scores, path)


def read_run_scores(name: str, paths: Mapping[str, str | Path], collection: Collection) -> Run:
    """Read the scores called ``name`` as a run; ``paths`` has the file of each split.

    Raises UserError if a file is malformed or has other pairs than the split.
    """
    run: Run = {}
    for split, path in paths.items():
        pools = {pair: collection.rankable(*pair) for pair in collection.folds["all"][split]}
        keys = []
        for (query, _), candidates in pools.items():
            keys += [pair_key(query, candidate) for candidate in candidates]
        scores, _ = check_scores(name, str(path), read_scores(name, path), keys, strict=True)
        for pair, candidates in pools.items():
            run[pair] = _rank_candidates(scores, pair[0], candidates)
    return run


def _rank_candidates(scores: Mapping[str, float], query: str, candidates: Iterable[str]) -> Ranking:
    return rank_scores((candidate, scores[pair_key(query, candidate)]) for candidate in candidates)


def order_pools(scores: Mapping[str, float], benchmark: Benchmark) -> Run:
    """Return the scores of a benchmark's pairs as a run: a query is a paper in a field."""
    run = {}
    for field, query, pool in iterate_pools(benchmark):
        run[query, field] = _rank_candidates(scores, query, pool.candidates())
    return run


def read_scores(name: str, path: str | Path) -> dict[str, object]:
    """Read the scores called ``name``, unchecked.

    Raises UserError for other JSON than an object, and a pair that is scored twice.
    """
    try:
        return read_unique_json(path, _FORMAT, allow_nan=True)  # ``check_scores`` names them
    except UserError as error:
        problems = []
        for problem in error.problems:
            message = f"Scores {name!r}: {problem.what}"
            problems.append(Problem(message, problem.where, problem.hint))
        raise UserError(problems) from error


def check_scores(
    name: str, where: str, scores: Mapping[str, object], keys: Sequence[str], strict: bool
) -> tuple[Scores, list[str]]:
    """Return a score for each of the distinct ``keys``, and findings.

    If ``strict``, missing and unknown pairs and scores that are no finite number (as a 32-bit
    float) raise one UserError. Else unknown pairs are left out, and the others are scored lowest.
    Scores that have mostly pairs of another benchmark are refused in any case.
    """
    pairs = list(dict.fromkeys(keys))
    missing = [key for key in pairs if key not in scores]
    extra = sorted(set(scores) - set(pairs))
    wrong = [key for key in pairs if key in scores and not _is_finite(scores[key])]
    foreign = find_other_pairs(name, where, scores, set(pairs))
    if foreign:
        raise UserError(foreign)

    faults = (
        (missing, "pairs missing", "Score every candidate of every query."),
        (extra, "pairs not in the benchmark", "Score the benchmark's pairs only."),
        (wrong, "scores are no finite number of 32 bits", _FORMAT),
    )
    problems = []
    for ids, fault, hint in faults:
        if ids:
            message = f"Scores {name!r}: {len(ids)} {fault}: {name_some(ids)}."
            problems.append(Problem(message, where, hint))
    if problems and strict:
        raise UserError(problems)

    unscored = {*missing, *wrong}
    checked = {}
    for key in pairs:
        if key in unscored:
            checked[key] = -LARGEST
        else:
            checked[key] = float(scores[key])  # type: ignore[arg-type]
    return checked, [problem.what for problem in problems]


def find_other_pairs(
    name: str, where: str, scores: Mapping[str, object], pairs: Set[str]
) -> Problem | None:
    """Return the problem of scores that are mostly of other pairs than ``pairs``."""
    known = scores.keys() & pairs
    check = IdCheck("pairs", "in the benchmark", len(known), len(scores), len(pairs))
    return find_foreign(
        f"Scores {name!r}", where, [check], lambda _: (scores.keys() - known, pairs)
    )


def _is_finite(value: object) -> bool:
    if isinstance(value, bool):
        return False
    try:
        return abs(read_score(value)) <= LARGEST
    except ValueError:
        return False
