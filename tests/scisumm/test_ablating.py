"""The table of the ablation: variants beside the ranker that they differ from."""

import pandas as pd
import pytest

from paperpool.evaluation_tables import Evaluation
from paperpool.scisumm.ablating import COLUMNS, SYSTEMS, ablation_table
from paperpool.scisumm.ablation import VARIANTS


def evaluation():
    figures = [
        ("official", "test", ranker, part, metric, value)
        for ranker, value in (("asymm-d4", 0.2), ("greedy", 0.15))
        for part in ("all", "A00-2018")
        for metric in ("f1", "rouge_s_f1", "precision")
    ] + [("corrected", "test", ranker, "all", "f1", 0.3) for ranker in ("asymm-d4", "greedy")]
    columns = ["protocol", "split", "ranker", "slice", "metric", "value"]
    tests = [
        ("official", "test", "all", "f1", "greedy", "asymm-d4", -0.05, 0.01),
        ("official", "test", "A00-2018", "f1", "greedy", "asymm-d4", -0.5, 0.5),
        ("official", "test", "all", "f1", "greedy", "bm25", -0.9, 0.9),
    ]
    tested = ["protocol", "split", "slice", "metric", "ranker", "baseline", "difference", "p"]
    frames = pd.DataFrame(figures, columns=columns), pd.DataFrame(tests, columns=tested)
    return Evaluation(frames[0], pd.DataFrame(), frames[1])


def test_variants_stand_after_their_base_with_what_the_paper_printed():
    published = {("test", "greedy", "f1"): 0.153, ("test", "asymm-d4", "f1"): 0.174}
    table = ablation_table(evaluation(), published)
    assert list(table) == COLUMNS
    assert table.variant.tolist() == ["asymm-d4"] * 3 + ["greedy"] * 3
    assert set(table.metric) == {"f1", "rouge_s_f1"}
    rows = table.set_index(["variant", "protocol", "metric"])
    greedy = rows.loc[("greedy", "official", "f1")]
    assert greedy[["value", "difference", "p", "published"]].tolist() == pytest.approx(
        [0.15, -0.05, 0.01, 0.153]
    )
    assert pd.isna(rows.loc[("asymm-d4", "official", "f1")].difference)
    assert rows.loc[("asymm-d4", "official", "f1")].published == 0.174
    assert pd.isna(rows.loc[("greedy", "corrected", "f1")].published)


def test_every_row_of_the_table_has_a_name_in_the_paper():
    assert set(SYSTEMS) == {"asymm-d4", "asymm-contextual-d4", *VARIANTS}
