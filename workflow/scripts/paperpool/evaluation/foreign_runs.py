"""Read a user's rankings of a CSFCube collection, in one of three formats.

- the release's JSON, one file per facet: ``{query: [[candidate, distance], ...]}``, in ranked
  order; distances are stored as their negatives;
- a TREC run, one file: ``<paper>_<facet> Q0 <candidate> <rank> <score> <tag>``; ordered by
  score, equal scores by id, its rank column ignored;
- our own run table (parquet, ``paperpool.io.tables.RUN``); ordered by its rank column.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Collection as Names
from dataclasses import replace
from functools import partial
from operator import gt, neg
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from paperpool.collections.collection import Collection, OpenCollection, Pair, pair_name
from paperpool.errors import Problem, UserError, name_some, quote
from paperpool.evaluation.runs import ReadRun, Run, rank_scores, run_files
from paperpool.evaluation.score_checks import HINT, check_run_scores, parse_score
from paperpool.evaluation.stored_runs import table_to_run
from paperpool.io.files import naming, read_unique_json
from paperpool.io.parquet_files import DAMAGE
from paperpool.io.tables import RUN
from paperpool.io.user_text import read_user_text, split_lines

_BLANKS = re.compile(r"[ \t]+")
_OTHER_SPACE = re.compile(r"[^\S \t\r\n]")
_PARQUET = b"PAR1"
_TABLE = f"a parquet table with the columns {', '.join(RUN.names)}."
_FORMATS = f"A run is the release's JSON ({{facet}} in its path), a TREC file, or {_TABLE}"
_WRITTEN_FORMATS = f"Write TREC lines (<query> Q0 <document> <rank> <score> <tag>), or {_TABLE}"

_TOPIC_FORMATS = (
    f"A run has TREC's lines (query Q0 document rank score tag, blanks between), or is {_TABLE} "
    "From Python pp.read_run takes dicts and DataFrames as well."
)


def read_foreign_run(name: str, path: str, facets: Sequence[str]) -> Run:
    """Read the run called ``name`` of a collection with ``facets`` from ``path``.

    Raises UserError if it is malformed.
    """
    if path.endswith(".gz"):
        raise _malformed(name, "compressed files are not read; unpack it.", path)

    run: Run = {}
    if "{facet}" in path:
        for facet, file in zip(facets, run_files(path, facets), strict=True):
            run |= _read_official(name, file, facet)
    elif path.endswith(".json"):
        raise _malformed(name, "A JSON run is one file per facet.", path)
    elif path.endswith(".parquet"):
        run = _read_table(name, path)
    else:
        run = _read_trec(name, path, partial(_split_topic, parts=facets))
    return _refuse_empty(name, path, run)


def read_topic_run(name: str, path: str | Path, topics: Mapping[str, Pair]) -> Run:
    """Read a run of a collection with its own ids of ``topics``, from TREC or our own table.

    Where the ids are <paper>_<facet>, as in a version of CSFCube that ``paperpool next`` wrote, it
    may be the release's JSON as well. Unknown topics are kept, for the checks to find.
    """
    path = str(path)
    try:
        if path.endswith(".gz"):
            raise _malformed(name, "compressed files are not read; unpack it.", path)
        if "{facet}" in path:
            run = _read_facets(name, path, topics)
        elif path.endswith(".parquet"):
            run = _read_table(name, path)
        else:
            run = _read_trec(name, path, _whole_topic)
        return _name_topics(_refuse_empty(name, path, run), topics)
    except UserError as error:
        problems = []
        for problem in error.problems:
            if problem.hint == _FORMATS:  # which names formats of CSFCube alone
                problem = replace(problem, hint=_TOPIC_FORMATS)
            problems.append(problem)
        raise UserError(problems) from error


def _read_facets(name: str, path: str, topics: Iterable[str]) -> Run:
    """Read the release's JSON, a file for each facet that ids of ``topics`` end in.

    The release ranks a query's paper among its candidates, which it is not. Its order counts, and
    not the numbers in it: here scores are ranks, the first one highest.
    """
    facets = sorted({topic.rpartition("_")[2] for topic in topics if "_" in topic})
    if not facets:
        message = "the path has {facet}, and no query is called <paper>_<facet>."
        raise _malformed(name, message, path)

    run: Run = {}
    for facet, file in zip(facets, run_files(path, facets), strict=True):
        if not Path(file).exists():  # the checks miss its queries
            continue
        for pair, ranking in _read_official(name, file, facet).items():
            others = [candidate for candidate, _ in ranking if candidate != pair[0]]
            run[pair] = [(candidate, -float(rank)) for rank, candidate in enumerate(others, 1)]
    if not run:
        hint = f"Correct the path; {{facet}} in it stands for {name_some(facets)}."
        raise _malformed(name, "there is no such file.", path, hint)
    return run


def _name_topics(run: Run, topics: Mapping[str, Pair]) -> Run:
    """Return a run whose queries are ids of topics, keyed as the collection has them."""

    def find(pair: Pair) -> Pair:
        names = [pair[0], pair[0].removesuffix("_")]
        if pair[1]:
            names.insert(0, pair_name(*pair))
        for name in names:
            if name in topics:
                return topics[name]
        return pair

    return _rename(run, find)


def _rename(run: Run, find: Callable[[Pair], Pair]) -> Run:
    renamed = ReadRun({find(pair): ranking for pair, ranking in run.items()})
    renamed.misranked = list(map(find, getattr(run, "misranked", ())))
    return renamed


def read_written_run(name: str, path: str | Path, where: str, collection: Collection) -> Run:
    """Read a run of a collection that a command wrote, TREC or our own table, with any file name.

    Errors name ``where``, as the file is temporary.
    """
    with naming(where), Path(path).open("rb") as file:
        is_table = file.read(4) == _PARQUET

    is_open = isinstance(collection, OpenCollection)
    parts = {collection.part_name(part): part for _, part in collection.pairs()}
    try:
        if is_table:
            run = _read_table(name, str(path))
        elif is_open:
            run = _read_trec(name, str(path), _whole_topic)
        else:
            run = _read_trec(name, str(path), partial(_split_topic, parts=parts))
    except UserError as error:
        problems = []
        for problem in error.problems:
            place = problem.where.replace(str(path), where)
            hint = HINT if problem.hint == HINT else _WRITTEN_FORMATS
            problems.append(Problem(problem.what, place, hint))
        raise UserError(problems) from error

    if is_open:
        return _name_topics(run, collection.topics())
    return _rename(run, lambda pair: (pair[0], parts.get(pair[1], pair[1])))


def _malformed(name: str, message: str, where: str, hint: str = _FORMATS) -> UserError:
    lowered = f"{message[0].lower()}{message[1:]}"
    return UserError(Problem(f"Run {name!r}: {lowered}", where, hint))


def _refuse_empty(name: str, path: str, run: Run) -> Run:
    if not run:
        raise _malformed(name, "it ranks nothing.", path)
    return run


def _read_official(name: str, path: str, facet: str) -> Run:
    try:
        rankings = read_unique_json(path, _FORMATS)
    except UserError as error:
        problem = error.problems[0]
        raise _malformed(name, problem.what, path, problem.hint) from error

    run: Run = {}
    for query, ranking in rankings.items():
        try:
            if not isinstance(ranking, list):
                raise ValueError(f"{quote(ranking)} is no list")
            run[query, facet] = [_read_entry(entry) for entry in ranking]
        except ValueError as error:
            message = f"not {{query: [[candidate, distance], ...]}} ({error})."
            raise _malformed(name, message, f"{path}, query {query}") from error
    return run


def _read_entry(entry: object) -> tuple[str, float]:
    if not isinstance(entry, list) or len(entry) != 2:
        raise ValueError(f"{quote(entry)} is not [candidate, distance]")
    candidate, distance = entry
    if isinstance(candidate, bool) or not isinstance(candidate, str | int):
        raise ValueError(f"candidate {quote(candidate)} is no id")
    try:
        return str(candidate), -parse_score(distance)
    except ValueError as error:
        raise ValueError(f"the distance of {quote(candidate)} {error}") from error


def _split_topic(topic: str, parts: Names[str]) -> Pair | None:
    """Split a topic's id into paper and part, or return None."""
    query, _, part = topic.rpartition("_")
    if query and part in parts:
        return query, part
    return None


