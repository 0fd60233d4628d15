"""Write the shared task's submission format: a CSV file per paper, ``Task1/<RP>.csv``.

Offsets are written without spaces (``['1','2']``), as the official script compares strings.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

import pyarrow as pa

from paperpool.io.csv_rows import write_rows
from paperpool.scisumm.choice import Choice
from paperpool.scisumm.names import COLUMNS
from paperpool.scisumm.rankings import choose_sentences
from paperpool.scisumm.read.rows import Row
from paperpool.scisumm.tables import zip_columns


@dataclass(frozen=True)
class SubmissionRow(Row):
    """A row to write, with the citance's number, marker and clean text as the release has them."""

    clean: str
    number: str
    marker: str


def submission_rows(
    ranking: pa.Table, citances: pa.Table, sentences: pa.Table, choice: Choice
) -> dict[str, list[SubmissionRow]]:
    """Return the rows of each reference paper; raises KeyError for unranked citances."""
    chosen = choose_sentences(ranking, choice)
    texts = {}
    for paper_id, sid, text in zip_columns(sentences, "paper_id", "sid", "text"):
        texts[paper_id, sid] = text

    rows: dict[str, list[SubmissionRow]] = defaultdict(list)
    for citance in citances.to_pylist():
        paper_id = citance["paper_id"]
        sids = chosen[citance["citance_id"]]
        rows[paper_id].append(
            SubmissionRow(
                paper_id=paper_id,
                reference_article=paper_id,
                citing_article=citance["citing_id"],
                citing_id=citance["citing_id"],
                citation_text=citance["text"],
                reference_offset=write_offset(sids),
                reference_text=write_sentences([(sid, texts[paper_id, sid]) for sid in sids]),
                n_columns=len(COLUMNS),
                citance_id=citance["citance_id"],
                sids=sids,
                clean=citance["clean"],
                number=citance["number"],
                marker=citance["marker"],
            )
        )
    return dict(rows)


def write_offset(sids: Sequence[int]) -> str:
    """Return a Reference Offset: ``['1','2']``, or NA without sentences."""
    if not sids:
        return "NA"
    quoted = ",".join(f"'{sid}'" for sid in sids)
    return f"[{quoted}]"


def write_sentences(sentences: Sequence[tuple[int, str]]) -> str:
    """Return a Reference Text: an S element for each (number, text), or NA."""
    return "".join(f'<S sid="{sid}">{escape(text)}</S>' for sid, text in sentences) or "NA"


def write_submission(path: str | Path, rows: Sequence[SubmissionRow]) -> None:
    """Write a paper's file, whole; offsets of markers are 0, as in the test set, facets empty."""
    cells = []
    for row in rows:
        cells.append(
            [
                row.number,
                row.paper_id,
                row.citing_id,
                0,
                row.marker,
                0,
                row.citation_text,
                row.clean or row.citation_text,
                row.reference_offset,
                row.reference_text,
                "",
            ]
        )
    write_rows(path, COLUMNS, cells)
