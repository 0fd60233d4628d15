"""MDCR's benchmark: its pools by field and query, and the texts of their papers.

Source: MDCR section 4 and the release (github.com/zoranmedic/mdcr): ``{field: {query: {<type>:
[ids], ..., "true": [ids]}}}``; and one paper per line of a ``_data.jsonl`` file.
"""

import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from paperpool.errors import Problem, UserError, first_of, name_some
from paperpool.io.files import read_unique_json, write_json
from paperpool.io.strict_json import JsonObject, read_json_rows

logger = logging.getLogger("paperpool")

SPLITS = ("val", "test")

TRUE = "true"
"""The type of the papers that the query cites; every other type holds negatives."""

_ENDS = {"": ".json", "_data": "_data.jsonl"}

RELEASE = ("mdcr_val.json", "mdcr_val_data.jsonl", "mdcr_test.json", "mdcr_test_data.jsonl")
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
        """The papers that the query cites, each once."""
        return list(dict.fromkeys(self.types[TRUE]))

    def negatives(self, kind: str | None = None) -> list[str]:
        """Return the negatives of a type, or of all, each once.

        A positive paper is no negative: the official script reads ``true`` last.
        """
        kinds = [kind] if kind else [name for name in self.types if name != TRUE]
        negatives: dict[str, None] = {}
        for name in kinds:
            negatives |= dict.fromkeys(self.types.get(name, ()))
        for paper_id in self.types[TRUE]:
            negatives.pop(paper_id, None)
        return list(negatives)

    def candidates(self) -> list[str]:
        """Return positives and negatives, each once."""
        return self.positives + self.negatives()


Benchmark = dict[str, dict[str, Pool]]


class Text(NamedTuple):
    """A paper's title and abstract, possibly empty."""

    title: str
    abstract: str


def name_splits(folder: str | Path) -> dict[str, str]:
    """Return the files of a benchmark: pools by split, and texts as <split>_data."""
    files = {}
    for suffix, end in _ENDS.items():
        for split in SPLITS:
            files[f"{split}{suffix}"] = f"{folder}/mdcr_{split}{end}"
    return files


def read_benchmark(path: str | Path) -> Benchmark:
    """Read a benchmark in the official format; raise UserError with every problem found.

    As the released ``evaluate.py`` does, it accepts ids listed twice and pools of any number of
    positives (``find_oddities`` counts them).
    """
    fields = read_unique_json(path, _FORMAT)
    problems: list[Problem] = []
    benchmark: Benchmark = {}

    def report(message: str, *keys: str) -> None:
        """Add a problem of the value under some keys."""
        problems.append(Problem(message, ", ".join([str(path), *keys]), _FORMAT))

    for field, queries in fields.items():
        if not isinstance(queries, dict) or not queries:
            report("Not an object of queries.", field)
            continue
        benchmark[field] = {}
        for query, types in queries.items():
            if not isinstance(types, dict) or TRUE not in types:
                report(f"Not an object of types with {TRUE!r} among them.", field, query)
                continue
            pool = Pool({})
            for kind, value in types.items():
                ids = _read_ids(value)
                if ids is None:
                    report("Not a list of ids.", field, query, kind)
                pool.types[kind] = ids or []
            benchmark[field][query] = pool

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
    """Write a benchmark in the official format."""
    fields = {}
    for field, pools in benchmark.items():
        fields[field] = {query: pool.types for query, pool in pools.items()}
    write_json(path, fields)


def iterate_pools(benchmark: Benchmark) -> Iterator[tuple[str, str, Pool]]:
    """Yield (field, query, pool) in the benchmark's order."""
    for field, pools in benchmark.items():
        for query, pool in pools.items():
            yield field, query, pool


def negative_types(benchmark: Benchmark) -> list[str]:
    """Return the types of negatives, in the order of the pools."""
    kinds: dict[str, None] = {}
    for _, _, pool in iterate_pools(benchmark):
        kinds |= dict.fromkeys(pool.types)
    return [kind for kind in kinds if kind != TRUE]


def find_oddities(benchmark: Benchmark, positives: int = 5) -> list[str]:
    """Describe the oddities of an accepted benchmark.

    Pools without ``positives`` cited papers, ids listed twice in one type, candidates of two types.
    """
    odd_sizes = []
    repeated: Counter[str] = Counter()
    of_two_types: Counter[str] = Counter()
    for field, query, pool in iterate_pools(benchmark):
        name = f"{field}, {query}"
        if len(pool.positives) != positives:
            odd_sizes.append(f"{name} ({len(pool.positives)})")
        n_listed = sum(map(len, pool.types.values()))
        n_distinct = sum(len(set(ids)) for ids in pool.types.values())
        repeated[name] = n_listed - n_distinct
        of_two_types[name] = n_distinct - len(pool.candidates())

    oddities = []
    if odd_sizes:
        pools = "pool has" if len(odd_sizes) == 1 else "pools have"
        counted = f"{len(odd_sizes)} {pools} other than {positives} positives"
        oddities.append(f"{counted}: {name_some(odd_sizes)}")
    if repeated.total():
        counted = f"{repeated.total()} ids are listed twice in one type of a pool and count once"
        oddities.append(f"{counted}: {name_some(list(+repeated))}")
    if of_two_types.total():
        counted = f"{of_two_types.total()} candidates stand in two types of a pool and count once"
        treated = f"as positives where one of the types is {TRUE!r}"
        oddities.append(f"{counted}, {treated}: {name_some(list(+of_two_types))}")
    return oddities


def read_texts(path: str | Path, benchmark: Benchmark) -> dict[str, Text]:
    """Read the titles and abstracts of a benchmark's papers; a null one is empty.

    The first of different texts of a paper is taken, and a warning logged. Raises UserError for
    malformed lines and missing papers.
    """
    texts: dict[str, Text] = {}
    changed: dict[str, None] = {}
    problems: list[Problem] = []
    rows = read_json_rows(path, "a paper", _parse_paper, _TEXT_FORMAT, problems)
    for _, (paper_id, text) in rows:
        if texts.setdefault(paper_id, text) != text:
            changed[paper_id] = None
    if changed:
        message = "%s: %d papers have several texts, the first is taken: %s."
        logger.warning(message, path, len(changed), name_some(list(changed)))

    needed = set()
    for _, query, pool in iterate_pools(benchmark):
        needed.add(query)
        needed.update(pool.candidates())
    missing = sorted(needed - set(texts))
    if missing:
        message = f"{len(missing)} papers of the benchmark are missing: {name_some(missing)}."
        problems.append(Problem(message, str(path), "Give the file that belongs to the benchmark."))
    if problems:
        raise UserError(first_of(problems))
    return texts


def _parse_paper(row: JsonObject) -> tuple[str, Text]:
    paper_id = next((row[key] for key in _ID_KEYS if row.get(key) is not None), None)
    if type(paper_id) not in (str, int):
        raise ValueError("no id")
    title = row.get("title") or ""
    abstract = row.get("abstract") or ""
    if not isinstance(title, str) or not isinstance(abstract, str):
        raise ValueError("title and abstract must be strings or null")
    return str(paper_id), Text(title, abstract)
