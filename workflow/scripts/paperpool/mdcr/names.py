"""The names of MDCR's parts."""

from collections.abc import Mapping

from paperpool.collections.mdcr_benchmark import SPLITS

LEVELS = ("dataset", "field")
"""The two large-scale evaluations (sections 3.1 and 3.2)."""

ALL = "all"
"""The slice of the tables that all fields or all types of negatives make up."""

TYPE = "type:"
"""The prefix of the slice of a type of negatives."""

MAG_FIELDS = tuple(
    "Art, Biology, Business, Chemistry, Computer Science, Economics, Engineering, Environmental "
    "Science, Geography, Geology, History, Materials Science, Mathematics, Medicine, "
    "Philosophy, Physics, Political Science, Psychology, Sociology".split(", ")
)
"""The fields of study of the Microsoft Academic Graph."""

_PAPER = {
    "years": [2019, 2019],
    "queries": 200,
    "dataset_queries": 3800,
    "field_pool": 100_000,
    "depth": 500,
}
"""How the paper draws its queries and large pools (sections 3.1 and 3.2)."""


def comparable_benchmarks(drawn: Mapping[str, object], is_released: bool) -> list[str]:
    """Return the benchmarks whose scores may be compared with the paper's.

    The released pools, and large pools if queries and pools are ``drawn`` as in the paper;
    ``drawn`` has the settings of the configuration, and is empty if they are not drawn.
    """
    alike = all(drawn.get(key) == value for key, value in _PAPER.items())
    return ["mdcr"] * is_released + ["mdcr-dataset", "mdcr-field"] * alike


def score_files(path: str) -> list[str]:
    """Return the files that a ranker's ``path`` stands for: one per split if it has {split}."""
    return [path.replace("{split}", split) for split in SPLITS] if "{split}" in path else [path]
