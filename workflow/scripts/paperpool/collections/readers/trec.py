"""TREC's files: documents and topics in markup or as rows of JSON, and qrels.

Source: trec_eval's README for qrels (topic, iteration, document, grade); the TREC collections for
documents (<DOC> with <DOCNO>) and topics (<top> with <num>, or <topic number="...">).
"""

import re
from collections.abc import Iterator
from pathlib import Path

from paperpool.collections.found import Found, Topic
from paperpool.collections.papers import PlainPaper
from paperpool.collections.readers import rows
from paperpool.collections.readers.markup import fold, plain_text, read_blocks, read_fields
from paperpool.collections.readers.reader import PATH, Reader, optional_list
from paperpool.io.bad_rows import BadRow, replace_unstorable
from paperpool.io.files import expand_globs
from paperpool.io.streams import UnreadableTail
from paperpool.io.streams import read_blocks as read_pieces
from paperpool.io.strict_json import JsonObject
from paperpool.settings import setting

NUMBER = "number"
POSITION = "position"
_IDS = ("docno", "docid", "doc_id", "id", "_id")
_TITLES = ("title", "headline", "head", "ttl", "hl")
_TEXTS = ("text", "abstract", "body", "contents")
_TOPIC_FIELDS = {
    "title": ("title",),
    "query": ("query", "question", "text"),
    "description": ("desc", "description"),
    "narrative": ("narr", "narrative"),
}
"""The tags, or keys of JSON, of each part of a topic."""

_LABEL = re.compile(r"^\s*(number|description|narrative|topic|title)\s*:\s*", re.IGNORECASE)
_JSON = (".jsonl", ".jsonl.gz")


class Trec(Reader):
    """TREC's files: documents (SGML or XML with or without a root, or .jsonl), topics and qrels."""

    documents: str = setting(
        "the documents: a file or a glob; .gz too. A document is <doc> with <docno>, or a row with "
        "docno, id or _id; searched are title and text (without a <text> all that is in it)",
        PATH,
    )
    topics: str = setting(
        "the topics: <top> with <num>, or <topic number=...>, in a file of markup; .tsv with id "
        "and text; or .jsonl with id and title or text",
        PATH,
    )
    qrels: str = setting("the judgments: topic, iteration, document and grade on a line", PATH)
    topic_ids: str = setting(
        "how judgments name topics: number (by what the topic has as its number) or position (by "
        "its place in the file, from 1)",
        {"description": "number or position", "enum": [NUMBER, POSITION]},
        NUMBER,
    )
    topic_fields: list[str] | None = setting(
        "the parts of a topic that are its text, of title, query, description and narrative; null: "
        "its query where it has one, else its title",
        optional_list(
            "title, query, description and narrative",
            {"description": "a part of topics", "enum": list(_TOPIC_FIELDS)},
        ),
        None,
    )

    def files(self) -> dict[str, str]:
        """Return the files; ``documents`` may be a glob."""
        return {"documents": self.documents, "topics": self.topics, "qrels": self.qrels}

    def read(self) -> Found:
        """Return documents, topics and judgments."""
        found = Found(where=self.files())
        for path in expand_globs([self.documents]) or [self.documents]:
            for paper_id, title, text in _read_documents(path, found):
                found.add_document(paper_id, PlainPaper(paper_id, title, text))
        for place, (number, text) in enumerate(self._read_topics(found), 1):
            topic_id = str(place) if self.topic_ids == POSITION else number
            found.add_topic(topic_id, Topic(text))
        for number, columns in rows.read_columns(self.qrels, "judgments", 4, None, found):
            grade = rows.read_grade(found, self.qrels, number, columns[3])
            if grade is not None:
                found.add_grade(columns[0], columns[2], grade)

        rows.refuse_bad_rows(found, "topics", "A topic has a number and a text.")
        rows.refuse_bad_rows(found, "qrels", "Columns are topic, iteration, document and grade.")
        places = {str(place) for place in range(1, len(found.topics) + 1)}
        if self.topic_ids == NUMBER and found.grades.keys() <= places:
            found.hint = (
                "The judgments name topics from 1 to the number of topics: perhaps by their place "
                "in the file. Then set topic_ids to position."
            )
        return found

    def _read_topics(self, found: Found) -> Iterator[tuple[str, str]]:
        """Yield the number and the text of each topic; one without either is a bad row."""
        path = self.topics
        if path.endswith(_JSON):
            yield from rows.read_objects(path, "topics", self._parse_topic, found)
            return
        if path.endswith(".tsv"):
            for _, columns in rows.read_columns(path, "topics", 2, "\t", found):
                yield columns[0], columns[1]
            return

        tag = _find_tag(path, ("top", "topic", "query"))
        names = {"num", "number"}.union(*_TOPIC_FIELDS.values())
        for block in read_blocks(_read_pieces(path, "topics", found), tag):
            try:
                fields = block.attributes | read_fields(_decode(block.data), names)
                # classic topics repeat the tag's name in its text: "<num> Number: 301"
                unlabelled = {name: _LABEL.sub("", text) for name, text in fields.items()}
                yield self._parse_topic(unlabelled)
            except (BadRow, KeyError) as error:
                reason = error.reason if isinstance(error, BadRow) else "missing_key"
                rows.put_aside(found, "topics", path, block.line, reason, block.data)

    def _parse_topic(self, row: JsonObject) -> tuple[str, str]:
        number = _first(row, ("num", "number", "qid", "query_id", *_IDS))
        texts = {}
        for part, names in _TOPIC_FIELDS.items():
            text = _first(row, names)
            if text:
                texts[part] = text

        wanted = self.topic_fields
        if not wanted:
            wanted = ["query"] if "query" in texts else ["title"]
        if not number or not all(part in texts for part in wanted):
            raise BadRow("missing_key")
        return fold(number), fold(" ".join(texts[part] for part in wanted))


