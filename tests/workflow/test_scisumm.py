"""Cited text identification through the whole workflow, in the smoke run."""

import json

import pandas as pd
import pyarrow.parquet as pq
import pytest

from paperpool.demo.reference_papers import gold_annotators
from paperpool.evaluation.tables import METRIC_COLUMNS, SIGNIFICANCE_COLUMNS
from paperpool.io import tables
from paperpool.scisumm import tables as schemas
from paperpool.scisumm.names import COLUMNS
from paperpool.scisumm.scoring.ablating import COLUMNS as ABLATION_COLUMNS
from paperpool.scisumm.scoring.ablating import POWER_COLUMNS, TUNING_COLUMNS

from ..made.scisumm_folder import PAPERS, RULES, WORDS, read_rows

ENCODED = ["asymm-contextual-d4", "asymm-contextual-d1", "cosine-contextual"]
RANKERS = [*WORDS, *ENCODED, "best"]


@pytest.fixture(scope="module")
def scisumm(results):
    return results / "scisumm"


@pytest.fixture(scope="module")
def metrics(scisumm):
    return pd.read_csv(scisumm / "metrics.csv")


def test_the_target_needs_nothing_of_a_corpus(workplace):
    planned = workplace.snakemake("scisumm", "-n").jobs()
    assert set(planned) >= RULES
    assert planned["train_scisumm_vectors"] == 5  # all variants of the ablation
    assert set(planned) == RULES | {"plan_demo", "write_config", "scisumm"}


def test_tables_have_the_columns_of_their_contract(scisumm):
    assert list(pd.read_csv(scisumm / "metrics.csv")) == METRIC_COLUMNS
    assert list(pd.read_csv(scisumm / "significance.csv")) == SIGNIFICANCE_COLUMNS
    assert list(pd.read_csv(scisumm / "ablation.csv")) == ABLATION_COLUMNS
    assert list(pd.read_csv(scisumm / "powers.csv")) == POWER_COLUMNS
    assert list(pd.read_csv(scisumm / "tuning.csv")) == TUNING_COLUMNS
    for file, schema in {
        "per_query": tables.PER_QUERY,
        "steps/sentences": schemas.SENTENCES,
        "steps/citances": schemas.CITANCES,
        "steps/gold": schemas.GOLD,
        "steps/texts": schemas.TEXTS,
        "steps/word2vec/base": schemas.VECTORS,
        **{f"rankings/{ranker}": schemas.RANKING for ranker in RANKERS},
    }.items():
        assert pq.read_schema(scisumm / f"{file}.parquet").equals(schema), file


def test_every_split_and_malformation_of_the_demo_is_read(scisumm):
    sentences = pq.read_table(scisumm / "steps/sentences.parquet").to_pandas()
    assert sentences.groupby("paper_id").size().to_dict() == {
        paper_id: 31 for papers in PAPERS.values() for paper_id in papers
    }
    citances = pq.read_table(scisumm / "steps/citances.parquet").to_pandas()
    assert set(citances.groupby("paper_id").size()) == {6} and len(citances) == 6 * 6
    malformed = pd.read_csv(scisumm / "malformed.csv")
    expected = {"not_utf8", "no_sid", "glued_rows", "offset_quotes", "nested_entity", "other_file"}
    assert expected <= set(malformed.problem)
    assert len(malformed[malformed.action == "unmatched"]) == 2
    corpus = pd.read_csv(scisumm / "corpus.csv").set_index(["split", "statistic"]).value
    assert corpus["train", "reference_papers"] == corpus["test", "reference_papers"] == 3
    assert corpus["test", "annotated_papers"] == 2


def test_every_sentence_is_ranked_for_every_citance(scisumm):
    citances = pq.read_table(scisumm / "steps/citances.parquet").to_pandas().citance_id
    for ranker in RANKERS:
        ranking = pq.read_table(scisumm / f"rankings/{ranker}.parquet").to_pandas()
        assert set(ranking.citance_id) == set(citances)
        for _, of_citance in ranking.groupby("citance_id"):
            assert of_citance["rank"].tolist() == list(range(1, 32))
            keys = list(zip(-of_citance.score, of_citance.sid, strict=True))
            assert keys == sorted(keys) and sorted(of_citance.sid) == list(range(31))


def test_every_reference_paper_has_a_submission_with_or_without_gold(scisumm):
    assert gold_annotators(400)["P01-1003"] == ()
    for ranker in RANKERS:
        folder = scisumm / f"runs/{ranker}/Task1"
        expected = {f"{paper_id}.csv" for papers in PAPERS.values() for paper_id in papers}
        assert {file.name for file in folder.iterdir()} == expected
    for ranker in ("bm25", "best"):
        ranking = pq.read_table(scisumm / f"rankings/{ranker}.parquet").to_pandas()
        rank, score = ranking["rank"], ranking["score"]
        # best chooses one to four sentences, as it has learnt; the others choose two
        is_chosen = (rank == 1) | ((rank <= 4) & (score >= 1)) if ranker == "best" else rank <= 2
        chosen = ranking[is_chosen].groupby("citance_id").sid.agg(list)
        rows = read_rows(scisumm / f"runs/{ranker}/Task1/P01-1003.csv")
        assert list(rows[0]) == list(COLUMNS) and len(rows) == 6
        for row in rows:
            sids = chosen[f"P01-1003:{row['Citance Number']}"]
            assert row["Reference Offset"] == "[" + ",".join(f"'{sid}'" for sid in sids) + "]"
            assert all(f'<S sid="{sid}">' in row["Reference Text"] for sid in sids)


