"""The table of the ablation: variants beside the ranker that they differ from."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from paperpool.evaluation.tables import Evaluation
from paperpool.io.tables import make_table
from paperpool.scisumm.scoring.evaluator import Judge
from paperpool.scisumm.tables import CITANCES, GOLD, SENTENCES
from paperpool.workflow.scisumm.ablating import (
    COLUMNS,
    POWER_COLUMNS,
    TUNING_COLUMNS,
    ablation_table,
    mark_chosen,
    power_tables,
    published_names,
    score_variants,
)
from paperpool.workflow.scisumm.match.ablation import VARIANTS
from paperpool.workflow.scisumm.match.asymmetric import score_asymmetric
from paperpool.workflow.scisumm.match.settings import Matching

from ...made.scisumm_naive import SmallVectors, make_paper


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
    return Evaluation(frames[0], pd.DataFrame(), frames[1], pd.DataFrame())


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


def test_rows_of_the_paper_have_its_name_and_those_of_an_encoder_if_it_is_the_papers():
    own = "rare-words-own"  # is no row of the paper's
    names = published_names("Asymm SciBERT (d=4)")
    assert set(names) == {"asymm-d4", "asymm-contextual-d4", *VARIANTS} - {own}
    words = {name for name, variant in VARIANTS.items() if not variant.contextual}
    assert set(published_names(None)) == {"asymm-d4", *words} - {own}


def test_a_variant_has_its_settings_and_its_word_vectors():
    paper = make_paper(["Parse trees parse"], ["trees", "Parse news", "parse"])
    words = ["Parse", "parse", "trees"]
    base = SmallVectors(words, [1, 2, 3, 9], [[1, 0.2], [0.9, 0.1], [0.3, 1], [0.5, 0.5]])
    uncased = SmallVectors(words[1:], [3, 3, 9], [[1, 0.1], [0.2, 1], [0.5, 0.4]])
    asked = []

    def contextual(matching):
        asked.append(matching)
        return {"P": np.zeros((1, 3))}

    vectors = {"base": base, "uncased": uncased}
    variants = ["uniform-weights", "uncased", "greedy", "asymm-contextual-d1"]
    scores = score_variants([paper], vectors, variants, 1, contextual)
    assert list(scores) == ["asymm-d4", "asymm-contextual-d4", *variants]
    assert asked == [Matching(), Matching(power=1, k=1)]
    for name, used, changes in (
        ("asymm-d4", base, {}),
        ("uniform-weights", base, {"weights": "uniform"}),
        ("uncased", uncased, {"cased": False}),
        ("greedy", base, {"selection": "greedy"}),
    ):
        matching = replace(Matching(k=1), **changes)
        expected = score_asymmetric([paper], used, matching)["P"]
        np.testing.assert_array_equal(scores[name]["P"], expected)
    assert list(score_variants([paper], vectors, [], 2, None)) == ["asymm-d4"]


def test_the_training_set_chooses_the_smallest_of_the_best_k_for_each_d():
    f1 = {
        ("train", "official"): (0.1, 0.3, 0.3),
        ("train", "corrected"): (0.2, 0.1, 0.0),
        ("test", "official"): (0.9, 0.1, 0.1),
        ("test", "corrected"): (0.1, 0.1, 0.9),
    }
    rows = [(4, k, *place, of[k - 1], False) for place, of in f1.items() for k in (1, 2, 3)]
    marked = mark_chosen(pd.DataFrame(rows, columns=TUNING_COLUMNS))
    chosen = marked[marked["chosen"]][["k", "split", "protocol"]]
    assert sorted(chosen.itertuples(index=False, name=None)) == [
        (1, "test", "corrected"),
        (1, "train", "corrected"),
        (2, "test", "official"),
        (2, "train", "official"),
    ]
    tested = marked[marked["split"] == "test"]
    assert not mark_chosen(tested)["chosen"].any()  # nothing to choose by


def test_f1_is_that_of_d_and_k():
    paper = make_paper(["cat dog", "cat dog"], ["cat", "cat dog", "emu", "dog"])
    vectors = SmallVectors(["cat", "dog", "emu"], [5, 4, 3, 1], np.eye(4))
    place = (paper.split, paper.paper_id)
    texts = zip(paper.sids, paper.texts, strict=True)
    sentences = [(*place, sid, "", text) for sid, text in texts]
    citances, gold = [], []
    for i, (name, text) in enumerate(paper.citances):
        citances.append((paper.split, name, paper.paper_id, "1", f"C{i}", "", text, ""))
        names = (name, paper.paper_id, f"C{i}", f"C{i}")
        gold.append((*place, "a", "", i, *names, text, "'1'", '<S sid="1">x</S>', 11, [1]))
    tables = map(make_table, (sentences, citances, gold), (SENTENCES, CITANCES, GOLD))
    powers, tuning = power_tables([paper], vectors, [1, 4], Judge(*tables, 2))
    assert list(powers) == POWER_COLUMNS and len(powers) == 2 * 2 * 2
    assert list(tuning) == TUNING_COLUMNS and len(tuning) == 2 * 10 * 2
    # the sentence that has both words is first; each further one is wrong, of four at most
    f1 = tuning[(tuning["d"] == 4) & (tuning["protocol"] == "official")].set_index("k")["f1"]
    assert f1.tolist() == pytest.approx([1, 2 / 3, 1 / 2, 2 / 5, *[2 / 5] * 6])
    assert set(tuning[tuning["chosen"]]["k"]) == {1}
    at_two = tuning[tuning["k"] == 2].set_index(["d", "protocol"])["f1"]
    assert at_two.tolist() == pytest.approx([2 / 3] * 4)
    own = powers[powers["direction"] == "candidate-covers-query"].set_index(["d", "protocol"])
    assert own["f1"].to_dict() == at_two.to_dict()
    assert set(own["mean_length"]) == {1.5}  # "cat dog" and "cat"
