"""Further rankers beside those of the smoke run, added to a copy of it.

Two are trained or chosen first, and one is a program.
"""

import json
import re
import shutil

import pandas as pd
import pyarrow.parquet as pq
import pytest

from paperpool.collections.csfcube_release import read_collection
from paperpool.csfcube.evaluation import evaluate_runs
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.runs import rank_scores
from paperpool.evaluation.stored_runs import read_run
from paperpool.io import tables
from paperpool.workflow.config.loading import load_yaml

from .conftest import Workplace

WORDS = ["the", "of", "and", "a", "to", "in", "we", "for", "is", "with", "model", "data"]
BEST = {"kind": "best", "members": ["tfidf", "bm25", "minilm"]}
TRAINED = {  # a short training
    **{"kind": "trained", "max_tokens": 16, "precision": "float32"},
    **{"seeds": 1, "triples": 100, "held_out": 40, "epochs": 1},
}


@pytest.fixture(scope="module")
def more(root, tiny_bert):
    """Return a function: the settings of the further rankers."""

    def describe(**citations):
        program = load_yaml(root / "config/annotated.yaml")["rankers"]["overlap"]
        base = {"kind": "dense", "model": str(tiny_bert(WORDS)), "max_tokens": 16}
        trained = TRAINED | {"model": base["model"]} | citations
        further = {"best": BEST, "overlap": program, "citations": trained, "untrained": base}
        return {"rankers": further}

    return describe


@pytest.fixture(scope="module")
def go_on(smoke, root, more, tmp_path_factory):
    """Return a function: a copy of the smoke run that has gone on with further rankers."""

    def run(cores):
        # as deep as the smoke run, so that the paths of models are the same from there
        folder = tmp_path_factory.mktemp("trained")
        shutil.copytree(smoke[0].folder, folder, symlinks=True, dirs_exist_ok=True)
        cache = folder / "results/.cache"
        cache.unlink()  # each run has vectors of its own of what it trains
        shutil.copytree(smoke[0].folder / "results/.cache", cache)
        place = Workplace(root, folder)
        files = [str(root / "config/smoke.yaml"), place.overlay("more", more())]
        done = place.snakemake("csfcube", "--configfile", *files, cores=cores)
        return place, done

    return run


@pytest.fixture(scope="module")
def trained(go_on):
    return go_on(2)


@pytest.fixture(scope="module")
def results(trained):
    return trained[0].folder / "results/smoke"


def test_only_what_they_need_runs(trained):
    ranked = ["draw_triples", "train_encoder", "rank_trained", "rank_best", "run_command"]
    ranked.append("rank_model")
    assert set(trained[1].jobs()) <= {*ranked, "evaluate_csfcube", "write_config", "csfcube"}
    assert trained[1].jobs()["train_encoder"] == trained[1].jobs()["rank_best"] == 1


def test_another_number_of_cores_gives_the_same_bytes(trained, go_on):
    place, _ = go_on(1)
    assert place.digests("smoke") == trained[0].digests("smoke")


def test_an_encoder_is_trained_on_citations_and_compared_with_its_base(results):
    folder = results / "training/citations"
    for file, schema in {
        "triples": tables.TRIPLES,
        "texts": tables.PAPER_TEXTS,
        "heldout_citations": tables.CITATION_QUERIES,
        "heldout_candidates": tables.PAPER_TEXTS,
    }.items():
        assert pq.read_schema(folder / f"{file}.parquet").equals(schema)
    collection = set(read_collection(results / "demo/csfcube").papers)
    triples = pq.read_table(folder / "triples.parquet").to_pandas()
    ids = set(triples.query_id) | set(triples.positive_id) | set(triples.negative_id)
    assert len(triples) > 50 and not ids & collection
    assert set(triples.negative) == {"hard", "easy"}
    assert {path.name for path in (folder / "1").iterdir()} == {"model", "loss.csv"}
    assert list(pd.read_csv(folder / "1/loss.csv")) == ["seed", "step", "loss"]
    assert pd.read_csv(folder / "heldout.csv").seed.tolist() == [1]
    metrics = pd.read_csv(results / "csfcube/metrics.csv")
    runs = {
        name: read_run(results / f"csfcube/runs/{name}.parquet")
        for name in ("citations", "untrained")
    }
    assert runs["citations"] != runs["untrained"]
    assert set(metrics.n_runs) == {1} and metrics.sd.isna().all()


def test_each_seed_is_a_training_and_a_run_of_its_own(trained, more):
    planned = trained[0].run("csfcube", "-n", base="smoke", **more(seeds=2))
    assert planned.jobs()["train_encoder"] == planned.jobs()["rank_trained"] == 1
    assert "citations@2" in planned.output
    assert "results/smoke/training/citations/2/" in planned.output


def test_best_lists_every_way_to_choose_and_the_chosen(results):
    designs = pd.read_csv(results / "csfcube/designs/best.csv")
    assert designs.groupby("fold").size().to_dict() == {"fold1_test": 24, "fold2_test": 24}
    chosen = designs[designs.chosen]
    assert sorted(chosen.fold) == ["fold1_test", "fold2_test"]
    metrics = pd.read_csv(results / "csfcube/metrics.csv")
    value = (
        metrics.query(
            "protocol == 'official' and split == 'test' and slice == 'all' and metric == 'ndcg%20'"
        )
        .set_index("ranker")
        .value["best"]
    )
    assert chosen["ndcg%20"].mean() == pytest.approx(value)


def overlap(query_text, abstract):
    """The share of the query's distinct words that stand in the abstract, as the command has it."""
    words, other = (set(re.findall("[a-z0-9]+", text.lower())) for text in (query_text, abstract))
    return round(len(words & other) / len(words), 6)


def test_the_program_ranks_as_the_same_score_in_python(results):
    collection = read_collection(results / "demo/csfcube")
    expected = {
        (query, facet): rank_scores(
            (
                candidate,
                overlap(
                    " ".join(collection.facet_sentences(query, facet)),
                    collection.papers[candidate].abstract,
                ),
            )
            for candidate in collection.rankable(query, facet)
        )
        for query, facet in collection.pairs()
    }
    assert read_run(results / "csfcube/runs/overlap.parquet") == expected
    assert len({score for ranking in expected.values() for _, score in ranking}) > 20
    checks = json.loads((results / "csfcube/checks/overlap.json").read_text())
    assert (checks["unjudged_removed"], checks["problems"]) == (0, [])

    metrics = pd.read_csv(results / "csfcube/metrics.csv")
    figures = metrics[metrics.ranker == "overlap"].set_index(
        ["protocol", "split", "slice", "metric"]
    )
    again = evaluate_runs(collection, {"o": expected}, {}, ["o"], Resampling(13, 100, 100)).metrics
    again = again.set_index(["protocol", "split", "slice", "metric"])
    assert len(figures) == 2 * 2 * 4 * 7
    assert figures.value.to_dict() == again.value.to_dict()
