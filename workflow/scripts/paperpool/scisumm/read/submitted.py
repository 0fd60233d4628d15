"""Read and check submissions of users: folders of CSV files, one per reference paper.

Checks are strict, as the official script skips missing citances and so rewards them. A row's
citance is found by citing sentence, which may be the release's clean one, else by number; rows
without a match are kept.
"""

import logging
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path

import pyarrow as pa

from paperpool.collections.foreign_ids import IdCheck, find_foreign
from paperpool.errors import Problem, UserError, first_of, name_some
from paperpool.io.tables import read_table, write_table
from paperpool.io.user_text import read_user_bytes
from paperpool.scisumm.names import COLUMNS
from paperpool.scisumm.read.fields import TaskRow, is_na, read_offset
from paperpool.scisumm.read.layout import MAX_FILE
from paperpool.scisumm.read.markup import read_elements
from paperpool.scisumm.read.problems import FileProblems
from paperpool.scisumm.read.rows import Row
from paperpool.scisumm.read.submitted_files import FOLDER, list_submitted
from paperpool.scisumm.read.task_csv import read_task_csv
from paperpool.scisumm.tables import AS_WRITTEN, SUBMITTED, zip_columns

logger = logging.getLogger("paperpool")

_KINDS = ("text", "clean", "number")

Key = tuple[str, str, str, str]
"""Reference paper, citing paper, and one of ``_KINDS``: a citing sentence or its number."""

_DECIMALS = re.compile(r"\.0+$")

_ROW_HINT = """Write offsets as ['1','2'] and texts as <S sid="1">...</S><S sid="2">...</S>."""

Submissions = dict[str, list[Row]]
"""The rows of each reference paper in file order; officially the last row of a key is scored."""


def read_submissions(
    name: str, folder: str | Path, citances: pa.Table, sentences: pa.Table, strict: bool = True
) -> Submissions:
    """Return the submission of run ``name`` in ``folder`` or its ``Task1``.

    It covers the training set, the test set or both, each with all papers and citances. Raises
    UserError for a folder without files and, if ``strict``, with all problems; else they are
    logged, unknown papers and sentences are left out, and rows of unknown or repeated citances have
    none.
    """
    reader = _Reader(name, citances, sentences)
    paths = [Path(file) for file in list_submitted(folder)]
    if not paths:
        message = f"Run {name!r}: no submission (one CSV file per reference paper) was found."
        hint = f"Give a folder that holds <RP>.csv files, or {FOLDER}/<RP>.csv."
        raise UserError(Problem(message, str(folder), hint))

    submissions = {}
    for path in paths:
        if path.stem not in reader.splits:
            message = f"Run {name!r}: {path.stem} is not a reference paper of the release."
            reader.problems.append(Problem(message, str(path), "Name each file <RP>.csv."))
        else:
            submissions[path.stem] = reader.read(path)
    reader.check_papers(Path(folder), set(submissions))
    reader.refuse_foreign(folder, {path.stem for path in paths})
    if reader.problems and strict:
        raise UserError(first_of(reader.problems))
    for problem in first_of(reader.problems):
        logger.warning("%s", problem)
    return submissions


def write_rows(path: str | Path, submissions: Submissions) -> None:
    """Write a submission as a table SUBMITTED."""
    rows = [asdict(row) for row in chain.from_iterable(submissions.values())]
    write_table(path, pa.Table.from_pylist(rows, SUBMITTED))


def load_rows(path: str | Path) -> Submissions:
    """Read the table of ``write_rows``."""
    submissions: Submissions = {}
    for row in read_table(path, SUBMITTED).to_pylist():
        read = Row(sids=tuple(row.pop("sids")), **row)
        submissions.setdefault(read.paper_id, []).append(read)
    return submissions


