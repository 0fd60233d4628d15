"""Scores of a benchmark's pairs, in the official format: ``{"<query>_<candidate>": score}``.

A higher score is better. Files with missing or further pairs are refused, or a caller is warned.
"""

from collections.abc import Mapping, Sequence, Set
from pathlib import Path

from paperpool.collections.collection import Collection
from paperpool.collections.foreign_ids import IdCheck, find_foreign
from paperpool.collections.mdcr_benchmark import Benchmark, iterate_pools
from paperpool.errors import Problem, UserError, name_some
from paperpool.evaluation.float_scores import LARGEST
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.evaluation.score_checks import read_score
from paperpool.io.files import read_unique_json, write_json

Scores = dict[str, float]

_FORMAT = 'Scores are {"<query>_<candidate>": number}, one for each pair, in JSON.'


def pair_key(query: str, candidate: str) -> str:
    return f"{query}_{candidate}"


def pair_keys(benchmark: Benchmark) -> list[str]:
    """Return the keys of all pairs of a benchmark, each once, in its order."""
    pools = iterate_pools(benchmark)
    keys = (pair_key(query, i) for _, query, pool in pools for i in pool.candidates())
    return list(dict.fromkeys(keys))


def write_scores(scores: Mapping[str, float], path: str | Path) -> None:
    """Write scores in the official format, sorted by pair."""
    write_json(path, {key: float(score) for key, score in sorted(scores.items())})


def write_run_scores(run: Run, collection: Collection, split: str, path: str | Path) -> None:
    """Write the scores of a split's topics of a run in the official format.

    A candidate of several topics of a query has one score; unranked ones are lowest.
    """
    scores: dict[str, float] = {}
    for pair in collection.folds["all"][split]:
        of_pair = dict(run.get(pair, []))
        for candidate in collection.rankable(*pair):
            scores[pair_key(pair[0], candidate)] = of_pair.get(candidate, -LARGEST)
    write_scores(scores, path)


def read_run_scores(name: str, paths: Mapping[str, str | Path], collection: Collection) -> Run:
    """Read the scores called ``name`` as a run; ``paths`` has the file of each split.

    Raises UserError if a file is malformed or has other pairs than the split.
    """
    run: Run = {}
    for split, path in paths.items():
        benchmark = {pair: collection.rankable(*pair) for pair in collection.folds["all"][split]}
        keys = [pair_key(query, i) for (query, _), ids in benchmark.items() for i in ids]
        scores, _ = check_scores(name, str(path), read_scores(name, path), keys, strict=True)
        for pair, ids in benchmark.items():
            run[pair] = rank_scores((i, scores[pair_key(pair[0], i)]) for i in ids)
    return run


def order_pools(scores: Mapping[str, float], benchmark: Benchmark) -> Run:
    """Return the scores of a benchmark's pairs as a run: a query is a paper in a field."""
    return {
        (query, field): rank_scores((i, scores[pair_key(query, i)]) for i in pool.candidates())
        for field, query, pool in iterate_pools(benchmark)
    }


def read_scores(name: str, path: str | Path) -> dict[str, object]:
    """Read the scores called ``name``, unchecked.

    Raises UserError for other JSON than an object, and a pair that is scored twice.
    """
    try:
        return read_unique_json(path, _FORMAT, allow_nan=True)  # ``check_scores`` names them
    except UserError as error:
        named = [Problem(f"Scores {name!r}: {p.what}", p.where, p.hint) for p in error.problems]
        raise UserError(named) from error


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
        (wrong, "scores are no finite number", _FORMAT),
    )
    problems = []
    for ids, kind, hint in faults:
        if ids:
            what = f"Scores {name!r}: {len(ids)} {kind}: {name_some(ids)}."
            problems.append(Problem(what, where, hint))
    if problems and strict:
        raise UserError(problems)
    lowest = {*missing, *wrong}
    checked = {key: -LARGEST if key in lowest else float(scores[key]) for key in pairs}  # type: ignore[arg-type]
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