def test_every_cell_of_the_evaluation_is_there(metrics):
    assert set(metrics.benchmark) == {"scisumm"} and set(metrics.ranker) == set(RANKERS)
    assert set(metrics.protocol) == {"official", "corrected"}
    slices = metrics.groupby("split").slice.agg(set).to_dict()
    annotators = {"annotator:asha", "annotator:bela", "annotator:carla"}
    assert slices["test"] == {"all", *annotators, "P01-1001", "P01-1002"}
    assert {"all", *PAPERS["train"]} <= slices["train"]
    measures = {"precision", "recall", "f1", "macro_precision", "macro_recall", "macro_f1"}
    measures |= {"rouge_s_p", "rouge_s_r", "rouge_s_f1", *(f"recall@{k}" for k in range(1, 11))}
    cells = metrics[metrics.slice == "all"].groupby(["split", "protocol", "ranker"]).metric
    assert set(cells.agg(frozenset)) == {frozenset(measures)} and len(cells) == 2 * 2 * 10
    assert metrics.value.between(0, 1).all() and metrics.published.isna().all()
    f1 = metrics[(metrics.slice == "all") & (metrics.metric == "f1")]
    assert f1.groupby("split").value.max().gt(0.2).all() and f1.value.max() < 0.95


def test_a_figure_is_that_of_the_submission(scisumm, metrics):
    gold = pq.read_table(scisumm / "steps/gold.parquet").to_pandas()
    gold = gold[(gold.split == "train") & gold.citance_id.notna()]
    ranking = pq.read_table(scisumm / "rankings/asymm-d4.parquet").to_pandas()
    chosen = ranking[ranking["rank"] <= 2].groupby("citance_id").sid.agg(set)
    hits = sum(len(chosen[row.citance_id] & set(row.sids)) for row in gold.itertuples())
    wanted, given = sum(map(len, gold.sids)), 2 * len(gold)
    [row] = metrics.query(
        "split == 'train' and protocol == 'corrected' and ranker == 'asymm-d4' "
        "and slice == 'all' and metric == 'f1'"
    ).itertuples()
    assert row.value == pytest.approx(2 * hits / (wanted + given))


def test_the_ablation_and_the_powers_stand_beside_their_base(scisumm, metrics):
    ablation = pd.read_csv(scisumm / "ablation.csv")
    assert list(dict.fromkeys(ablation.variant)) == [
        *["asymm-d4", "uniform-weights", "greedy", "dot-product"]
    ]
    cells = ["split", "protocol", "metric"]
    base = ablation[ablation.variant == "asymm-d4"].set_index(cells).value
    figures = metrics[(metrics.ranker == "asymm-d4") & (metrics.slice == "all")]
    figures = figures.set_index(cells).value
    assert len(base) == 2 * 2 * 2 and base.to_dict() == figures[base.index].to_dict()
    for _, rows in ablation[ablation.variant != "asymm-d4"].groupby("variant"):
        found = rows.set_index(cells)
        assert found.difference.to_list() == pytest.approx(
            (found.value - base[found.index]).to_list()
        )
        assert found.p.between(0, 1).all()
    powers = pd.read_csv(scisumm / "powers.csv")
    assert set(powers.d) == {1, 4} and len(powers) == 2 * 2 * 2 * 2
    own = powers[(powers.direction == "candidate-covers-query") & (powers.d == 4)]
    for row in own.itertuples():
        assert row.f1 == pytest.approx(base[row.split, row.protocol, "f1"])
    tuning = pd.read_csv(scisumm / "tuning.csv")
    assert len(tuning) == 2 * 10 * 2 * 2 and tuning.chosen.sum() == 2 * 2 * 2
    at_two = tuning[tuning.k == 2].set_index(["d", "split", "protocol"]).f1
    for row in powers[powers.direction == "candidate-covers-query"].itertuples():
        assert row.f1 == at_two[row.d, row.split, row.protocol]


def test_annotators_and_lengths_are_measured(scisumm):
    human = pd.read_csv(scisumm / "human.csv")
    assert list(human) == ["protocol", "split", "slice", "metric", "value"]
    assert set(human.split) == {"test"} and set(human.slice) == {"all", "P01-1001", "P01-1002"}
    f1 = human[(human.metric == "f1") & (human.slice == "all")].value
    assert f1.between(0.05, 0.95).all() and len(f1) == 2  # they partly disagree
    lengths = pd.read_csv(scisumm / "lengths.csv")
    expected = {*RANKERS, "(all sentences)", "(gold)"}
    assert lengths.groupby("split").ranker.agg(set).to_dict() == {
        split: expected for split in ("train", "test")
    }
    learnt = (scisumm / "best.json").read_text()
    assert json.loads(learnt) and "bm25-ensemble-chosen, share" in learnt
    assert "bm25-ensemble, share" not in learnt  # it came after what best learns from was settled