def _whole_topic(topic: str) -> Pair:
    return topic, ""


def _read_trec(name: str, path: str, find_pair: Callable[[str], Pair | None]) -> Run:
    try:
        text = read_user_text(path, _FORMATS)
    except UserError as error:
        [problem] = error.problems
        raise _malformed(name, problem.what, problem.where, problem.hint) from error

    split = _split_at_blanks if _OTHER_SPACE.search(text) else str.split  # which is faster
    topics: dict[str, tuple[Pair, _Columns]] = {}
    words: dict[str, str] = {}  # a document of many topics is kept once
    for number, line in enumerate(split_lines(text), 1):
        fields = split(line)
        if len(fields) != 6:
            if not line.strip():
                continue
            message = f"{len(fields)} columns instead of TREC's six: {quote(line)}."
            raise _malformed(name, message, f"{path}, line {number}")
        topic, _, document, rank, score, _ = fields

        if topic not in topics:
            pair = find_pair(topic)
            if pair is None:
                message = f"query id {quote(topic)} is not <paper>_<facet>."
                raise _malformed(name, message, f"{path}, line {number}")
            topics[topic] = pair, _Columns([], [], [])
        _, columns = topics[topic]

        try:
            columns.scores.append(parse_score(score))
        except ValueError as error:
            message = f"query {topic}: the score of document {quote(document)} {error}."
            raise _malformed(name, message, f"{path}, line {number}", HINT) from error
        columns.documents.append(words.setdefault(document, document))
        columns.ranks.append(words.setdefault(rank, rank))

    run = ReadRun()
    misranked = []
    for pair, columns in topics.values():
        run[pair] = rank_scores(zip(columns.documents, columns.scores, strict=True))
        if _contradicts(columns.ranks, columns.scores):
            misranked.append(pair)
    run.misranked = misranked
    return run


