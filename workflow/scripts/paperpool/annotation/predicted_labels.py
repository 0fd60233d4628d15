"""Queries whose labels nobody corrected: annotators would see predicted ones in bold.

Source: CSFCube's annotator guidelines, section 1.3: the facets of the queries' sentences are
predicted, and corrected by hand before anything is annotated.
"""

import logging
from pathlib import Path

from paperpool.annotation.material import Material
from paperpool.collections.collection import pair_name
from paperpool.evaluation.published import is_released_collection


def warn_of_predicted(
    material: Material, released: str | Path, sheet: str | Path, logger: logging.Logger
) -> None:
    """Say how many sentences of queries have the labels that were predicted, and what to do.

    CSFCube's own queries, which the file ``released`` lists, were corrected by its authors.
    ``sheet`` is where the label sheet of the run is written.
    """
    names = [pair_name(query.paper_id, query.facet) for query in material.queries]
    if is_released_collection(released, names):
        return
    papers = material.query_papers()
    logger.warning(
        "pools.labels is not set: annotators will see %d sentences of %d query papers with the "
        "labels that were predicted. To have them corrected first, write the label sheet by "
        "`snakemake %s`, with the same --configfile.",
        sum(len(paper.sentences) for paper in papers.values()),
        len(papers),
        sheet,
    )