class _Reader:
    """Reads the files of one run and collects their ``problems``."""

    def __init__(self, name: str, citances: pa.Table, sentences: pa.Table):
        self.name = name
        self.problems: list[Problem] = []
        self.splits: dict[str, str] = {}
        self._ids: dict[str, list[str]] = defaultdict(list)
        self._found: dict[Key, list[str]] = defaultdict(list)
        self._sids: dict[str, set[int]] = defaultdict(set)

        for row in citances.to_pylist():
            paper_id = row["paper_id"]
            citance_id = row["citance_id"]
            self.splits[paper_id] = row["split"]
            self._ids[paper_id].append(citance_id)
            for kind in _KINDS:
                if row[kind] or kind != "clean":  # training papers have no clean texts
                    self._found[paper_id, row["citing_id"], kind, row[kind]].append(citance_id)

        for paper_id, sid in zip_columns(sentences, "paper_id", "sid"):
            self._sids[paper_id].add(sid)

    def check_papers(self, folder: Path, read: set[str]) -> None:
        """Report the missing papers of each split that the run covers."""
        for split in sorted({self.splits[paper_id] for paper_id in read}):
            papers = {paper_id for paper_id, name in self.splits.items() if name == split}
            missing = sorted(papers - read)
            if missing:
                message = (
                    f"{len(missing)} reference papers of {split} missing: {name_some(missing)}"
                )
                self._report(message, str(folder), "Give a file for each paper of the split.")

    def refuse_foreign(self, folder: str | Path, named: set[str]) -> None:
        """Raise UserError if the files are mostly named as no reference paper is."""
        known = named & self.splits.keys()
        check = IdCheck("files", "named as a reference paper", len(known), len(named))
        foreign = find_foreign(
            f"Run {self.name!r}", str(folder), [check], lambda _: (named - known, self.splits)
        )
        if foreign:
            raise UserError(foreign)

    def read(self, path: Path) -> list[Row]:
        """Return the rows of a file in their order."""
        paper_id = path.stem
        found = FileProblems("", paper_id, path.name)
        if path.stat().st_size > MAX_FILE:
            self._report("the file is too large", str(path), f"At most {MAX_FILE >> 20} MiB.")
            return []
        columns = f"Columns: {', '.join(COLUMNS)}; no cell has over 131,072 characters."
        table = read_task_csv(read_user_bytes(path, columns), paper_id, found)
        unread = []
        for _, _, _, row, _, action, text in found.lines():
            if action == "dropped":
                unread.append(f"{row or ''} {text[:60]}".strip())
        if unread:
            message = f"{paper_id}: rows that cannot be read: {name_some(unread)}"
            self._report(message, str(path), columns)

        citances = self._match(path, table)
        self._check_citances(path, table, citances)
        rows = []
        for row, citance_id in zip(table, citances, strict=True):
            rows.append(self._read_row(path, row, citance_id))
        return rows

    def _check_citances(
        self, path: Path, table: Sequence[TaskRow], citances: Sequence[str | None]
    ) -> None:
        """Report the citances that are missing, unknown or repeated in a file."""
        paper_id = path.stem
        missing = [name for name in self._ids[paper_id] if name not in citances]
        unknown = []
        repeated = []
        for row, citance_id in zip(table, citances, strict=True):
            if citance_id is not None:
                continue
            if any(self._ids_by(kind, paper_id, row) for kind in _KINDS):
                repeated.append(_name(row))
            else:
                unknown.append(_name(row))

        for names, kind, hint in (
            (missing, "missing", "Give a row for each citance of the paper."),
            (unknown, "unknown", "Copy Citing Article and Citation Text from the release's file."),
            (repeated, "repeated", "Give one row for each citance."),
        ):
            if names:
                message = f"{paper_id}: {len(names)} citances {kind}: {name_some(names)}"
                self._report(message, path, hint)

    def _match(self, path: Path, table: Sequence[TaskRow]) -> list[str | None]:
        """Return the citance of each row, each once, or None if unknown or taken."""
        citances: list[str | None] = [None] * len(table)
        taken: set[str] = set()
        renamed = []

        for kind in _KINDS:
            for i, row in enumerate(table):
                free = [name for name in self._ids_by(kind, path.stem, row) if name not in taken]
                if citances[i] is None and free:
                    citances[i] = free[0]
                    taken.add(free[0])
                    if kind == "number":
                        renamed.append(_name(row))

        if renamed:
            message = "Run %r: %s: found by their citance number, with another citing sentence: %s."
            logger.warning(message, self.name, path.stem, name_some(renamed))
        return citances

    def _ids_by(self, kind: str, paper_id: str, row: TaskRow) -> list[str]:
        """Return the citances that a row may be of, by its citing sentence or its number."""
        wanted = row.citation
        if kind == "number":
            wanted = _DECIMALS.sub("", row.number)  # a table program may write 1.0
        return self._found.get((paper_id, row.citing_id, kind, wanted), [])

    def _read_row(self, path: Path, row: TaskRow, citance_id: str | None) -> Row:
        """Return a row with the sentences that it names; report those that are wrong."""
        paper_id = path.stem
        found = FileProblems("", paper_id, path.name)
        sids = read_offset(row.reference_offset, found, row.row)
        quoted = {element.sid for element in read_elements(row.reference_text, found, row.row)}
        unknown = [sid for sid in sids if sid not in self._sids[paper_id]]
        wrong = []
        if unknown:
            wrong.append(f"unknown sentences: {name_some(unknown)}")
        if not sids and not (is_na(row.reference_offset) and is_na(row.reference_text)):
            wrong.append("neither sentences nor NA in offset and text")
        elif sids and quoted != set(sids):
            wrong.append("Reference Text and Reference Offset name different sentences")
        if any(problem == "repeated_offset" for _, problem, _, _ in found.found):
            wrong.append("a sentence is repeated")
        for fault in wrong:
            about = citance_id or row.citing_id
            self._report(f"{paper_id}, row {row.row} ({about}): {fault}", path, _ROW_HINT)

        as_written = {name: getattr(row, name) for name, _ in AS_WRITTEN}
        known = tuple(sid for sid in sids if sid not in unknown)
        return Row(paper_id=paper_id, citance_id=citance_id, sids=known, **as_written)

    def _report(self, message: str, where: str | Path, hint: str) -> None:
        self.problems.append(Problem(f"Run {self.name!r}: {message}.", str(where), hint))


def _name(row: TaskRow) -> str:
    return f"row {row.row} ({row.citing_id})"
