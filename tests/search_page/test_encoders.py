"""The encoder that a configuration is searched with, and the scores that choose it."""

import csv

import pytest
import yaml

from paperpool.extras.search_page.encoders import EncoderChoice, choose_encoder
from paperpool.extras.search_page.engine import open_run
from paperpool.models.encoder_settings import EncoderSettings

from ..made.search_run import write_run

COLUMNS = (
    *("benchmark", "protocol", "split", "ranker", "slice", "metric", "value", "sd", "n_runs"),
    *("ci_low", "ci_high", "n_queries", "published"),
)
RANKERS = {
    "words": {"kind": "bm25"},
    "given": {"kind": "dense", "vectors": ["x"]},
    "one": {"kind": "dense", "model": "a", "separator": "sep"},
    "two": {"kind": "dense", "model": "b", "pooling": "cls"},
}


@pytest.mark.parametrize(
    ("names", "scores", "expected"),
    [
        ("words", {"words": 0.9}, None),
        ("words given", {}, EncoderChoice("given", None)),
        ("given one two", {}, EncoderChoice("one", EncoderSettings("a"), "sep")),
        (
            "given one two",
            {"given": 0.9, "one": 0.1, "two": 0.2},
            EncoderChoice("two", EncoderSettings("b", pooling="cls")),
        ),
    ],
)
def test_the_best_encoder_of_texts_is_chosen(names, scores, expected):
    assert choose_encoder({name: RANKERS[name] for name in names.split()}, scores) == expected


@pytest.mark.parametrize(
    ("changes", "expected"), [({}, True), ({"titles": True}, False), ({"max_tokens": 8}, False)]
)
def test_rankers_by_sentences_leave_their_embeddings_in_the_cache(changes, expected):
    rankers = {
        "late": {"kind": "late", "model": "a", **changes},
        "dense": {"kind": "dense", "model": "a"},
    }
    assert choose_encoder(rankers, {}).has_sentences == expected


def write_metrics(path, figures, protocol="official"):
    path.parent.mkdir(parents=True, exist_ok=True)
    row = {"benchmark": "csfcube", "protocol": protocol, "split": "test", "slice": "all"}
    row |= {"metric": "ndcg%20", "n_runs": 1, "n_queries": 4}
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, restval="")
        writer.writeheader()
        writer.writerows(row | {"ranker": name, "value": value} for name, value in figures.items())


def test_scores_on_the_collection_choose_the_encoder_unless_its_judgments_are_made_up(tmp_path):
    folder = write_run(tmp_path, rankers={name: RANKERS[name] for name in ("words", "one", "two")})
    write_metrics(folder / "csfcube/metrics.csv", {"words": 0.3, "one": 0.1, "two": 0.2})
    engine = open_run("made", tmp_path)
    assert engine.rankers.encoder.choice.name == "two"
    assert engine.facts.default_ranker == "fusion"
    config = yaml.safe_load((folder / "config.yaml").read_text())
    config["data"] = {"s2orc": None, "csfcube": None}
    (folder / "config.yaml").write_text(yaml.safe_dump(config))
    assert open_run("made", tmp_path).rankers.encoder.choice.name == "one"


def test_the_best_of_the_re_rankers_is_chosen(encoded_folder, tmp_path):
    results = tmp_path / "results"
    results.mkdir()
    folder = results / "encoded"
    config = yaml.safe_load((encoded_folder / "config.yaml").read_text())
    folder.mkdir()
    for name in ("corpus", "facets"):
        (folder / name).symlink_to(encoded_folder / name)
    (folder / "config.yaml").write_text(yaml.safe_dump(config))
    for loss in ("nll", "kl"):
        models = folder / f"scisearch/models/small-{loss}"
        models.parent.mkdir(parents=True, exist_ok=True)
        models.symlink_to(encoded_folder / "scisearch/models/small-kl")

    def chosen():
        return open_run("encoded", results).rankers.rerankers.folder.name

    assert chosen() == "small-nll"
    write_metrics(folder / "scisearch/metrics.csv", {"small-nll": 0.5, "small-kl": 0.6}, "honest")
    assert chosen() == "small-kl"
