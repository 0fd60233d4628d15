"""Divide the labelling of a corpus into jobs."""

from collections.abc import Container, Sequence

SHARDS_A_JOB = 16


def divide_shards(
    shards: Sequence[str], released: Container[str], has_papers: bool
) -> dict[str, list[str]]:
    """Return the shards of each part by path without suffix, ``released`` shards last."""
    others = []
    released_alone = []
    for shard in shards:
        if shard in released:
            released_alone.append([shard])
        else:
            others.append(shard)

    parts = []
    for start in range(0, len(others), SHARDS_A_JOB):
        parts.append(others[start : start + SHARDS_A_JOB])
    if has_papers and not parts:
        parts.append([])
    parts += released_alone

    if len(parts) == 1:
        return {"sentences": parts[0]}
    return {f"sentences/part_{number}": part for number, part in enumerate(parts)}
