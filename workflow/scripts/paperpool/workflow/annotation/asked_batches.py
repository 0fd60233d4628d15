"""The table of what was asked for in which batch, where tasks come in batches."""

from pathlib import Path

import pandas as pd

from paperpool.workflow.annotation.items import Item

COLUMNS = ("query_id", "facet", "candidate_id", "batch")


def read_batches(path: str | Path) -> dict[Item, int]:
    """Return the items of a table of batches (``batches.csv``), and the batch of each."""
    ids = dict.fromkeys(COLUMNS[:3], str)
    table = pd.read_csv(path, dtype=ids, keep_default_na=False, usecols=list(COLUMNS))
    batches = {}
    for row in table.itertuples(index=False):
        batches[Item(row.query_id, row.facet, row.candidate_id)] = int(row.batch)
    return batches
