"""Runs that are made for the tests, and engines of them."""

import numpy as np
import pytest
import yaml

from paperpool.extras.search_page.engine import open_run
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.workflow.scisearch.names import MODELS
from paperpool.workflow.scisearch.networks import load_reranker, make_reranker, save_reranker

from ..made.search_run import WORDS, write_run


@pytest.fixture(scope="session")
def made_results(tmp_path_factory):
    """Runs without an encoder: ``made`` of a corpus, ``both`` of a collection too, ``alone`` of a
    collection alone."""
    results = tmp_path_factory.mktemp("results")
    write_run(results)
    write_run(results, "both", collection=True)
    write_run(results, "alone", corpus=False, collection=True)
    return results


@pytest.fixture(scope="session")
def engine(made_results):
    """An engine of the corpus, without an encoder."""
    return open_run("made", made_results)


@pytest.fixture(scope="session")
def both(made_results):
    """An engine of the corpus and the collection, without an encoder."""
    return open_run("both", made_results)


@pytest.fixture(scope="session")
def encoded_folder(tmp_path_factory, tiny_bert):
    """A run of the corpus and the collection with an encoder for training re-rankers."""
    settings = {"model": str(tiny_bert(WORDS)), "precision": "float32"}
    folder = write_run(
        tmp_path_factory.mktemp("results"),
        "encoded",
        collection=True,
        rankers={"bm25": {"kind": "bm25"}, "tiny": {"kind": "dense", **settings}},
        scisearch={"encoders": {"small": settings}},
    )
    for facet in ("background", "method"):
        for number, model in enumerate(MODELS):
            file = (
                folder / "scisearch" / "models" / "small-kl" / facet / f"{model.name}.safetensors"
            )
            save_reranker(file, make_reranker(16, number), {"candidate": "facet"})
    return folder


@pytest.fixture(scope="session")
def expected_grade(tmp_path_factory):
    """Return a function: the mean grade that a run's networks on methods expect of two texts.

    ``folds`` has the encoder of each fold whose network is used.
    """
    cache = ArrayCache(tmp_path_factory.mktemp("cache"))

    def expect(folder, asked, offered, folds):
        settings = yaml.safe_load((folder / "config.yaml").read_text())["scisearch"]["encoders"]
        said = []
        for fold, name in folds.items():
            encoder = Encoder(EncoderSettings(**settings[name]), cache, 1)
            pair = [encoder.encode_directly([text])[0] for text in (asked, offered)]
            file = folder / f"scisearch/models/{name}-kl/method/honest-fold{fold}.safetensors"
            said.append(load_reranker(file)[0].probabilities(np.concatenate(pair)[None])[0])
        return float(np.mean(said, axis=0) @ [0, 1, 2, 3])

    return expect


@pytest.fixture(scope="session")
def encoded(encoded_folder):
    """An engine with an encoder and re-rankers."""
    return open_run("encoded", encoded_folder.parent)
