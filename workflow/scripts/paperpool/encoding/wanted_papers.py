"""The papers whose vectors are wanted, and the ids that they have in files of vectors.

A topic that is no paper has a vector, too. Files call it by the topic's id, or by ``query:ID`` if
a document has the same id: that id alone is the document's.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.io.parquet_files import read_table
from paperpool.io.tables import read_batches
from paperpool.rankers.scoring.formats import read_collection_of

QUERY = "query:"
"""Before the id of a topic that a document's id is, too."""

_MARK = "?"  # of ``collections.found.mark_questions``
_BUILT_OF = "in_mdcr"
_TOPICS = "topics.parquet"


@dataclass(frozen=True)
class WantedPapers:
    """The ``ids`` of papers; ``names`` are those of queries as files of vectors have them.

    ``aliases`` are the ids of queries by all names that files may have for them.
    """

    ids: pa.ChunkedArray
    names: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.ids)

    def show(self, rows: Iterable[int]) -> list[str]:
        """Return the ids of the papers in some rows, as files of vectors have them."""
        ids = self.ids.take(pa.array(list(rows), pa.int64())).to_pylist()
        return [self.names.get(paper, paper) for paper in ids]


class PaperRows:
    """The rows of papers, by their ids; memory holds the ids as sorted bytes."""

    def __init__(self, papers: WantedPapers):
        names = papers.ids
        rows = np.arange(len(papers))
        if papers.aliases:  # after the ids: the first of equal names is found
            aliases = pa.array(list(papers.aliases), pa.string())
            names = pa.chunked_array([*names.chunks, aliases], pa.string())
            queries = pa.array(list(papers.aliases.values()), pa.string())
            rows = np.concatenate([rows, pc.index_in(queries, papers.ids).to_numpy()])

        keys = names.cast(pa.binary()).to_numpy().astype("S")
        keys = keys.astype(f"S{keys.itemsize + 1}")  # a longer id is the start of no other
        order = np.argsort(keys, kind="stable")
        self._keys = keys[order]
        self._rows = rows[order]
        self.other: str | None = None
        """An id that was looked for in vain."""

    def find(self, ids: Sequence[bytes]) -> NDArray[np.int64]:
        """Return the row of each paper, -1 of one that is not among them."""
        if not len(self._keys) or not len(ids):
            return np.full(len(ids), -1)
        wanted = np.array(ids, self._keys.dtype)
        places = np.searchsorted(self._keys, wanted).clip(max=len(self._keys) - 1)
        rows = np.where(self._keys[places] == wanted, self._rows[places], -1)
        if self.other is None and rows.min() < 0:
            self.other = ids[int(rows.argmin())].decode("utf-8", "replace")
        return rows


def list_papers(files: str | Sequence[str]) -> WantedPapers:
    """Return the papers of tables (those of MDCR), CSFCube's release, or MDCR's two splits.

    A user's collection is its tables of papers and topics.
    """
    files = [files] if isinstance(files, str) else list(files)
    if not files[0].endswith(".parquet"):
        return want_papers(read_collection_of(files))

    topics = [file for file in files if Path(file).name == _TOPICS]
    tables = [file for file in files if file not in topics]
    ids = _read_ids(tables)
    if not topics:
        return WantedPapers(ids)

    table = read_table(topics[0], ["topic_id", "paper_id"])
    rows = zip(table["topic_id"].to_pylist(), table["paper_id"].to_pylist(), strict=True)
    is_question = pc.field("is_question")
    questions = read_table(tables[0], ["paper_id"], is_question)["paper_id"].to_pylist()
    return _name_queries(ids, rows, set(questions))


def _read_ids(tables: Sequence[str]) -> pa.ChunkedArray:
    """Return the ids of tables of papers; of a corpus, those of papers that MDCR is built of."""
    if _BUILT_OF not in pq.read_schema(tables[0]).names:
        batches = read_batches(tables, ["paper_id"])
    else:
        with_marks = read_batches(tables, ["paper_id", _BUILT_OF])
        batches = (batch.filter(batch.column(1)) for batch in with_marks)
    return pa.chunked_array([batch["paper_id"] for batch in batches], pa.string())


def want_papers(collection: Collection) -> WantedPapers:
    """Return the papers of a collection."""
    ids = pa.chunked_array([sorted(collection.papers)], pa.string())
    topics = ((name, pair[0]) for pair, name in collection.topic_names().items())
    return _name_queries(ids, topics, collection.questions)


def _name_queries(
    ids: pa.ChunkedArray, topics: Iterable[tuple[str, str]], questions: Iterable[str]
) -> WantedPapers:
    """Return papers whose queries are those of ``topics``, each its id and its paper's.

    ``questions`` are the papers that are no documents: a topic's id names its paper if there is no
    other topic of the same paper.
    """
    topics_of: dict[str, list[str]] = {}
    for topic, paper in topics:
        topics_of.setdefault(paper, []).append(topic)

    names = {paper: paper for paper in topics_of}
    aliases: dict[str, str] = {}
    for paper in sorted(topics_of.keys() & set(questions)):
        bare = paper.lstrip(_MARK)
        names[paper] = topics_of[paper][0] if len(topics_of[paper]) == 1 else bare
        for name in (names[paper], bare):
            aliases[name] = paper
            aliases[QUERY + name] = paper

    # The mark keeps a topic apart from a document of its id: only the latter is called by it.
    taken = pc.index_in(pa.array(list(names.values()), pa.string()), ids).to_pylist()
    for (paper, name), place in zip(list(names.items()), taken, strict=True):
        if place is not None and name != paper:
            names[paper] = QUERY + name
    return WantedPapers(ids, names, aliases)
