"""Names in MDCR: levels, slices and fields."""

from collections.abc import Mapping

from paperpool.collections.mdcr_benchmark import SPLITS

LEVELS = ("dataset", "field")
"""The two large-scale evaluations (sections 3.1 and 3.2)."""

ALL = "all"
"""The slice of all fields or of all types of negatives."""

TYPE = "type:"
"""The prefix of the slice of a type of negatives."""

MAG_FIELDS = tuple(
    "Art, Biology, Business, Chemistry, Computer Science, Economics, Engineering, Environmental "
    "Science, Geography, Geology, History, Materials Science, Mathematics, Medicine, "
    "Philosophy, Physics, Political Science, Psychology, Sociology".split(", ")
)

_PAPER = {
    "years": [2019, 2019],
    "queries": 200,
    "dataset_queries": 3800,
    "field_pool": 100_000,
    "depth": 500,
}
"""The paper's queries and large pools (sections 3.1 and 3.2)."""


def comparable_benchmarks(drawn: Mapping[str, object], is_released: bool) -> list[str]:
    """Return the benchmarks whose scores are comparable with the paper's.

    These are the released pools, and large pools if ``drawn``, the run's settings, are the paper's.
    """
    comparable = []
    if is_released:
        comparable.append("mdcr")
    if all(drawn.get(key) == value for key, value in _PAPER.items()):
        comparable += ["mdcr-dataset", "mdcr-field"]
    return comparable


def score_files(path: str) -> list[str]:
    """Return the files that a ranker's ``path`` stands for: one per split if it has {split}."""
    if "{split}" not in path:
        return [path]
    return [path.replace("{split}", split) for split in SPLITS]