def _read_documents(path: str, found: Found) -> Iterator[tuple[str, str, str]]:
    """Yield id, title and text of each document of a file; others are counted as dropped."""
    if path.endswith(_JSON):
        yield from rows.read_objects(path, "documents", _parse_document, found)
        return
    tag = _find_tag(path, ("doc", "document"))
    for block in read_blocks(_read_pieces(path, "documents", found), tag):
        found.read["documents"] += 1
        try:
            if not block.is_closed:
                raise BadRow("truncated")
            yield _parse_markup(block.attributes, _decode(block.data))
        except BadRow as error:
            rows.put_aside(found, "documents", path, block.line, error.reason, block.data)


def _parse_markup(attributes: dict[str, str], data: str) -> tuple[str, str, str]:
    fields = attributes | read_fields(data, _IDS + _TITLES + _TEXTS)
    paper_id = _first(fields, _IDS)
    if not paper_id:
        raise BadRow("missing_key")
    title = _first(fields, _TITLES) or ""
    if any(name in fields for name in _TEXTS):
        text = " ".join(fields[name] for name in _TEXTS if fields.get(name))
    else:  # all that is neither its id nor its title
        tags = "|".join(_IDS + _TITLES)
        inner = re.sub(rf"(?is)<({tags})(?:\s[^<>]*)?>.*?</\1\s*>", " ", data)
        text = plain_text(inner)
    return paper_id, title, text


def _parse_document(row: JsonObject) -> tuple[str, str, str]:
    paper_id = _first(row, _IDS)
    title = _first(row, _TITLES)
    texts = [row[name] for name in _TEXTS if row.get(name) is not None]
    if not paper_id or (not texts and title is None):
        raise BadRow("missing_key")
    if not all(isinstance(text, str) for text in texts):
        raise BadRow("wrong_type")
    return paper_id, fold(title or ""), fold(" ".join(texts))


def _first(row: JsonObject, names: tuple[str, ...]) -> str | None:
    """Return the first value among some keys; raise BadRow if it is no text."""
    for name in names:
        value = row.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if value is not None and not isinstance(value, str):
            raise BadRow("wrong_type")
        if value:
            return value
    return None


def _read_pieces(path: str, kind: str, found: Found) -> Iterator[bytes]:
    """Yield a file in pieces; a truncated compressed one is a dropped row."""
    try:
        yield from read_pieces(Path(path))
    except UnreadableTail:
        found.read[kind] += 1
        rows.put_aside(found, kind, path, 0, "truncated", b"")


def _find_tag(path: str, tags: tuple[str, ...]) -> str:
    """Return the first of some tags that a file has a block of."""
    for tag in tags:
        if next(read_blocks(_read_pieces(path, "", Found()), tag), None):
            return tag
    return tags[0]


def _decode(data: bytes) -> str:
    try:
        return replace_unstorable(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadRow("invalid_utf8") from None
