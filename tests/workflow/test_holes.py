"""The holes of rankings of the whole corpus through the whole workflow."""

import pandas as pd

from paperpool.evaluation.holes import COLUMNS, MEASURES, UNJUDGED_COLUMNS, WEIGHED


def test_the_holes_of_every_source_come_out(smoke, root):
    workplace, _ = smoke
    with workplace.cleaning("smoke") as folder:
        made = workplace.snakemake("holes", "--configfile", str(root / "config/smoke.yaml"))
        assert made.jobs() == {"rank_words": 1, "measure_holes": 1, "holes": 1}
        table = pd.read_csv(folder / "pools/holes.csv")
        unjudged = pd.read_csv(folder / "pools/unjudged.csv", dtype={"candidate_id": str})
    assert list(table) == COLUMNS and set(table.metric) == set(MEASURES)
    assert list(unjudged) == UNJUDGED_COLUMNS and unjudged.weight.is_monotonic_decreasing
    assert unjudged.best_rank.max() <= WEIGHED and not unjudged.in_pool.all()
    of_all = table.query("slice == 'all'").set_index(["ranker", "metric"]).value
    judged = of_all.xs("judged@20", level="metric")
    assert judged.between(0.3, 0.999).all() and {"abs_tfidf", "bm25", "tfidf"} <= {*judged.index}
    for of_ranker in judged.index:
        # what nobody judged costs nothing in a condensed list
        assert of_all[of_ranker, "condensed_map"] > of_all[of_ranker, "map"]
