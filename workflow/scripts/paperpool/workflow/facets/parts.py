"""Divide the labelling of a corpus into jobs."""

from collections.abc import Container, Sequence

SHARDS_A_JOB = 16


def divide_shards(
    shards: Sequence[str], released: Container[str], has_papers: bool
) -> dict[str, list[str]]:
    """Return the shards of each part by path without suffix, ``released`` shards last."""
    others = [shard for shard in shards if shard not in released]
    groups = [others[i : i + SHARDS_A_JOB] for i in range(0, len(others), SHARDS_A_JOB)]
    if has_papers and not groups:
        groups = [[]]
    parts = groups + [[shard] for shard in shards if shard in released]
    numbered = [f"sentences/part_{n}" for n in range(len(parts))]
    return dict(zip(numbered if len(parts) > 1 else ["sentences"], parts, strict=False))
