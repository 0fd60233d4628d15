"""The folds of small made collections whose query papers have every facet."""

from paperpool.collections.csfcube_folds import cross_halves
from paperpool.collections.schemes import default_scheme

FACETS = default_scheme().facet_names
SLICES = default_scheme().slices


def fold_papers(first, second):
    """Return the folds whose halves are the pairs of some query papers, and those of others."""
    facets = {part: FACETS if part == "all" else (part,) for part in SLICES}
    return cross_halves(
        {
            part: (
                [(query, facet) for query in first for facet in of_part],
                [(query, facet) for query in second for facet in of_part],
            )
            for part, of_part in facets.items()
        }
    )
