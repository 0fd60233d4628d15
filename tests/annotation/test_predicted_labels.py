"""Labels that were predicted are told of, but not those that CSFCube's authors corrected."""

import logging

from paperpool.annotation.material import collection_material
from paperpool.annotation.predicted_labels import warn_of_predicted
from paperpool.collections.collection import pair_name

from ..made.collection import make_collection


def test_predicted_labels_of_queries_are_counted_and_released_ones_are_not_spoken_of(
    tmp_path, caplog
):
    material = collection_material(make_collection())
    names = {pair_name(query.paper_id, query.facet) for query in material.queries}
    released = tmp_path / "queries.txt"
    released.write_text("\n".join(sorted(names)))
    warn_of_predicted(material, released, "sheet.csv", logging.getLogger("paperpool"))
    assert not caplog.records
    released.write_text("other_method")
    warn_of_predicted(material, released, "sheet.csv", logging.getLogger("paperpool"))
    papers = {query.paper_id: material.papers[query.paper_id] for query in material.queries}
    count = sum(len(paper.sentences) for paper in papers.values())
    assert f"{count} sentences of {len(papers)} query papers" in caplog.text
    assert "`snakemake sheet.csv`" in caplog.text
