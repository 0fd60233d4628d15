"""The records of the cystic fibrosis collection as rows of a corpus, with their citations.

A citation is known from the citing paper's references or from the cited one's list of citing works:
either may lack it. Only papers of the collection have ids; other works are counted.
"""

import logging
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from paperpool.collections.cystic_fibrosis_release import PREFIX, Record, Records, read_records
from paperpool.collections.references import REASONS, Known, Resolver
from paperpool.io.bad_rows import BadLine, excerpt
from paperpool.workflow.corpus.batches import Batch
from paperpool.workflow.corpus.row import Row

_LOG = logging.getLogger("paperpool")

FIELDS = ["Medicine"]
"""The field of study, as MAG names it, of all papers."""

Outcomes = dict[str, dict[str, int]]
"""How many references had each outcome (``REASONS``): of ``cites``, and of ``cited_by``."""


class Folder:
    """The files of a folder, read together, as a reference may be to a paper of another file."""

    def __init__(self, paths: Iterable[str | Path]) -> None:
        self._files: dict[str, Records] = {}
        for path in paths:
            self._files[str(path)] = read_records(path)

        known = []
        for records in self._files.values():
            for record in records.records:
                first_author = record.authors[0] if record.authors else ""
                known.append(Known(record.number, first_author, record.source, record.place))
        self._cited: dict[str, set[str]] = {paper.paper_id: set() for paper in known}
        self._outcomes: dict[str, Outcomes] = {}
        for path, records in self._files.items():
            self._outcomes[path] = self._resolve(records, known)

    def _resolve(self, records: Records, known: list[Known]) -> Outcomes:
        """Find the citations of a file's records, in both directions; return the outcomes."""
        cites = Resolver(known)
        cited_by = Resolver(known)
        for record in records.records:
            for paper_id in cites.resolve_all(record.number, record.references):
                self._cited[record.number].add(paper_id)
            for paper_id in cited_by.resolve_all(record.number, record.citations):
                self._cited[paper_id].add(record.number)
        return {"cites": _order(cites.counts), "cited_by": _order(cited_by.counts)}

    def make_batch(self, path: str | Path) -> tuple[Batch, Outcomes]:
        """Return the rows of a file, and the outcomes of its references."""
        records = self._files[str(path)]
        bad = []
        for part in records.bad:
            bad.append(BadLine(part.line, part.reason, excerpt(part.text), None))
        rows = [self._make_row(record) for record in records.records]
        outcomes = self._outcomes[str(path)]
        _LOG.info("%s: references by outcome: %s", path, outcomes)
        lines = [record.line for record in records.records]
        return Batch(list(zip(*rows, strict=True)), lines, bad), outcomes

    def _make_row(self, record: Record) -> Row:
        """Return a record as a row; cited works outside of the collection have no id."""
        journal = record.source.partition(".")[0].replace("-", " ")
        return Row(
            paper_id=f"{PREFIX}{record.number}",
            title=record.title,
            abstract=record.text,
            year=record.place.year,
            fields=FIELDS,
            arxiv_id=None,
            acl_id=None,
            doi=None,
            venue=journal or None,
            outbound=sorted(f"{PREFIX}{number}" for number in self._cited[record.number]),
            inbound=record.citations,
        )


def _order(counts: Counter[str]) -> dict[str, int]:
    """Return the counts in the order of ``REASONS``, without those of 0."""
    return {reason: counts[reason] for reason in REASONS if counts[reason]}
