"""Rows written in few words."""

from __future__ import annotations

from paperpool.scisumm.read.rows import GoldRow, SubmittedRow


def gold(offset, text=None, citing="C1", citance=1, sids=(), file="P1_ann.csv", n_columns=11):
    """Return a row of the reference paper that the file's name begins with."""
    paper_id, annotator = file.removesuffix(".csv").split("_")
    citance_id = None if citance is None else f"{paper_id}:{citance}"
    text = '<S sid="1">words</S>' if text is None else text
    return GoldRow(
        paper_id, file, annotator, citing, "text", offset, text, n_columns, citance_id, tuple(sids)
    )


def submitted(offset, text=None, citing="C1", citance=1, sids=(), paper_id="P1"):
    text = '<S sid="1">words</S>' if text is None else text
    return SubmittedRow(
        paper_id, citing, "text", offset, text, f"{paper_id}:{citance}", tuple(sids)
    )
