"""Rows written in few words."""

from __future__ import annotations

from dataclasses import asdict

from paperpool.scisumm.read.rows import GoldRow, Row

WORDS = '<S sid="1">words</S>'


def gold(
    offset,
    text=WORDS,
    citing="C1",
    citance=1,
    sids=(),
    file="P1_ann.csv",
    n_columns=11,
    article=None,
):
    """Return a row of the reference paper in the file's name.

    ``article`` is the paper that the row itself names, if it differs.
    """
    paper_id, annotator = file.removesuffix(".csv").split("_")
    row = submitted(offset, text, citing, citance, sids, paper_id, n_columns, article)
    return GoldRow(**asdict(row), file=file, annotator=annotator)


def submitted(
    offset,
    text=WORDS,
    citing="C1",
    citance=1,
    sids=(),
    paper_id="P1",
    n_columns=11,
    article=None,
):
    """Return a row of a submission's file for ``paper_id``; for ``article`` see ``gold``."""
    return Row(
        paper_id=paper_id,
        reference_article=article or paper_id,
        citing_article=citing,
        citing_id=citing,
        citation_text="text",
        reference_offset=offset,
        reference_text=text,
        n_columns=n_columns,
        citance_id=None if citance is None else f"{paper_id}:{citance}",
        sids=tuple(sids),
    )
