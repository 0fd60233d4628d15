"""The re-rankers through the whole workflow: the smoke run."""

import pandas as pd
import pyarrow.parquet as pq
import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.io import tables
from paperpool.workflow.scisearch.names import HONEST, MODELS, PROTOCOLS
from paperpool.workflow.scisearch.networks import load_reranker
from paperpool.workflow.scisearch.tables import (
    HISTORY_COLUMNS,
    PREDICTIONS,
    PROBABILITIES,
    VECTORS,
)

FACETS = default_scheme().facet_names

RANKERS = ["minilm", "minilm-kl"]
RULES = {"encode_scisearch": 1, "train_reranker": 1, "evaluate_scisearch": 1}


@pytest.fixture(scope="module")
def scisearch(results):
    return results / "scisearch"


def test_the_target_needs_nothing_of_a_corpus_nor_of_the_rankers_of_csfcube(workplace):
    planned = workplace.run("scisearch", "-n", base="smoke").jobs()
    assert {name: planned[name] for name in RULES} == RULES
    assert set(planned) <= {*RULES, "plan_demo", "write_config", "scisearch"}


def test_tables_have_the_columns_of_their_contract(scisearch):
    metrics = pd.read_csv(scisearch / "metrics.csv")
    assert pq.read_schema(scisearch / "per_query.parquet") == tables.PER_QUERY
    assert set(metrics.protocol) == set(PROTOCOLS) and set(metrics.ranker) == set(RANKERS)
    assert metrics.value.between(0, 1).all()
    assert set(metrics.n_runs) == {1} and metrics.sd.isna().all()
    accuracy = pd.read_csv(scisearch / "accuracy.csv")
    assert set(accuracy.ranker) == {"minilm-kl"}
    assert accuracy.value.between(0, 1).all() and (accuracy.n_pairs > 0).all()
    # of a single encoder there is no ensemble
    assert pd.read_csv(scisearch / "ensembles.csv").empty
    # the generated collection has none of the paper's documents
    assert pd.read_csv(scisearch / "examples.csv").empty


def test_every_model_has_a_checkpoint_a_history_and_predictions(scisearch):
    assert pq.read_schema(scisearch / "steps/minilm.parquet") == VECTORS
    for facet in FACETS:
        folder = scisearch / "models/minilm-kl" / facet
        for model in MODELS:
            _, facts = load_reranker(folder / f"{model.name}.safetensors")
            assert (facts["facet"], facts["model"], facts["loss"]) == (facet, model.name, "kl")
        history = pd.read_csv(folder / "history.csv")
        assert list(history) == HISTORY_COLUMNS
        assert list(history.model.unique()) == [model.name for model in MODELS]
        assert history.epoch.max() <= 3
        predicted = pq.read_table(scisearch / f"steps/predictions/minilm-kl/{facet}.parquet")
        assert predicted.schema == PREDICTIONS
        frame = predicted.to_pandas()
        assert frame[list(PROBABILITIES)].sum(axis=1).between(0.9999, 1.0001).all()
        assert (frame.fold.isna() == (frame.protocol != HONEST)).all()


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("ranker", RANKERS)
def test_every_ranker_has_a_run_under_each_protocol(scisearch, protocol, ranker):
    run = pq.read_table(scisearch / "runs" / protocol / f"{ranker}.parquet")
    assert run.schema == tables.RUN
    frame = run.to_pandas()
    assert (frame.groupby(["query_id", "facet"])["rank"].max() > 1).all()
    if protocol == HONEST:
        assert (frame.query_id != frame.candidate_id).all()
