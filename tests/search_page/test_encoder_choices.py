"""The encoders that a configuration offers, and their names."""

import csv

import pytest
import yaml

from paperpool.models.cached_model import EncoderSettings
from paperpool.search_page.encoder_choices import (
    EncoderChoice,
    choose_best,
    find_choices,
    measure_choices,
)
from paperpool.search_page.engine import open_run
from paperpool.search_page.model import Settings
from paperpool.search_page.web.views import ranker_note

from ..made.search_run import write_run


def choices(rankers, encoders=None):
    config = {"rankers": rankers}
    if encoders is not None:
        config["scisearch"] = {"encoders": encoders}
    return find_choices(config)


def test_dense_rankers_are_encoders_with_their_separators():
    rankers = {
        "words": {"kind": "bm25"},
        "sep": {"kind": "dense", "model": "a", "separator": "sep", "pooling": "cls"},
        "plain": {"kind": "dense", "model": "a"},
        "same": {"kind": "dense", "model": "a", "similarity": "l2"},
    }
    assert choices(rankers) == (
        EncoderChoice("sep", EncoderSettings("a", pooling="cls"), "sep"),
        EncoderChoice("plain", EncoderSettings("a")),
    )


def test_a_rerankers_encoder_of_equal_settings_has_the_rankers_name():
    rankers = {"ranker": {"kind": "dense", "model": "a", "separator": "sep"}}
    assert choices(rankers, {"trained": {"model": "a", "max_tokens": None}, "gone": None}) == (
        EncoderChoice("ranker", EncoderSettings("a"), "sep", "trained"),
    )


def test_a_rerankers_encoder_of_other_settings_has_its_own_name():
    rankers = {"one": {"kind": "dense", "model": "a"}}
    encoders = {"one": {"model": "a", "max_tokens": 8}, "two": {"model": "b"}}
    assert choices(rankers, encoders) == (
        EncoderChoice("one", EncoderSettings("a")),
        EncoderChoice("one-scisearch", EncoderSettings("a", max_tokens=8), "space", "one"),
        EncoderChoice("two", EncoderSettings("b"), "space", "two"),
    )


def test_rankers_by_sentences_leave_their_embeddings_in_the_cache():
    def offered(**settings):
        rankers = {
            "late": {"kind": "late", "model": "a", **settings},
            "dense": {"kind": "dense", "model": "a"},
        }
        (choice,) = choices(rankers)
        return choice.has_sentences

    assert offered()
    assert not offered(titles=True)
    assert not offered(max_tokens=8)


def test_a_run_of_words_has_none():
    assert choices({"bm25": {"kind": "bm25"}}, {}) == ()


COLUMNS = (
    *("benchmark", "protocol", "split", "ranker", "slice", "metric", "value", "sd", "n_runs"),
    *("ci_low", "ci_high", "n_queries", "published"),
)
RANKERS = {
    "tfidf": {"kind": "tfidf"},
    "words": {"kind": "bm25"},
    "one": {"kind": "dense", "model": "a"},
    "two": {"kind": "dense", "model": "b"},
    "late-two": {"kind": "late", "model": "b"},
    "late-titles": {"kind": "late", "model": "a", "titles": True},
    "both": {"kind": "fusion", "members": ["two", "words"]},
    "three": {"kind": "fusion", "members": ["one", "two", "words"]},
    "zscore": {"kind": "fusion", "members": ["one", "words"], "method": "zscore"},
}
CONFIG = {"rankers": RANKERS, "scisearch": {"encoders": {"small": {"model": "b"}}}}


def write_metrics(path, figures, protocol="official", metric="ndcg%20"):
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, restval="")
        writer.writeheader()
        for ranker, value in figures.items():
            row = {"benchmark": "csfcube", "protocol": protocol, "split": "test", "slice": "all"}
            writer.writerow(
                row
                | {"ranker": ranker, "metric": metric, "value": value, "n_runs": 1, "n_queries": 4}
            )
    return path


@pytest.fixture
def tables(tmp_path):
    figures = {name: (number + 1) / 100 for number, name in enumerate(RANKERS)}
    return (
        write_metrics(tmp_path / "csfcube.csv", figures),
        write_metrics(tmp_path / "trained.csv", {"small-nll": 0.5, "small-kl": 0.6}, "honest"),
    )


def test_rankers_of_the_run_stand_for_those_of_the_page(tables):
    measured = measure_choices(CONFIG, find_choices(CONFIG), *tables)
    assert measured == {
        ("bm25", None): 0.02,
        ("dense", "one"): 0.03,
        ("dense", "two"): 0.04,
        ("sentences", "two"): 0.05,
        ("fusion", "two"): 0.07,
        ("scisearch", "two"): 0.6,
    }
    assert choose_best(measured) == ("fusion", "two")


def test_what_was_not_measured_has_no_figure(tables, tmp_path):
    choices = find_choices(CONFIG)
    assert measure_choices(CONFIG, choices, None, tmp_path / "none.csv") == {}
    other = write_metrics(tmp_path / "other.csv", {"words": 0.5}, metric="map")
    assert measure_choices(CONFIG, choices, other, tmp_path / "none.csv") == {}
    assert choose_best({}) == (None, None)
    assert choose_best({("bm25", None): 0.9, ("dense", "two"): 0.1}) == ("bm25", "two")
    assert choose_best({("scisearch", "two"): 0.9}) == (None, None)


def test_the_best_measured_ranker_and_encoder_come_first(tmp_path):
    rankers = {name: RANKERS[name] for name in ("words", "one", "two")}
    folder = write_run(tmp_path, rankers=rankers)
    write_metrics(folder / "csfcube/metrics.csv", {"words": 0.3, "one": 0.1, "two": 0.2})
    engine = open_run("made", tmp_path)
    assert engine.facts.default_ranker == "bm25"
    assert engine.facts.encoders == ("two", "one")
    write_metrics(folder / "csfcube/metrics.csv", {"words": 0.3, "one": 0.4, "two": 0.2})
    facts = open_run("made", tmp_path).facts
    assert (facts.default_ranker, facts.encoders) == ("dense", ("one", "two"))
    assert facts.measured["dense", "one"] == 0.4
    config = yaml.safe_load((folder / "config.yaml").read_text())
    made_up = config | {"data": {"s2orc": None, "csfcube": None}}
    (folder / "config.yaml").write_text(yaml.safe_dump(made_up))
    facts = open_run("made", tmp_path).facts
    assert (facts.default_ranker, facts.encoders) == ("fusion", ("one", "two"))
    assert facts.measured["dense", "one"] == 0.4 and "generated judgments" in ranker_note(facts)


def test_without_figures_words_and_embeddings_are_first(tmp_path):
    write_run(tmp_path, rankers={name: RANKERS[name] for name in ("words", "one")})
    facts = open_run("made", tmp_path).facts
    assert facts.default_ranker == "fusion" and facts.measured == {}


def test_without_an_encoder_words_are_first(engine):
    assert engine.facts.default_ranker == "bm25" and engine.facts.measured == {}
    assert engine.search(engine.look_up("a1"), Settings()).results
