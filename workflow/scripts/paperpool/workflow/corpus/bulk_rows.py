"""Read shards of Semantic Scholar's bulk datasets (one JSON object a line) into tables.

`papers`, `abstracts`, `citations` and `paper-ids` of the Academic Graph's releases
(api.semanticscholar.org/api-docs/datasets). A corpus id, a number or digits, is S2ORC's paper id.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeVar

import pyarrow as pa

from paperpool.io import tables
from paperpool.io.bad_rows import BadRow, OnBadRow, replace_unstorable
from paperpool.io.files import write_json
from paperpool.io.json_lines import parse_values
from paperpool.io.parquet_files import writing_groups
from paperpool.workflow.corpus.batches import Batch, read_rows
from paperpool.workflow.corpus.public_ids import read_mag_id
from paperpool.workflow.corpus.row import MAX_ROW_BYTES
from paperpool.workflow.corpus.rows import choose_venue

Wanted = TypeVar("Wanted")

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
    types: list[str] | None


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
    corpus_id, external_ids, title, year, fields, count, venue, journal, types = values
    if external_ids is None:
        external_ids = {}
    external_ids = _expect(external_ids, dict)
    if year is not None and not 0 <= _expect(year, int) <= 9999:
        _refuse()
    if not 0 <= _expect(count, int) < 2**31:
        _refuse()
    if journal is not None:
        journal = _expect(journal, dict).get("name")

    names = _choose_fields(fields)
    if not is_clean:
        names = [replace_unstorable(name) for name in names]
    return BulkPaper(
        paper_id=_paper_id(corpus_id),
        title=_text(title, is_clean),
        year=year,
        fields=names,
        arxiv_id=_text(external_ids.get("ArXiv"), is_clean),
        acl_id=_text(external_ids.get("ACL"), is_clean),
        doi=_text(external_ids.get("DOI"), is_clean),
        venue=_text(choose_venue(venue, journal), is_clean),
        n_inbound=count,
        mag_id=read_mag_id(external_ids.get("MAG")),
        types=_read_types(types, is_clean),
    )


def parse_abstract(data: bytes) -> tuple[str, str | None]:
    """Return the paper's id and abstract in a line of `abstracts`, or raise ``BadRow``."""
    (corpus_id, abstract), is_clean = parse_values(data, _get_abstract)
    return _paper_id(corpus_id), _text(abstract, is_clean)


def parse_citation(data: bytes) -> tuple[str | None, str | None]:
    """Return both ends in a line of `citations`, None if unresolved, or raise ``BadRow``."""
    (citing_id, cited_id), _ = parse_values(data, _get_citation)
    if citing_id is not None:
        citing_id = _paper_id(citing_id)
    if cited_id is not None:
        cited_id = _paper_id(cited_id)
    return citing_id, cited_id


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


def _get_paper(record: Mapping[str, object]) -> tuple[object, ...]:
    """Return the values that ``parse_paper`` reads; KeyError if a needed one is missing."""
    further = (record.get("venue"), record.get("journal"), record.get("publicationtypes"))
    return (*_get_required(record), *further)


def _refuse() -> NoReturn:
    raise BadRow("wrong_type")


def _expect(value: object, wanted: type[Wanted]) -> Wanted:
    """Return a value if ``wanted`` is its exact type (a bool is no int), or raise ``BadRow``."""
    if type(value) is not wanted:
        _refuse()
    return value


def _text(value: object, is_clean: bool) -> str | None:
    if value is None:
        return None
    text = _expect(value, str)
    return text if is_clean else replace_unstorable(text)


def _paper_id(value: object) -> str:
    if type(value) is int and value >= 0:
        return str(value)
    if type(value) is str and value.isascii() and value.isdigit():
        return value
    _refuse()


def _choose_fields(entries: object) -> list[str]:
    """Return the fields of study that count (see ``parse_paper``), each once."""
    if entries is None:
        return []
    names = []
    external = []
    for entry in _expect(entries, list):
        if type(entry) is not dict or type(entry.get("category")) is not str:
            _refuse()
        names.append(entry["category"])
        if entry.get("source") == "external":
            external.append(entry["category"])
    return list(dict.fromkeys(external or names))


def _read_types(types: object, is_clean: bool) -> list[str] | None:
    """Return the texts of `publicationtypes`, such as JournalArticle; None if it is null."""
    if types is None:
        return None
    read = []
    for name in _expect(types, list):
        text = _text(name, is_clean)
        if text is not None:
            read.append(text)
    return read


_OF_PAPERS = map(tables.PAPERS.field, BulkPaper._fields[:-2])

DATASETS: dict[str, pa.Schema] = {
    "papers": pa.schema(
        [
            *_OF_PAPERS,
            ("mag_id", tables.LONG),
            ("types", tables.TEXTS),
            ("line", tables.LONG),
        ]
    ),
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
            """Write the rows of a batch with the numbers of their lines."""
            columns = [*batch.columns, batch.lines]
            writer.write_batch(pa.record_batch(columns, schema=schema))

        counts = read_rows(
            path,
            shard,
            PARSERS[dataset],
            write,
            quarantine,
            on_bad_row,
            max_row_bytes=max_row_bytes,
        )

    if "unread" in counts:
        counts["unread"]["expected"] = f"rows of the dataset {dataset}, JSON lines"
    write_json(output.summary, counts)
