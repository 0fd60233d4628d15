"""An exported MDCR benchmark, read back by other tools, scores the same."""

import ir_measures
import numpy as np
import pytest
from ir_measures import AP, R, nDCG

from paperpool.collections.mdcr_benchmark import Pool, Text
from paperpool.collections.mdcr_collection import as_collection, merge_texts
from paperpool.errors import UserError
from paperpool.evaluation.pair_scores import pair_keys, write_scores
from paperpool.mdcr.evaluation import choose_pools, measure_pools
from paperpool.workflow.export.exported import export_collection
from paperpool.workflow.export.mdcr_export import (
    count_types,
    mdcr_sheet,
    read_mdcr_rankings,
    share_of_models,
)
from paperpool.workflow.export.sheets import OWN
from paperpool.workflow.export.templates import render_block
from paperpool.workflow.export.writing import write_export

MEASURES = [AP, nDCG, R @ 5]
"""The official measures, as they are called elsewhere."""


@pytest.fixture
def scores(benchmark):
    """Scores of every pair, many of them equal, some of them only as 32-bit floats."""
    draw = np.random.default_rng(3)
    return {
        split: {
            key: float(draw.integers(0, 4)) + 1e-10 * draw.random() for key in pair_keys(of_split)
        }
        for split, of_split in benchmark.items()
    }


@pytest.fixture
def out(benchmark, texts, scores, sources, tmp_path):
    """The exported benchmark."""
    paths = {}
    for split, of_split in scores.items():
        write_scores(of_split, tmp_path / f"{split}.json")
        paths[split] = {"mine": tmp_path / f"{split}.json"}
    write_export(
        export_collection(as_collection(benchmark, texts)),
        read_mdcr_rankings(as_collection(benchmark, texts), paths),
        mdcr_sheet(OWN, benchmark, {"seed": 13}),
        sources("s2orc"),
        tmp_path / "export",
    )
    return tmp_path / "export"


def ours(benchmark, scores, split):
    """Return the official measures of each topic, by field."""
    measured = {}
    for field, pools in choose_pools(benchmark[split]).items():
        values = measure_pools(pools, scores[split]).tolist()
        measured[field] = dict(zip(pools, values, strict=True))
    return measured


def of_topics(measured):
    values = {}
    for query, measure, value in measured:
        values.setdefault(query, {})[measure] = value
    return {query: [of_query[m] for m in MEASURES] for query, of_query in values.items()}


def test_the_beir_folder_scores_the_same(out, benchmark, scores, load_beir, texts):
    corpus, queries, qrels = load_beir(out / "beir", "test")
    ids = as_collection(benchmark, texts).topic_names()
    names = {ids[query, field]: query for query, field in ids}
    run = {
        topic: {i: scores["test"][f"{names[topic]}_{i}"] for i in pool}
        for topic, pool in qrels.items()
    }
    found = of_topics(ir_measures.iter_calc(MEASURES, qrels, run))
    expected = ours(benchmark, scores, "test")
    assert found["3"] == pytest.approx(expected["Art"]["3"])
    assert found["7_Political-Science"] == pytest.approx(expected["Political Science"]["7"])
    assert queries["3"] == f"{texts['3'].title} {texts['3'].abstract}"
    assert corpus["p1"] == {"title": texts["p1"].title, "text": ""}
    assert "7" not in corpus  # a query that is nobody's candidate


def test_ranks_are_trec_evals_and_scores_stay(out, scores):
    lines = [line.split() for line in (out / "trec/test/runs/mine.txt").read_text().splitlines()]
    of_query = [line for line in lines if line[0] == "3"]
    assert [int(line[3]) for line in of_query] == list(range(1, len(of_query) + 1))
    of_pairs = {key: score for key, score in scores["test"].items() if key.startswith("3_")}
    assert {f"3_{line[2]}": float(line[4]) for line in of_query} == of_pairs
    tied = [line[2] for line in of_query if np.float32(line[4]) == np.float32(of_query[0][4])]
    assert len(tied) > 2 and tied == sorted(tied, reverse=True)


def test_a_paper_of_several_fields_has_a_topic_for_each(benchmark, texts):
    names = as_collection(benchmark, texts).topic_names().values()
    assert set(names) == {*"1234", "7_Art", "7_Political-Science"}
    exported = export_collection(as_collection(benchmark, texts))
    assert exported.qrels["test"]["7_Art"] != exported.qrels["test"]["7_Political-Science"]
    assert [topic.paper_id for topic in exported.topics] == ["1", "2", "3", "4", "7", "7"]


def test_a_pool_is_its_candidates_once_and_true_wins(benchmark, texts):
    benchmark["test"]["Art"]["3"].types["random"].append("p5")
    grades = export_collection(as_collection(benchmark, texts)).qrels["test"]["3"]
    assert grades["p5"] == 1 and sum(grades.values()) == 5
    assert set(grades) == set(benchmark["test"]["Art"]["3"].candidates())


def test_candidates_are_counted_by_type(benchmark):
    of_val, of_test = (("bm25", 20), ("random", 20), ("true", 10)), (40, 40, 20)
    doubled = [("test", kind, n) for (kind, _), n in zip(of_val, of_test, strict=True)]
    assert count_types(benchmark) == [*(("val", *row) for row in of_val), *doubled]


def test_the_share_of_the_rankers_negatives_is_told_if_there_are_any(benchmark):
    assert share_of_models(count_types(benchmark)) == (["bm25"], 0.5)
    limits = render_block("mdcr.md.jinja", "limitations", models=["bm25"], share_of_models=0.5)
    assert limits.startswith("- 50% of the negatives are papers that bm25 ranked high")
    graph = {"test": {"Art": {"1": Pool({"graph": ["a"], "true": ["b"]})}}}
    assert share_of_models(count_types(graph)) == ([], 0.0)
    assert "ranked high" not in render_block("mdcr.md.jinja", "limitations", models=[])


def test_a_paper_with_two_texts_keeps_the_first():
    first, second = {"a": Text("A", ""), "b": Text("B", "")}, {"b": Text("B2", "")}
    assert merge_texts([first, second]) == (first, ["b"])
    assert merge_texts([first, first]) == (first, [])


def test_ids_with_blanks_are_refused(texts):
    odd = {"test": {"Art": {"q": Pool({"bm25": ["a b"], "true": ["c"]})}}}
    with pytest.raises(UserError, match="'a b'"):
        odd_texts = dict.fromkeys(("q", "a b", "c"), Text("t", "a"))
        export_collection(as_collection(odd, odd_texts))
