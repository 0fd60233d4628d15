"""The corpus as MDCR sees it: the prefiltered papers and the whole citation table, out of core."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from paperpool.corpus.database import Database

LEVELS = ("dataset", "field")
"""The two large-scale evaluations (sections 3.1 and 3.2)."""

SPLITS = ("val", "test")

_PREFILTERED = """
CREATE TEMP VIEW prefiltered AS
SELECT paper_id, title, abstract, year, fields, n_inbound
FROM corpus WHERE in_mdcr AND year IS NOT NULL
"""


@dataclass(frozen=True)
class CorpusFiles:
    """The tables of the corpus stage, by shard."""

    papers: Sequence[str | Path]
    citations: Sequence[str | Path]


def load_corpus(database: Database, files: CorpusFiles, seed: int) -> None:
    """Make ``corpus``, ``prefiltered`` and ``citations`` readable; ``draw(text)`` has the seed.

    ``prefiltered`` has the papers that MDCR's filter keeps, those without a year left out: papers
    of another collection are always kept, with a year or not.
    """
    database.seed_draws(seed)
    database.add_files("corpus", files.papers)
    database.add_files("citations", files.citations)
    database.execute(_PREFILTERED)
