"""BEIR folders: corpus.jsonl, queries.jsonl and qrels/<split>.tsv.

Source: Thakur et al., "BEIR" (2021), and its GenericDataLoader. Rows have ``_id`` (or ``id``) and
``text``, documents optionally a ``title``. Additions of our export: the query paper in a query's
``metadata`` (``paper_id``, ``part``, ``title``, ``abstract``), and ``sentences`` with ``labels``
there and in the ``metadata`` of documents.
"""

from collections.abc import Mapping
from pathlib import Path

from paperpool.collections.facets import LABELS
from paperpool.collections.found import Found, Topic
from paperpool.collections.papers import Paper, PlainPaper
from paperpool.collections.readers import rows
from paperpool.collections.readers.reader import PATH, Reader
from paperpool.io.bad_rows import BadRow
from paperpool.io.strict_json import JsonObject, is_text_list
from paperpool.settings import setting

HEADER = ["query-id", "corpus-id", "score"]


class Beir(Reader):
    """A BEIR folder: corpus.jsonl, queries.jsonl (either may be .gz) and qrels/<split>.tsv."""

    path: str = setting("the folder", PATH)

    def files(self) -> dict[str, str]:
        """Return the three files."""
        folder = Path(self.path)
        return {
            "documents": _either(folder / "corpus.jsonl"),
            "topics": _either(folder / "queries.jsonl"),
            "qrels": str(folder / "qrels" / f"{self.split}.tsv"),
        }

    def read(self) -> Found:
        """Read documents, topics and the split's judgments."""
        files = self.files()
        found = Found(where=files)
        for paper_id, paper in rows.read_objects(files["documents"], "documents", _document, found):
            found.add_document(paper_id, paper)
        for topic_id, topic in rows.read_objects(files["topics"], "topics", _topic, found):
            found.add_topic(topic_id, topic)
        _read_qrels(files["qrels"], found)

        rows.refuse_bad_rows(found, "topics", 'A query is {"_id": text, "text": text} on its line.')
        rows.refuse_bad_rows(found, "qrels", f"Columns are {', '.join(HEADER)}, separated by tabs.")
        return found

    def has_facets(self) -> bool:
        """Return whether the first document has sentences with labels."""
        documents = rows.read_objects(self.files()["documents"], "documents", _document, Found())
        first = next(documents, None)
        return first is not None and isinstance(first[1], Paper)


def _either(path: Path) -> str:
    packed = path.with_name(f"{path.name}.gz")
    return str(packed if packed.is_file() and not path.is_file() else path)


def _read_qrels(path: str, found: Found) -> None:
    for number, columns in rows.read_columns(path, "judgments", len(HEADER), "\t", found):
        if number == 1 and columns == HEADER:
            continue
        columns = [_unquote(column) for column in columns]
        grade = rows.read_grade(found, path, number, columns[2])
        if grade is not None:
            found.add_grade(columns[0], columns[1], grade)


def _unquote(column: str) -> str:
    """Remove CSV's quotes, as BEIR's loader does."""
    if len(column) > 1 and column[0] == column[-1] == '"':
        return column[1:-1].replace('""', '"')
    return column


def _document(row: JsonObject) -> tuple[str, Paper | PlainPaper]:
    paper_id = _id(row)
    title = row.get("title") or ""
    text = row["text"]
    metadata = row.get("metadata") or {}
    if not (isinstance(title, str) and isinstance(text, str) and isinstance(metadata, Mapping)):
        raise BadRow("wrong_type")
    return paper_id, _paper(paper_id, title, text, metadata)


def _topic(row: JsonObject) -> tuple[str, Topic]:
    topic_id = _id(row)
    text = row["text"]
    metadata = row.get("metadata") or {}
    if not (isinstance(text, str) and isinstance(metadata, Mapping)):
        raise BadRow("wrong_type")

    keys = ("paper_id", "part", "title", "abstract")
    query_paper = [metadata.get(key) for key in keys]
    if not is_text_list(query_paper):
        return topic_id, Topic(text)
    paper_id, part, title, abstract = query_paper
    return topic_id, Topic(text, _paper(paper_id, title, abstract, metadata), paper_id, part)


def _id(row: JsonObject) -> str:
    value = row["_id"] if "_id" in row else row["id"]
    if not isinstance(value, str) or not value:
        raise BadRow("wrong_type")
    return value


def _paper(
    paper_id: str, title: str, text: str, metadata: Mapping[str, object]
) -> Paper | PlainPaper:
    """Return a paper, with the labels of its sentences if they are those of its text."""
    sentences = metadata.get("sentences")
    labels = metadata.get("labels")
    if (
        is_text_list(sentences)
        and is_text_list(labels)
        and len(sentences) == len(labels)
        and set(labels) <= set(LABELS)
        and " ".join(sentences) == text
    ):
        return Paper(paper_id, title, tuple(sentences), tuple(labels))
    return PlainPaper(paper_id, title, text)
