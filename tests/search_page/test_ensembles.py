"""An ensemble of re-rankers on the page: its networks are those that it chose for each fold."""

import shutil

import pytest
import yaml

from paperpool.errors import UserError
from paperpool.scisearch.networks import make_reranker, save_reranker
from paperpool.search_page.encoder_choices import THE_ENSEMBLE
from paperpool.search_page.engine import open_run
from paperpool.search_page.model import Settings
from paperpool.search_page.web import views
from paperpool.search_page.web.forms import read_form

from ..made.search_run import WORDS

SETTINGS = Settings(facet="method", ranker="scisearch", encoder=THE_ENSEMBLE)
CHOICES = """protocol,ranker,training,facet,fold,encoder,loss,metric,value
as-published,ensemble-kl,1,method,,small,kl,ndcg%100,0.9
honest,ensemble,1,method,1,small,,ndcg%100,0.9
honest,ensemble-kl,1,method,1,small,kl,ndcg%100,0.5
honest,ensemble-kl,1,method,2,other,kl,ndcg%100,0.5
honest,ensemble-kl,2,method,1,other,kl,ndcg%100,0.5
"""
FIGURES = """\
protocol,metric,ranker,slice,value,n_runs,split,sd,ci_low,ci_high,n_queries,published,benchmark
honest,ndcg%20,ensemble,method,0.5,1,test,,,,4,,scisearch
honest,ndcg%20,ensemble-kl,method,0.25,2,test,,,,4,,scisearch
as-published,ndcg%20,ensemble-kl,method,0.75,2,test,,,,4,,scisearch
"""


@pytest.fixture(scope="module")
def chosen(encoded_folder, tiny_bert, tmp_path_factory):
    """The run with a second encoder, and an ensemble that has chosen one for each fold."""
    folder = tmp_path_factory.mktemp("results") / "chosen"
    shutil.copytree(encoded_folder, folder)
    config = yaml.safe_load((folder / "config.yaml").read_text())
    model = {"model": str(tiny_bert(WORDS)), "precision": "float32", "pooling": "cls"}
    config["scisearch"]["encoders"]["other"] = model
    (folder / "config.yaml").write_text(yaml.safe_dump(config | {"run": "chosen"}))
    for number, fold in enumerate((1, 2), 7):
        file = folder / f"scisearch/models/other-kl/method/honest-fold{fold}.safetensors"
        save_reranker(file, make_reranker(16, number), {"candidate": "facet"})
    (folder / "scisearch/ensembles.csv").write_text(CHOICES)
    (folder / "scisearch/metrics.csv").write_text(FIGURES)
    return folder


@pytest.fixture(scope="module")
def engine(chosen):
    return open_run("chosen", chosen.parent)


@pytest.mark.parametrize(("query", "asked", "folds"), [
    ("a1", "We brew tea with ice.", {1: "small", 2: "other"}),
    ("q1", "We brew hot tea.", {2: "other"}),
    ("q2", "We look at red wine.", {1: "small"}),
])  # fmt: skip
def test_every_fold_is_asked_by_the_encoder_that_was_chosen_for_it(
    engine, chosen, expected_grade, query, asked, folds
):
    found = engine.search(engine.look_up(query), SETTINGS)
    said = {result.paper_id: result.score for result in found.results}
    expected = expected_grade(chosen, asked, "We brew coffee with ice.", folds)
    assert said["a2"] == pytest.approx(expected, abs=1e-5)


def test_the_page_says_what_it_is_worth_and_which_training_is_asked(engine):
    note = engine.search(engine.look_up("a1"), SETTINGS).notes[0]
    assert note.endswith(
        "has an NDCG%20 of 0.250, its untrained encoder 0.500. Means over 2 trainings; the first "
        "is used."
    )


def test_it_can_be_chosen_in_place_of_an_encoder_by_a_reranking_alone(engine):
    facts = engine.facts
    assert facts.losses[THE_ENSEMBLE] == ("kl",) and THE_ENSEMBLE not in facts.encoders
    assert facts.encoders_for("scisearch") == (*facts.encoders, THE_ENSEMBLE)
    assert facts.encoders_for("dense") == facts.encoders
    assert "ensemble" in views.ranker_note(facts)


def test_a_form_may_ask_for_it(engine):
    class Sent(dict):
        def getlist(self, key):
            return []

    sent = {"paper": "a1", "facet": "method", "ranker": "scisearch", "encoder": THE_ENSEMBLE}
    form = read_form(Sent(sent), engine.facts)
    assert form.problems == () and form.settings == SETTINGS
    [problem] = read_form(Sent(sent | {"ranker": "dense"}), engine.facts).problems
    assert "no encoder 'the ensemble'" in problem.what


def test_a_facet_that_it_chose_nobody_for_is_refused(engine):
    with pytest.raises(UserError, match="No re-ranker was trained for background"):
        engine.search(
            engine.look_up("a1"),
            Settings(facet="background", ranker="scisearch", encoder=THE_ENSEMBLE),
        )


def test_without_its_table_there_is_none(encoded):
    assert encoded.facts.encoders_for("scisearch") == encoded.facts.encoders
    assert "ensemble" not in views.ranker_note(encoded.facts)
