"""Collect the reference papers of a split: sentences, citances and gold as table rows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

import pyarrow as pa

from paperpool.io.tables import make_table
from paperpool.scisumm.read.annotations import read_annotations
from paperpool.scisumm.read.fields import TaskRow, read_sids
from paperpool.scisumm.read.layout import ANNOTATION, REFERENCE, find_kind
from paperpool.scisumm.read.markup import read_sentences
from paperpool.scisumm.read.problems import FileProblems, Problems
from paperpool.scisumm.read.scisummnet import Files
from paperpool.scisumm.tables import AS_WRITTEN, CITANCES, GOLD, SENTENCES

Row = tuple[Any, ...]

ReadRows = Callable[[bytes, str, FileProblems], list[TaskRow]]
"""Reads a file of a paper."""


@dataclass
class Papers:
    """Rows of ``SENTENCES``, ``CITANCES`` and ``GOLD``, and each paper's sentences, in order."""

    sentences: list[Row] = field(default_factory=list)
    citances: list[Row] = field(default_factory=list)
    gold: list[Row] = field(default_factory=list)
    texts: dict[str, list[str]] = field(default_factory=dict)

    def extend(self, other: Papers) -> None:
        """Append the rows of another split."""
        self.sentences += other.sentences
        self.citances += other.citances
        self.gold += other.gold
        self.texts.update(other.texts)

    def tables(self) -> tuple[pa.Table, pa.Table, pa.Table]:
        """Return the tables of sentences, citances and gold."""
        return (
            make_table(self.sentences, SENTENCES),
            make_table(self.citances, CITANCES),
            make_table(self.gold, GOLD),
        )

    def add_sentences(
        self, split: str, paper_id: str, files: Files, problems: Problems
    ) -> set[int] | None:
        """Add a paper's sentences from the file of its name, or the first; return their numbers."""
        found = find_kind(files, REFERENCE)
        if not found:
            problems.of(split, paper_id, "").add("no_reference_xml", "dropped")
            return None
        name = min(found, key=lambda file: (PurePosixPath(file).stem != paper_id, file))
        for other in sorted(set(found) - {name}):
            problems.of(split, paper_id, other).add("other_file", "dropped")

        sentences = read_sentences(found[name], problems.of(split, paper_id, name))
        self.texts[paper_id] = [sentence.text for sentence in sentences if sentence.text]
        sids = set()
        for sentence in sentences:
            if sentence.sid is not None:
                sids.add(sentence.sid)
                row = (split, paper_id, sentence.sid, sentence.section, sentence.text)
                self.sentences.append(row)
        return sids

    def add_annotated(self, split: str, paper_id: str, files: Files, problems: Problems) -> None:
        """Add a paper and its citances, numbered through all annotation files, with gold."""
        known = self.add_sentences(split, paper_id, files, problems)
        if known is None:
            return
        if not find_kind(files, ANNOTATION):
            problems.of(split, paper_id, "").add("no_annotation", "kept")
        for found, citance_id, row in self.add_citances(
            split, paper_id, files, problems, read_annotations
        ):
            self.gold.append(gold_row(found, row.annotator, row, citance_id, known))

    def add_citances(
        self, split: str, paper_id: str, files: Files, problems: Problems, read: ReadRows
    ) -> Iterator[tuple[FileProblems, str, TaskRow]]:
        """Add a paper's citances; yield the collector of its file, the id and the row of each."""
        before = 0
        for name, data in sorted(find_kind(files, ANNOTATION).items()):
            found = problems.of(split, paper_id, name)
            rows = read(data, paper_id, found)
            for row in rows:
                citance_id = f"{paper_id}:{before + row.row}"
                self.citances.append(
                    (
                        split,
                        citance_id,
                        paper_id,
                        row.number,
                        row.citing_id,
                        row.marker,
                        row.citation,
                        row.clean,
                    )
                )
                yield found, citance_id, row

            before += max((row.row for row in rows), default=0)


def gold_row(
    found: FileProblems,
    annotator: str,
    row: TaskRow,
    citance_id: str | None,
    known: Collection[int],
) -> Row:
    """Return a row of ``GOLD``; ``known`` are the paper's sentence numbers."""
    file = PurePosixPath(found.file).name
    place = (found.split, found.paper_id, file, annotator, row.row)
    as_written = tuple(getattr(row, name) for name, _ in AS_WRITTEN)
    sids = read_sids(row.reference_offset, row.reference_text, known, found, row.row)
    return place + (citance_id,) + as_written + (list(sids),)
