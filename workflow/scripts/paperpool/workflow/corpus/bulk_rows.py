"""Read shards of Semantic Scholar's bulk datasets (one JSON object a line) into tables.

`papers`, `abstracts`, `citations` and `paper-ids` of the Academic Graph's releases
(api.semanticscholar.org/api-docs/datasets). A corpus id, a number or digits, is S2ORC's paper id.
"""

from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import pyarrow as pa

from paperpool.io import tables
from paperpool.io.files import write_json
from paperpool.io.json_lines import BadRow, OnBadRow, parse_values, replace_unstorable
from paperpool.io.parquet_files import writing_groups
from paperpool.workflow.corpus.batches import MAX_ROW_BYTES, Batch, read_rows
from paperpool.workflow.corpus.public_ids import read_mag_id
from paperpool.workflow.corpus.rows import choose_venue

_get_required = itemgetter(
    "corpusid", "externalids", "title", "year", "s2fieldsofstudy", "citationcount"
)
_get_abstract = itemgetter("corpusid", "abstract")
_get_paper_id = itemgetter("sha", "corpusid")
_get_citation = itemgetter("citingcorpusid", "citedcorpusid")


class BulkPaper(NamedTuple):
    """A row of `papers`: the metadata of S2ORC without abstract and citations."""

    paper_id: str
    title: str | None
    year: int | None
    fields: list[str]
    arxiv_id: str | None
    acl_id: str | None
    doi: str | None
    venue: str | None
    n_inbound: int
    mag_id: int | None


class BulkPaperId(NamedTuple):
    """A row of `paper-ids`: a hash that stands for a paper, in small letters."""

    sha: str
    paper_id: str


def parse_paper(data: bytes) -> BulkPaper:
    """Return the row of `papers` that a line holds, or raise ``BadRow``.

    Fields of study are those of the source ``external`` (MAG's, as in S2ORC), else all, each once.
    The name of ``journal`` replaces a missing or empty ``venue``.
    """
    values, is_clean = parse_values(data, _get_paper)
    corpus_id, external_ids, title, year, fields, count, venue, journal = values
    external_ids = {} if external_ids is None else _expect(external_ids, dict)
    if year is not None and not 0 <= _expect(year, int) <= 9999:
        _refuse()
    if not 0 <= _expect(count, int) < 2**31:
        _refuse()
    journal = None if journal is None else _expect(journal, dict).get("name")
    venue = choose_venue(venue, journal)
    texts = [title, *map(external_ids.get, ("ArXiv", "ACL", "DOI")), venue]
    title, arxiv_id, acl_id, doi, venue = (_text(text, is_clean) for text in texts)
    names = _choose_fields(fields)
    names = names if is_clean else list(map(replace_unstorable, names))
    paper_id, mag_id = _paper_id(corpus_id), read_mag_id(external_ids.get("MAG"))
    return BulkPaper(paper_id, title, year, names, arxiv_id, acl_id, doi, venue, count, mag_id)


def parse_abstract(data: bytes) -> tuple[str, str | None]:
    """Return the paper's id and abstract in a line of `abstracts`, or raise ``BadRow``."""
    (corpus_id, abstract), is_clean = parse_values(data, _get_abstract)
    return _paper_id(corpus_id), _text(abstract, is_clean)


def parse_citation(data: bytes) -> tuple[str | None, ...]:
    """Return both ends in a line of `citations`, None if unresolved, or raise ``BadRow``."""
    ends, _ = parse_values(data, _get_citation)
    return tuple(None if end is None else _paper_id(end) for end in ends)


def parse_paper_id(data: bytes) -> BulkPaperId:
    """Return the row of `paper-ids` that a line holds, or raise ``BadRow``."""
    (sha, corpus_id), _ = parse_values(data, _get_paper_id)
    return BulkPaperId(_expect(sha, str).lower(), _paper_id(corpus_id))


PARSERS: dict[str, Callable[[bytes], tuple[Any, ...]]] = {
    "papers": parse_paper,
    "abstracts": parse_abstract,
    "citations": parse_citation,
}
"""The parser of each dataset that a corpus is read from."""


def _get_paper(record: dict[str, Any]) -> tuple[Any, ...]:
    return (*_get_required(record), record.get("venue"), record.get("journal"))


def _refuse() -> NoReturn:
    raise BadRow("wrong_type")


def _expect(value: Any, wanted: type) -> Any:
    if type(value) is not wanted:
        _refuse()
    return value


def _text(value: Any, is_clean: bool) -> str | None:
    if value is None:
        return None
    return _expect(value, str) if is_clean else replace_unstorable(_expect(value, str))


def _paper_id(value: Any) -> str:
    if type(value) is int and value >= 0:
        return str(value)
    if type(value) is str and value.isascii() and value.isdigit():
        return value
    _refuse()


def _choose_fields(fields: Any) -> list[str]:
    if fields is None:
        return []
    pairs = []
    for entry in _expect(fields, list):
        if type(entry) is not dict or type(entry.get("category")) is not str:
            _refuse()
        pairs.append((entry["category"], entry.get("source")))
    external = [name for name, source in pairs if source == "external"]
    return list(dict.fromkeys(external or [name for name, _ in pairs]))


_OF_PAPERS = map(tables.PAPERS.field, BulkPaper._fields[:-1])

DATASETS: dict[str, pa.Schema] = {
    "papers": pa.schema([*_OF_PAPERS, ("mag_id", tables.LONG), ("line", tables.LONG)]),
    "abstracts": tables.make_schema("paper_id abstract", line=tables.LONG),
    "citations": pa.schema([*tables.CITATIONS, ("line", pa.int64())]),
}
"""The table of each dataset's readable rows, in file order; ``line`` is the row's line."""


@dataclass(frozen=True)
class ReadBulkShard:
    """The files of ``read_bulk_shard``.

    ``rows``: a table of ``DATASETS``. ``quarantine``: ``tables.QUARANTINE``. ``summary``: counts.
    """

    rows: str | Path
    quarantine: str | Path
    summary: str | Path


def read_bulk_shard(
    path: str | Path,
    shard: str,
    dataset: str,
    output: ReadBulkShard,
    *,
    max_row_bytes: int = MAX_ROW_BYTES,
    on_bad_row: OnBadRow = "quarantine",
) -> None:
    """Read the shard at ``path``, named ``shard``, of ``dataset`` into the files of ``output``."""
    schema = DATASETS[dataset]
    with (
        writing_groups(output.rows, schema) as writer,
        tables.writing_table(output.quarantine, tables.QUARANTINE) as quarantine,
    ):

        def write(batch: Batch) -> None:
            columns = [*batch.columns, batch.lines]
            writer.write_batch(pa.record_batch(columns, schema=schema))

        settings = {"max_row_bytes": max_row_bytes, "on_bad_row": on_bad_row}
        counts = read_rows(path, shard, PARSERS[dataset], write, quarantine, **settings)
    if "unread" in counts:
        counts["unread"]["expected"] = f"rows of the dataset {dataset}, JSON lines"
    write_json(output.summary, counts)
