"""Runs in the release's format."""

import json

from paperpool.csfcube.collection import FACETS
from paperpool.csfcube.official_runs import write_official_run


def test_scores_become_distances_and_facets_files(tmp_path):
    run = {("q2", "method"): [("c1", 0.5), ("c2", -1.0)], ("q1", "result"): [("c3", 0.0)]}
    paths = {facet: tmp_path / f"{facet}.json" for facet in FACETS}
    write_official_run(run, paths)
    written = {facet: json.loads(path.read_text()) for facet, path in paths.items()}
    assert written == {
        "background": {},
        "method": {"q2": [["c1", -0.5], ["c2", 1.0]]},
        "result": {"q1": [["c3", 0.0]]},
    }
