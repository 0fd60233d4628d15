"""BEIR folders: corpus.jsonl, queries.jsonl and qrels/<split>.tsv.

Source: Thakur et al., "BEIR" (2021), and its GenericDataLoader. Rows have ``_id`` (or ``id``) and
``text``, documents optionally a ``title``. Additions of our export: the query paper in a query's
``metadata`` (``paper_id``, ``part``, ``title``, ``abstract``), and ``sentences`` with ``labels``
there and in the ``metadata`` of documents; ``scheme.yaml`` has the labels and parts,
without it the default scheme. In a folder that ``paperpool next`` wrote, ``frame.json`` names the
queries that grades are drawn of, which stay without a judgment, and the least relevant grade.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from paperpool.collections.drawn_frame import FRAME, read_frame
from paperpool.collections.found import Found, Topic
from paperpool.collections.papers import Paper, PlainPaper
from paperpool.collections.readers import rows
from paperpool.collections.readers.reader import PATH, Reader
from paperpool.collections.schemes import SCHEME, Scheme, find_collection_scheme, read_scheme
from paperpool.io.bad_rows import BadRow
from paperpool.io.strict_json import JsonObject, is_text_list
from paperpool.settings import setting

HEADER = ["query-id", "corpus-id", "score"]


class Beir(Reader):
    """A BEIR folder: corpus.jsonl, queries.jsonl (either may be .gz) and qrels/<split>.tsv."""

    path: str = setting("the folder", PATH)

    @classmethod
    def find_told(cls, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Return the least relevant grade, if there is a frame of drawn grades with it."""
        path = Path(str(settings.get("path", ""))) / FRAME
        if not path.is_file():
            return {}
        relevant = read_frame(path).relevant
        return {} if relevant is None else {"relevant": relevant}

    def files(self) -> dict[str, str]:
        """Return the three files, and those of the scheme and of a frame if there are such."""
        folder = Path(self.path)
        files = {
            "documents": _either(folder / "corpus.jsonl"),
            "topics": _either(folder / "queries.jsonl"),
            "qrels": str(folder / "qrels" / f"{self.split}.tsv"),
        }
        for key, name in (("scheme", SCHEME), ("frame", FRAME)):
            if (folder / name).is_file():
                files[key] = str(folder / name)
        return files

    def read_scheme(self) -> Scheme:
        """Return the scheme of the folder; raise UserError if it has mistakes."""
        return read_scheme(find_collection_scheme(self.path))

    def read(self) -> Found:
        """Read documents, topics and the split's judgments."""
        files = self.files()
        found = Found(where=files, scheme=self.read_scheme())
        parse_document = partial(_document, scheme=found.scheme)
        documents = rows.read_objects(files["documents"], "documents", parse_document, found)
        for paper_id, paper in documents:
            found.add_document(paper_id, paper)
        parse_topic = partial(_topic, scheme=found.scheme)
        for topic_id, topic in rows.read_objects(files["topics"], "topics", parse_topic, found):
            found.add_topic(topic_id, topic)
        _read_qrels(files["qrels"], found)
        if "frame" in files:
            frame = read_frame(Path(files["frame"]))
            found.drawn_topics = frozenset(frame.pairs)
            if self.relevant > frame.max_grade:
                highest = f"the highest grade is {frame.max_grade:g}"
                message = f"Nothing is relevant: relevant is {self.relevant:g}, and {highest}."
                found.refuse(message, "frame", "Lower relevant.")

        rows.refuse_bad_rows(found, "topics", 'A query is {"_id": text, "text": text} on its line.')
        rows.refuse_bad_rows(found, "qrels", f"Columns are {', '.join(HEADER)}, separated by tabs.")
        return found

    def has_facets(self) -> bool:
        """Return whether the first document has sentences with labels."""
        parse_document = partial(_document, scheme=self.read_scheme())
        file = self.files()["documents"]
        documents = rows.read_objects(file, "documents", parse_document, Found())
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


def _document(row: JsonObject, scheme: Scheme) -> tuple[str, Paper | PlainPaper]:
    paper_id = _id(row)
    title = row.get("title") or ""
    text = row["text"]
    metadata = row.get("metadata") or {}
    if not (isinstance(title, str) and isinstance(text, str) and isinstance(metadata, Mapping)):
        raise BadRow("wrong_type")
    return paper_id, _paper(paper_id, title, text, metadata, scheme)


def _topic(row: JsonObject, scheme: Scheme) -> tuple[str, Topic]:
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
    paper = _paper(paper_id, title, abstract, metadata, scheme)
    return topic_id, Topic(text, paper, paper_id, part)


def _id(row: JsonObject) -> str:
    value = row["_id"] if "_id" in row else row["id"]
    if not isinstance(value, str) or not value:
        raise BadRow("wrong_type")
    return value


def _paper(
    paper_id: str, title: str, text: str, metadata: Mapping[str, object], scheme: Scheme
) -> Paper | PlainPaper:
    """Return a paper, with the labels of its sentences if they are those of its text.

    Sentences of a scheme without labels have none.
    """
    sentences = metadata.get("sentences")
    labels = metadata.get("labels")
    if (
        is_text_list(sentences)
        and is_text_list(labels)
        and len(labels) == (len(sentences) if scheme.labels else 0)
        and set(labels) <= set(scheme.labels)
        and " ".join(sentences) == text
    ):
        return Paper(paper_id, title, tuple(sentences), tuple(labels))
    return PlainPaper(paper_id, title, text)
