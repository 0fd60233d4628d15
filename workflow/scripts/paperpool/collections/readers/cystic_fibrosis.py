"""The cystic fibrosis collection: papers of Medline, questions, and the votes of four judges.

Source: Shaw, Wood, Wood and Tibbo (1991); see ``cystic_fibrosis_release`` for the files.
"""

from collections.abc import Sequence
from pathlib import Path

from paperpool.collections.cystic_fibrosis_release import (
    JUDGES,
    PREFIX,
    QUESTIONS,
    RECORDS,
    BadPart,
    list_record_files,
    read_questions,
    read_records,
)
from paperpool.collections.found import BadRow, Found, Topic
from paperpool.collections.paper_topics import ask_by_papers
from paperpool.collections.papers import PlainPaper
from paperpool.collections.readers.reader import PATH, Reader, optional_list
from paperpool.collections.votes import RULES, grade_documents
from paperpool.errors import Problem, UserError
from paperpool.settings import join_choice, setting

BY_QUESTIONS = "questions"
BY_PAPERS = "papers"

COUNTS = {"documents": 1239, "topics": 99, "judgments": 4801}
"""Papers, questions with a text, and judgments of these. A cut file parses without an error."""


class CysticFibrosis(Reader):
    """The cystic fibrosis collection: cf74.xml to cf79.xml and cfquery.xml in a folder."""

    path: str = setting("the folder", PATH)
    grades: str = setting(
        "what the votes make a grade by: sum, mean, or majority (the highest grade that more than "
        "half of the judges give or exceed)",
        {"description": join_choice(RULES), "enum": list(RULES)},
        "sum",
    )
    judges: list[str] | None = setting(
        f"whose votes make the grade, of {', '.join(JUDGES)}; null: all four",
        optional_list("judges", {"description": "a judge", "enum": list(JUDGES)}),
        None,
    )
    queries: str = setting(
        "questions, or papers: each asks for those that are relevant to a question that it is "
        "relevant to (docs/citations-and-relevance.md)",
        {"description": "questions or papers", "enum": [BY_QUESTIONS, BY_PAPERS]},
        BY_QUESTIONS,
    )
    complete: bool = setting(
        f"whether there have to be all of its {COUNTS['documents']:,} papers, {COUNTS['topics']} "
        f"questions and {COUNTS['judgments']:,} judgments",
        {"description": "true or false", "type": "boolean"},
        True,
    )

    def files(self) -> dict[str, str]:
        """Return the files; ``documents`` is a glob."""
        folder = Path(self.path)
        questions = str(folder / QUESTIONS)
        return {"documents": str(folder / RECORDS), "topics": questions, "qrels": questions}

    @property
    def voters(self) -> Sequence[str]:
        """The judges, whose votes are kept; none of papers as queries."""
        return () if self.asks_by_papers else JUDGES

    @property
    def corpus_prefix(self) -> str:
        """What tells its numbers, which judgments name papers by, from the ids of other papers."""
        return PREFIX

    @property
    def asks_by_papers(self) -> bool:
        """Whether papers take the place of the questions."""
        return self.queries == BY_PAPERS

    def read(self) -> Found:
        """Read papers and questions; judgments of a question without a text are put aside."""
        found = Found(where=self.files(), judges=JUDGES)
        for path in list_record_files(self.path):
            read = read_records(path)
            found.read["documents"] += len(read.records)
            for record in read.records:
                paper = PlainPaper(record.number, record.title, record.text)
                found.add_document(record.number, paper)
            _put_aside(found, "documents", read.bad)

        chosen = [JUDGES.index(judge) for judge in self.judges or JUDGES]
        asked = read_questions(found.where["topics"])
        for question in asked.questions:
            found.add_topic(question.number, Topic(question.text))
            found.votes[question.number] = question.votes
            grades = grade_documents(question.votes, self.grades, chosen)
            for document, grade in grades.items():
                found.add_grade(question.number, document, grade)
        if self.complete:
            _check_counts(found)
        _put_aside(found, "judgments", asked.bad)
        if self.asks_by_papers:
            return ask_by_papers(found, self.relevant)
        return found


def _check_counts(found: Found) -> None:
    """Raise UserError if there are other numbers of rows than in ``COUNTS``."""
    numbers = {
        "documents": len(found.documents),
        "topics": len(found.topics),
        "judgments": found.read["judgments"],
    }
    problems = []
    for kind, expected in COUNTS.items():
        if numbers[kind] != expected:
            where = found.where["documents" if kind == "documents" else "topics"]
            message = f"There are {numbers[kind]:,} {kind}, and {expected:,} were expected."
            hint = "Get the files again, or set complete to false for a part of the collection."
            problems.append(Problem(message, where, hint))
    if problems:
        raise UserError(problems)


def _put_aside(found: Found, kind: str, bad: Sequence[BadPart]) -> None:
    """Count parts of files that cannot be used, and keep each with its reason."""
    for part in bad:
        found.read[kind] += 1
        found.drop(kind, part.reason)
        found.bad.append(BadRow(part.file, part.line, part.reason, part.text))
