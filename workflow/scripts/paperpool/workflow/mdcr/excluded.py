"""Papers that are never queries, named by paper ids or by Semantic Scholar's paper hashes.

Source: MDCR section 3.1: SPECTER's and SciNCL's training queries are left out; these are published
as hashes (40 hexadecimal digits). The bulk dataset ``paper-ids`` maps hashes to corpus ids; a paper
may have several hashes, one of them primary.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.io.bad_rows import BadRow
from paperpool.io.lines import read_lines
from paperpool.workflow.corpus.bulk_rows import parse_paper_id
from paperpool.workflow.corpus.row import MAX_ROW_BYTES
from paperpool.workflow.mdcr.hashes import is_hash


@dataclass(frozen=True)
class MappedIds:
    """Paper ids in the place of names, sorted.

    ``n_hashes`` names were hashes; ``unknown`` hashes are in no shard, sorted; ``refused`` counts
    unreadable rows of shards, by reason.
    """

    ids: list[str]
    n_hashes: int
    unknown: list[str]
    refused: Counter[str]


def map_hashes(names: Iterable[str], shards: Iterable[str | Path]) -> MappedIds:
    """Replace paper hashes by their paper ids; leave unknown hashes out.

    ``shards`` are the files of the dataset ``paper-ids``, read a line at a time. Raises UserError
    if a shard has no row of that dataset.
    """
    named = set(names)
    hashes = {name.lower() for name in named if is_hash(name)}
    plain = {name for name in named if not is_hash(name)}
    found: dict[str, str] = {}
    refused: Counter[str] = Counter()
    for shard in shards:
        n_rows = 0
        for line in read_lines(shard, MAX_ROW_BYTES):
            try:
                if line.reason:
                    raise BadRow(line.reason)
                row = parse_paper_id(line.data)
            except BadRow as bad:
                refused[bad.reason] += 1
                continue

            n_rows += 1
            if row.sha in hashes:
                found[row.sha] = row.paper_id

        if not n_rows:
            hint = "Name shards of Semantic Scholar's bulk dataset paper-ids in mdcr.paper_ids."
            message = "No row has a paper hash (sha) and a corpus id (corpusid)."
            raise UserError(Problem(message, str(shard), hint))

    return MappedIds(
        ids=sorted(plain | set(found.values())),
        n_hashes=len(hashes),
        unknown=sorted(hashes - found.keys()),
        refused=refused,
    )