class _Columns(NamedTuple):
    """The columns of a topic's lines."""

    documents: list[str]
    scores: list[float]
    ranks: list[str]


def _split_at_blanks(line: str) -> list[str]:
    """Split a line at blanks and tabs alone: other white space is part of an id."""
    return _BLANKS.split(line.strip(" \t\r"))


def _contradicts(ranks: Sequence[str], scores: Sequence[float]) -> bool:
    """Return whether a lower rank has a lower score; ranks that are no numbers do not count."""
    try:
        ranked = sorted(zip(map(int, ranks), map(neg, scores), strict=True))
    except ValueError:
        return False
    falling = [score for _, score in ranked]
    return any(map(gt, falling, falling[1:]))


def _read_table(name: str, path: str) -> Run:
    try:
        schema = pq.read_schema(path)
    except DAMAGE as error:
        raise _malformed(name, f"not a parquet file ({error}).", path) from error
    missing = [column for column in RUN.names if column not in schema.names]
    if missing:
        raise _malformed(name, f"no column {', '.join(missing)}.", path)

    try:
        table = pq.read_table(path, columns=RUN.names)
        table.validate(full=True)  # texts that are no UTF-8
    except DAMAGE as error:
        raise _malformed(name, f"not a whole parquet file ({error}).", path) from error
    try:
        table = table.cast(RUN)
    except pa.ArrowException as error:
        raise _malformed(name, f"a column has another type ({error}).", path) from error
    if any(column.null_count for column in table.columns):
        raise _malformed(name, "a value is missing (null).", path)

    ranks = table.group_by(["query_id", "facet", "rank"]).aggregate([([], "count_all")])
    repeated = ranks.filter(pc.greater(ranks.column("count_all"), 1)).to_pylist()
    if repeated:
        first = repeated[0]
        pair = pair_name(first["query_id"], first["facet"])
        raise _malformed(name, f"rank {first['rank']} of query {pair} is given twice.", path)

    run = table_to_run(table)
    names = {pair: pair_name(*pair).removesuffix("_") for pair in run}
    check_run_scores(run, f"Run {name!r}", names, path)
    return run
