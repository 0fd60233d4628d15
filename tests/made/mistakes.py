"""A real collection that a test may spoil, and the doors by which a mistake can come.

The collection is the cystic fibrosis collection (Shaw et al. 1991), turned into a BEIR folder.
"""

import copy
import logging
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import paperpool as pp
from paperpool.commands.main import main
from paperpool.errors import UserError
from paperpool.io.yaml_files import load_yaml
from paperpool.workflow.corpus.empty_filters import check_filters
from paperpool.workflow.corpus.odd_years import describe_odd_years

from .corpus_stage import run_corpus
from .folders import write_beir
from .shards import make_row, write_shard

N_TOPICS = 40
N_RANKED = 100


@dataclass
class Material:
    """A collection and a run of it, as a user has them before they are written to files."""

    documents: dict[str, tuple[str, str]]
    topics: dict[str, str]
    grades: dict[str, dict[str, int]]
    run: dict[str, list[tuple[str, Any]]]
    settings: dict[str, Any] = field(default_factory=dict)
    options: list[str] = field(default_factory=list)

    def rename_judged(self, rename: Callable[[str], str]) -> None:
        """Give the documents of the judgments other ids."""
        for topic, grades in self.grades.items():
            self.grades[topic] = {rename(document): g for document, g in grades.items()}

    def rename_ranked(self, rename: Callable[[str], str]) -> None:
        """Give the documents of the run other ids."""
        for topic, ranking in self.run.items():
            self.run[topic] = [(rename(document), score) for document, score in ranking]

    def grade(self, change: Callable[[int], int]) -> None:
        """Change every grade."""
        for topic, grades in self.grades.items():
            self.grades[topic] = {document: change(g) for document, g in grades.items()}


def read_cystic_fibrosis(folder: Path) -> Material:
    """Return the first topics, all papers, and a run that orders papers by common words.

    Relevant is what the first three judges give 3 or more together (each 0 to 2); no score is
    there twice.
    """
    documents = {}
    for path in sorted(folder.glob("cf7*.xml")):
        for record in path.read_text(encoding="latin-1").split("<RECORD>")[1:]:
            number = re.search(r"<RECORDNUM>\s*(\d+)", record)[1]
            text = re.search(r"<(ABSTRACT|EXTRACT)>(.*?)</\1>", record, re.DOTALL)
            title = re.search(r"<TITLE>(.*?)</TITLE>", record, re.DOTALL)[1]
            documents[str(int(number))] = (" ".join(title.split()), text[2] if text else "")
    topics, grades = {}, {}
    for query in (folder / "cfquery.xml").read_text(encoding="latin-1").split("<QUERY>")[1:]:
        number = str(int(re.search(r"<QueryNumber>\s*(\d+)", query)[1]))
        if len(topics) == N_TOPICS:
            break
        items = re.findall(r'<Item score="(\d{3})\d">\s*(\d+)', query)
        judged = {str(int(i)): int(sum(map(int, digits)) >= 3) for digits, i in items}
        if any(judged.values()):
            topics[number] = " ".join(re.search(r"<QueryText>(.*?)</", query, re.DOTALL)[1].split())
            grades[number] = judged
    return Material(documents, topics, grades, rank_by_words(documents, topics))


def rank_by_words(documents, topics):
    """Return the documents with the rarest common words of each topic."""
    holding = defaultdict(set)
    for number, (title, text) in documents.items():
        for word in re.findall(r"\w{3,}", f"{title} {text}".lower()):
            holding[word].add(number)
    run = {}
    for topic, text in topics.items():
        scores = defaultdict(float)
        for word in re.findall(r"\w{3,}", text.lower()):
            for number in holding[word]:
                scores[number] += 1 / len(holding[word])
        ranking = sorted(scores, key=lambda number: (-scores[number], number))[:N_RANKED]
        run[topic] = [(number, 1 - place / 1000) for place, number in enumerate(ranking)]
    return run


@dataclass
class Answer:
    """What a door says to a mistake, and whether it refuses to go on."""

    said: str
    is_refused: bool


class Doors:
    """The doors in a working directory that has the collection ``cf`` and the run ``mine.trec``."""

    def __init__(self, folder, capsys, caplog, problems):
        self.folder, self._capsys, self._caplog = folder, capsys, caplog
        self._problems = problems

    def write(self, material: Material) -> None:
        write_material(material, self.folder)

    def command(self, *words) -> Answer:
        """Call a command of paperpool here."""
        self._capsys.readouterr()
        self._caplog.clear()
        try:
            status = main([str(word) for word in words])
        except SystemExit as end:  # argparse's own messages
            status = end.code
        printed = self._capsys.readouterr()
        return Answer(f"{printed.out}\n{printed.err}\n{self._caplog.text}", status != 0)

    def score(self, *options) -> Answer:
        """Score the run here by the command."""
        return self.command("score", "mine.trec", "--on", "cf", *options)

    def python(self, call: Callable[[SimpleNamespace], Any]) -> Answer:
        """Call Python's interface; other errors than ours are the test's failure.

        ``call`` gets the collection as ``c``, the run's file as ``run`` and ``pp`` itself.
        """
        self._caplog.clear()
        try:
            with self._caplog.at_level(logging.WARNING, "paperpool"):
                call(SimpleNamespace(c=pp.collection("cf", "cf"), run="mine.trec", pp=pp))
        except UserError as error:
            return Answer(str(error), True)
        return Answer(self._caplog.text, False)

    def configuration(self, overlay: dict[str, Any]) -> Answer:
        """Check a configuration as the workflow does before anything runs."""
        problems = self._problems(overlay)
        return Answer("\n".join(map(str, problems)), bool(problems))

    def corpus(self, *rows: dict[str, Any], field="Computer Science", **settings) -> Answer:
        """Run the corpus stage over papers, given by what is special of them."""
        papers = [make_row(str(number), **row) for number, row in enumerate(rows)]
        shard = write_shard(self.folder / "papers.jsonl", papers)
        self._caplog.clear()
        stage = run_corpus([shard], self.folder / "corpus", field=field, **settings)
        read, kept = (self.folder / f"corpus/0.{name}.parquet" for name in ("rows", "papers"))
        try:
            check_filters(stage.summary, [read], field=field, arxiv_only=True)
        except UserError as error:
            return Answer(str(error), True)
        told = (self._caplog.text, describe_odd_years([kept], 2030), str(stage.summary))
        return Answer("\n".join(told), False)

    def overlay(self, text: str) -> Answer:
        """Read a file of configuration and check it, as the workflow does."""
        path = self.folder / "overlay.yaml"
        path.write_text(text, encoding="utf-8")
        try:
            overlay = load_yaml(path)
        except UserError as error:
            return Answer(str(error), True)
        return self.configuration(overlay)


def write_material(material: Material, folder: Path) -> dict[str, Any]:
    """Write the collection ``cf`` and the run ``mine.trec``; return the collection's settings."""
    settings = write_beir(folder / "cf", material.documents, material.topics, material.grades)
    lines = [
        f"{topic}\t{document}\t{score}"
        for topic, ranking in material.run.items()
        for document, score in ranking
    ]
    rows = (line.split("\t") for line in lines)
    (folder / "mine.trec").write_text("".join(f"{t} Q0 {d} 0 {s} mine\n" for t, d, s in rows))
    return settings | material.settings


def copy_material(material: Material) -> Material:
    return copy.deepcopy(material)
