"""MDCR's benchmark: its pools by field and query, and the texts of their papers.

Source: MDCR section 4 and the release (github.com/zoranmedic/mdcr): ``{field: {query: {<type>:
[ids], ..., "true": [ids]}}}``; and one paper per line of a ``_data.jsonl`` file.
"""

import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from paperpool.errors import Problem, UserError, first_of, name_some
from paperpool.io.files import read_unique_json, write_json
from paperpool.io.strict_json import read_json_rows

logger = logging.getLogger("paperpool")

SPLITS = ("val", "test")

TRUE = "true"
"""The type of the papers that the query cites; every other type holds negatives."""

_ENDS = {"": ".json", "_data": "_data.jsonl"}

RELEASE = tuple(f"mdcr_{split}{end}" for split in SPLITS for end in _ENDS.values())
"""The files of the release: pools and texts."""

_FORMAT = 'A benchmark is {field: {query: {type: [ids], "true": [ids]}}}, in JSON.'
_ID_KEYS = ("paper_id", "corpus_id", "corpusid", "doc_id", "id")
_TEXT_FORMAT = f"Each line is a paper: an id ({', '.join(_ID_KEYS)}), title and abstract."


@dataclass(frozen=True)
class Pool:
    """A query's candidates by type, ``true`` among the types, as the file lists them."""

    types: dict[str, list[str]]

    @property
    def positives(self) -> list[str]:
        return list(dict.fromkeys(self.types[TRUE]))

    def negatives(self, kind: str | None = None) -> list[str]:
        """Return the negatives of a type, or of all, each once.

        A positive paper is no negative: the official script reads ``true`` last.
        """
        kinds = [kind] if kind else [k for k in self.types if k != TRUE]
        ids = dict.fromkeys(i for k in kinds for i in self.types.get(k, []))
        positives = set(self.positives)
        return [i for i in ids if i not in positives]

    def candidates(self) -> list[str]:
        return [*self.positives, *self.negatives()]


Benchmark = dict[str, dict[str, Pool]]


class Text(NamedTuple):
    """A paper's title and abstract, possibly empty."""

    title: str
    abstract: str


def name_splits(folder: str | Path) -> dict[str, str]:
    """Return the files of a benchmark: pools by split, and texts as <split>_data."""
    return {f"{s}{kind}": f"{folder}/mdcr_{s}{end}" for kind, end in _ENDS.items() for s in SPLITS}


def read_benchmark(path: str | Path) -> Benchmark:
    """Read a benchmark in the official format; raise UserError with every problem found.

    As the released ``evaluate.py`` does, it accepts ids listed twice and pools of any number of
    positives (``find_oddities`` counts them).
    """
    fields = read_unique_json(path, _FORMAT)
    problems: list[Problem] = []
    benchmark: Benchmark = {}

    def report(what: str, *keys: str) -> None:
        problems.append(Problem(what, ", ".join([str(path), *keys]), _FORMAT))

    for field, queries in fields.items():
        if not isinstance(queries, dict) or not queries:
            report("Not an object of queries.", field)
            continue
        benchmark[field] = {}
        for query, types in queries.items():
            if not isinstance(types, dict) or TRUE not in types:
                report(f"Not an object of types with {TRUE!r} among them.", field, query)
                continue
            lists = {kind: _read_ids(ids) for kind, ids in types.items()}
            for kind, ids in lists.items():
                if ids is None:
                    report("Not a list of ids.", field, query, kind)
            benchmark[field][query] = Pool({kind: ids or [] for kind, ids in lists.items()})
    if not fields:
        report("No field.")
    if problems:
        raise UserError(first_of(problems))
    return benchmark


def _read_ids(value: object) -> list[str] | None:
    if isinstance(value, list) and all(type(i) in (str, int) for i in value):
        return [str(i) for i in value]
    return None


def write_benchmark(benchmark: Benchmark, path: str | Path) -> None:
    write_json(path, {f: {q: p.types for q, p in pools.items()} for f, pools in benchmark.items()})


def iterate_pools(benchmark: Benchmark) -> Iterator[tuple[str, str, Pool]]:
    for field, pools in benchmark.items():
        for query, pool in pools.items():
            yield field, query, pool


def negative_types(benchmark: Benchmark) -> list[str]:
    kinds = dict.fromkeys(kind for *_, pool in iterate_pools(benchmark) for kind in pool.types)
    return [kind for kind in kinds if kind != TRUE]


def find_oddities(benchmark: Benchmark, positives: int = 5) -> list[str]:
    """Describe the oddities of an accepted benchmark.

    Pools without ``positives`` cited papers, ids listed twice in one type, candidates of two types.
    """
    short, again, twice = [], Counter(), Counter()
    for field, query, pool in iterate_pools(benchmark):
        name = f"{field}, {query}"
        if len(pool.positives) != positives:
            short.append(f"{name} ({len(pool.positives)})")
        n_distinct = sum(len(set(ids)) for ids in pool.types.values())
        again[name] = sum(map(len, pool.types.values())) - n_distinct
        twice[name] = n_distinct - len(pool.candidates())
    oddities = []
    if short:
        pools = "pool has" if len(short) == 1 else "pools have"
        what = f"{pools} other than {positives} positives"
        oddities.append(f"{len(short)} {what}: {name_some(short)}")
    in_one = "ids are listed twice in one type of a pool and count once"
    in_two = "candidates stand in two types of a pool and count once, as positives where one of "
    in_two += f"the types is {TRUE!r}"
    for counts, what in ((again, in_one), (twice, in_two)):
        if counts.total():
            oddities.append(f"{counts.total()} {what}: {name_some(list(+counts))}")
    return oddities


def read_texts(path: str | Path, benchmark: Benchmark) -> dict[str, Text]:
    """Read the titles and abstracts of a benchmark's papers; a null one is empty.

    The first of different texts of a paper is taken, and a warning logged. Raises UserError for
    malformed lines and missing papers.
    """
    texts: dict[str, Text] = {}
    problems: list[Problem] = []
    rows = read_json_rows(path, "a paper", _parse_paper, _TEXT_FORMAT, problems)
    changed = [i for _, (i, text) in rows if texts.setdefault(i, text) != text]
    if changed := list(dict.fromkeys(changed)):
        what = "%s: %d papers have several texts, the first is taken: %s."
        logger.warning(what, path, len(changed), name_some(changed))
    needed = {i for _, query, pool in iterate_pools(benchmark) for i in (query, *pool.candidates())}
    if missing := sorted(needed - set(texts)):
        what = f"{len(missing)} papers of the benchmark are missing: {name_some(missing)}."
        problems.append(Problem(what, str(path), "Give the file that belongs to the benchmark."))
    if problems:
        raise UserError(first_of(problems))
    return texts


def _parse_paper(row: dict[str, Any]) -> tuple[str, Text]:
    paper_id = next((row[key] for key in _ID_KEYS if row.get(key) is not None), None)
    if type(paper_id) not in (str, int):
        raise ValueError("no id")
    title, abstract = (row.get(key) or "" for key in ("title", "abstract"))
    if not isinstance(title, str) or not isinstance(abstract, str):
        raise ValueError("title and abstract must be strings or null")
    return str(paper_id), Text(title, abstract)
