"""The files of the cystic fibrosis collection: records of Medline, and questions with votes.

Source: Shaw, Wood, Wood and Tibbo, "The Cystic Fibrosis Database: Content and Research
Opportunities" (1991), and the DTDs beside the files.

The files were converted from others, and two things went astray on the way. The last section of
each record stands in the next one, between its PAPERNUM and its RECORDNUM: it is put back here.
Then every record has one abstract or extract, and of the citing papers that the collection holds
19 in 20 name the cited one among their references; where the sections stand, it is one in 15. And
a question lost its text: its number, and how many judgments it has, stand in an item of the
question before, whose list its own judgments go on.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from paperpool.collections.readers.markup import (
    Block,
    fold,
    plain_text,
    read_attributes,
    read_blocks,
    read_fields,
)
from paperpool.collections.references import Place, Reference, read_place, squeeze
from paperpool.errors import Problem, UserError
from paperpool.io.streams import read_blocks as read_pieces

QUESTIONS = "cfquery.xml"
RECORDS = "cf[0-9][0-9].xml"
"""The file of questions, and the files of records, one a year."""

PREFIX = "cf"
"""Before the number of a paper, from 1 on, in a corpus that may have other papers too."""

JUDGES = ("rew", "colleagues", "postdoc", "jbw")
"""Who gave the digits of a score: an author, colleagues of his, a post-doctoral associate of his,
and the other author, a medical bibliographer."""

_SECTION = re.compile(
    r"<(ABSTRACT|EXTRACT|REFERENCES|CITATIONS)>(.*?)</\1>", re.DOTALL | re.IGNORECASE
)
_START = re.compile(r"<RECORDNUM>", re.IGNORECASE)
_CITE = re.compile(r"<CITE\s([^<>]*)/>", re.IGNORECASE)
_AUTHOR = re.compile(r"<AUTHOR>(.*?)</AUTHOR>", re.DOTALL | re.IGNORECASE)
_ITEM = re.compile(r"<Item\s+score\s*=\s*\"([^<]*?)\">([^<]*)</Item>", re.IGNORECASE)
_SCORE = re.compile(f"[0-2]{{{len(JUDGES)}}}")
_LOST = re.compile(r"0*([0-9]+)\">0*([0-9]+)")
_NUMBER = re.compile(r"0*([0-9]+)")


@dataclass(frozen=True)
class BadPart:
    """A part of a file that cannot be used: the line of its block, the reason, and its text."""

    file: str
    line: int
    reason: str
    text: str


@dataclass(frozen=True)
class Record:
    """A paper: its number, title, text (abstract or extract), authors, source and references.

    ``place`` is where it was printed. ``references`` are the works that it cites, ``citations``
    the works that cite it, as a citation index has them.
    """

    number: str
    title: str
    text: str
    authors: tuple[str, ...]
    source: str
    place: Place
    references: tuple[Reference, ...] = ()
    citations: tuple[Reference, ...] = ()
    line: int = 0


@dataclass(frozen=True)
class Question:
    """A question: its number and text, and the votes on papers, each a digit for each judge."""

    number: str
    text: str
    votes: dict[str, tuple[int, ...]]


@dataclass
class Records:
    """The records of a file, and what could not be read of it."""

    records: list[Record] = field(default_factory=list)
    bad: list[BadPart] = field(default_factory=list)


@dataclass
class Questions:
    """The questions, and the judgments that no question can be found for."""

    questions: list[Question] = field(default_factory=list)
    bad: list[BadPart] = field(default_factory=list)


def list_record_files(folder: str | Path) -> list[str]:
    """Return the files of records in a folder, sorted."""
    return sorted(str(file) for file in Path(folder).glob(RECORDS))


def read_records(path: str | Path) -> Records:
    """Read a file of records, in its order; each section goes to the record that it is of."""
    found = Records()
    is_previous_read = False
    for block in read_blocks(read_pieces(Path(path)), "record"):
        text = _decode(block)
        if text is None or not block.is_closed or not _START.search(text):
            reason = "missing_key" if block.is_closed else "truncated"
            start = block.data[:500].decode("utf-8", "replace")
            found.bad.append(BadPart(str(path), block.line, reason, start))
            is_previous_read = False
            continue

        head, body = _START.split(text, maxsplit=1)
        astray = _read_sections(head)
        if astray and is_previous_read:
            found.records[-1] = _add_sections(found.records[-1], astray)
        elif astray:
            # of a record that stands in no file, or cannot be read
            found.bad.append(BadPart(str(path), block.line, "missing_key", head[:500]))
        record = _parse_record(f"<RECORDNUM>{body}", block.line)
        is_previous_read = record is not None
        if record is None:
            found.bad.append(BadPart(str(path), block.line, "missing_key", body[:500]))
        else:
            found.records.append(record)
    return found


def _decode(block: Block) -> str | None:
    """Return the text of a block, or None if it is no UTF-8."""
    try:
        return block.data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _read_sections(text: str) -> dict[str, str]:
    """Return the sections of a record, or of a part of one, by name in lower case."""
    sections: dict[str, str] = {}
    for name, content in _SECTION.findall(text):
        name = name.lower()
        sections[name] = f"{sections.get(name, '')} {content}"
    return sections


def _parse_record(text: str, line: int) -> Record | None:
    fields = read_fields(text, {"recordnum", "title", "source"})
    number = _NUMBER.fullmatch(squeeze(fields.get("recordnum", "")))
    if number is None or "title" not in fields:
        return None
    source = fields.get("source", "")
    authors = tuple(fold(author) for author in _AUTHOR.findall(text))
    record = Record(number[1], fields["title"], "", authors, source, read_place(source), line=line)
    return _add_sections(record, _read_sections(text))


def _add_sections(record: Record, sections: dict[str, str]) -> Record:
    """Return a record with further sections; one that it has already goes on."""
    texts = [record.text]
    for name in ("abstract", "extract"):
        if name in sections:
            texts.append(plain_text(sections[name]))
    return replace(
        record,
        text=" ".join(text for text in texts if text),
        references=record.references + _read_cites(sections.get("references", "")),
        citations=record.citations + _read_cites(sections.get("citations", "")),
    )


def _read_cites(text: str) -> tuple[Reference, ...]:
    """Return the works that a section lists; a year has its last three digits (974)."""
    cites = []
    for attributes in _CITE.findall(text):
        values = read_attributes(attributes)
        year = squeeze(values.get("d3", ""))
        is_year = re.fullmatch(r"[89][0-9]{2}", year) is not None
        cites.append(
            Reference(
                author=" ".join(values.get("author", "").split()),
                journal=" ".join(values.get("publication", "").split()),
                place=Place(
                    squeeze(values.get("d1", "")),
                    squeeze(values.get("d2", "")),
                    int(f"1{year}") if is_year else None,
                ),
            )
        )
    return tuple(cites)


def read_questions(path: str | Path) -> Questions:
    """Read the questions; raise UserError for judgments that no rule of the module explains."""
    found = Questions()
    problems: list[Problem] = []
    for block in read_blocks(read_pieces(Path(path)), "query"):
        text = _decode(block) or ""  # an empty one is told of as unreadable
        fields = read_fields(text, {"querynumber", "querytext", "results"})
        number = _NUMBER.fullmatch(squeeze(fields.get("querynumber", "")))
        declared = _NUMBER.fullmatch(squeeze(fields.get("results", "")))
        where = f"{path}, line {block.line}"
        if number is None or declared is None or not fields.get("querytext"):
            hint = "A question has QueryNumber, QueryText, Results and Records: get the file again."
            problems.append(Problem("A question cannot be read.", where, hint))
            continue

        items = list(_list_items(text))
        own_items, reason = _split_items(items, int(declared[1]))
        for score, paper in items[len(own_items) :]:
            item = f'<Item score="{score}">{paper}</Item>'
            found.bad.append(BadPart(str(path), block.line, reason, item))

        votes: dict[str, tuple[int, ...]] = {}
        for score, paper in own_items:
            problem = _find_problem(score, paper, votes, where)
            if problem:
                problems.append(problem)
            else:
                votes[paper.lstrip("0")] = tuple(int(digit) for digit in score)
        if len(votes) != int(declared[1]):
            message = f"Question {number[1]} has {len(votes)} judgments and declares {declared[1]}."
            problems.append(Problem(message, where, "Get the file again."))
        found.questions.append(Question(number[1], fields["querytext"], votes))
    if problems:
        raise UserError(problems)
    return found


def _list_items(text: str) -> Iterator[tuple[str, str]]:
    """Yield the score and the paper of each judgment, without blanks inside them."""
    for score, paper in _ITEM.findall(text):
        yield squeeze(score), squeeze(paper)


def _split_items(
    items: list[tuple[str, str]], n_declared: int
) -> tuple[list[tuple[str, str]], str]:
    """Return a question's own judgments, and what is said of the others, if they are explained.

    They are if the first one after the declared ones has the number of those that follow, and the
    number of their question.
    """
    if len(items) <= n_declared:
        return items, ""
    lost = _LOST.fullmatch('">'.join(items[n_declared]))
    if lost is None or int(lost[1]) != len(items) - n_declared - 1:
        return items, ""
    return items[:n_declared], f"question {lost[2]} is lost: its {lost[1]} judgments stand here"


def _find_problem(
    score: str, paper: str, votes: dict[str, tuple[int, ...]], where: str
) -> Problem | None:
    """Return the problem of a judgment, or None."""
    hint = f"A score is a digit of 0 to 2 for each of {len(JUDGES)} judges: get the file again."
    if not _SCORE.fullmatch(score) or not _NUMBER.fullmatch(paper):
        return Problem(f"A judgment cannot be read: score {score!r} of {paper!r}.", where, hint)
    if paper.lstrip("0") in votes:
        return Problem(f"Paper {paper} is judged twice for a question.", where, hint)
    return None
