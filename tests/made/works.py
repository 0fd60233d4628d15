"""Hand-made works of OpenAlex, and parts of a snapshot as JSON lines and Parquet."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from .shards import make_row, write_shard

SITE = "https://openalex.org/"

_TEXT, _TEXTS = pa.string(), pa.list_(pa.string())
_NAMED = pa.struct({"id": _TEXT, "display_name": _TEXT})
_PLACE = pa.struct({"source": _NAMED, "raw_source_name": _TEXT, "landing_page_url": _TEXT})
_CONCEPT = pa.struct(
    {"id": _TEXT, "display_name": _TEXT, "level": pa.int32(), "score": pa.float32()}
)

PARQUET = pa.schema(
    {
        "id": _TEXT,
        "doi": _TEXT,
        "title": _TEXT,
        "ids": pa.map_(_TEXT, _TEXT),
        "publication_year": pa.int32(),
        "type": _TEXT,
        "language": _TEXT,
        "topics": pa.list_(pa.struct({"display_name": _TEXT, "subfield": _NAMED, "field": _NAMED})),
        "concepts": pa.list_(_CONCEPT),
        "locations": pa.list_(_PLACE),
        "primary_location": _PLACE,
        "is_retracted": pa.bool_(),
        "is_xpac": pa.bool_(),
        "referenced_works": _TEXTS,
        "abstract_inverted_index": _TEXT,
        "cited_by_count": pa.int64(),
        "updated_date": pa.timestamp("us"),
    }
)
"""The columns of a Parquet part that are read, and three that are not, in the snapshot's order."""


def index_text(text: str) -> dict[str, list[int]]:
    """Return the inverted index of a text."""
    index: dict[str, list[int]] = {}
    for place, word in enumerate(text.split()):
        index.setdefault(word, []).append(place)
    return index


def as_work(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of S2ORC metadata as a work of OpenAlex, whose id is ``W`` and the row's."""
    name = f"W{row['paper_id']}"
    abstract, arxiv_id = row["abstract"], row["arxiv_id"]
    place = {
        "source": row["venue"] and {"id": f"{SITE}S1", "display_name": row["venue"]},
        "raw_source_name": None,
        "landing_page_url": arxiv_id and f"http://arxiv.org/abs/{arxiv_id}v2",
    }
    fields = [field.replace(" Science", " science") for field in row["mag_field_of_study"] or []]
    return {
        "id": SITE + name,
        "doi": row["doi"] and f"https://doi.org/{row['doi']}",
        "title": row["title"],
        "display_name": row["title"],
        "ids": {"openalex": SITE + name},
        "publication_year": row["year"],
        "type": "article",
        "topics": [],
        "concepts": [
            *({"display_name": field, "level": 0, "score": 0.5} for field in fields),
            {"display_name": "Geology", "level": 0, "score": 0.0},
            {"display_name": "Mind", "level": 1, "score": 0.4},
        ],
        "locations": [place],
        "primary_location": place,
        "is_retracted": False,
        "is_xpac": False,
        "referenced_works": [f"{SITE}W{cited}" for cited in row["outbound_citations"]],
        "abstract_inverted_index": None if abstract is None else index_text(abstract),
        "cited_by_count": len(row["inbound_citations"]),
        "authorships": [{"a key": "that nothing reads"}],
    }


def make_work(number: int | str = 1, **values: Any) -> dict[str, Any]:
    """Return the work that goes with ``make_row``."""
    return as_work(make_row(str(number))) | values


def make_table(works: Iterable[Mapping[str, Any]]) -> pa.Table:
    """Return works as the table of a Parquet part."""
    rows = []
    for work in works:
        index = work["abstract_inverted_index"]
        text = index if isinstance(index, str | None) else json.dumps(index, ensure_ascii=False)
        rows.append({**work, "abstract_inverted_index": text, "ids": list(work["ids"].items())})
    return pa.Table.from_pylist(rows, PARQUET)


def write_part(path: Path, works: Iterable[Mapping[str, Any]]) -> Path:
    """Write works as a part of a snapshot: Parquet or JSON lines, by its name."""
    if path.suffix != ".parquet":
        return write_shard(path, map(dict, works))
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(make_table(works), path, row_group_size=100, compression="snappy")
    return path


def write_bucket(folder: Path, parts: Mapping[str, Iterable[Mapping[str, Any]]], date: str) -> None:
    """Write works by the name of their part, and their manifest, as the public bucket has them."""
    names = list(parts)
    works = folder / "data" / ("parquet" if names[0].endswith(".parquet") else "jsonl") / "works"
    counts = [len(list(parts[name])) for name in names]
    paths = [write_part(works / name, parts[name]) for name in names]
    files = [
        {
            "url": f"s3://openalex/{path.relative_to(folder)}",
            "meta": {"content_length": path.stat().st_size, "record_count": count},
        }
        for path, count in zip(paths, counts, strict=True)
    ]
    manifest = {"date": date, "record_count": sum(counts), "files": files}
    (works / "manifest.json").write_text(json.dumps(manifest))
