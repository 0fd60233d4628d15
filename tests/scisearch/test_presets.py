"""The two presets: their values, changes to them, and their difference."""

import yaml

from paperpool.workflow.config.loading import fill_defaults, load_config
from paperpool.workflow.scisearch.presets import DEMO_EPOCHS, PRESETS, describe_preset, fill_preset
from paperpool.workflow.scisearch.training import TrainingSettings


def fill(root, own):
    """Return the settings of the re-ranker in a configuration of a user's own."""
    return fill_defaults(load_config(root / "config/config.yaml", [], own))["scisearch"]


def settings(**changes):
    keys = dict.fromkeys(PRESETS["paper"])
    return fill_preset({**keys, "preset": "paper", "seeds": 3, **changes})


def test_the_paper_and_the_notebooks_differ_in_what_is_read_and_how_it_is_learnt():
    paper, code = PRESETS["paper"], PRESETS["authors_code"]
    assert paper.keys() == code.keys()
    differing = {key: (paper[key], code[key]) for key in paper if paper[key] != code[key]}
    assert differing == {
        "losses": (["nll", "kl-fitted"], ["nll", "kl"]),
        "candidate": ("facet", "abstract"),
        "learning_rate": (0.01, 0.001),
        "epochs": (500, 300),
    }
    assert (paper["batch_size"], paper["patience"], paper["oversampling"]) == (16, 4, "smote")


def test_what_is_set_goes_before_the_preset_and_is_named():
    assert describe_preset(settings()) == "paper"
    code = settings(preset="authors_code", epochs=3, losses=["kl"])
    assert code["epochs"] == 3 and code["learning_rate"] == 0.001 and code["seeds"] == 3
    assert describe_preset(code) == "authors_code, but losses kl, epochs 3"
    own = settings(start="identity", learning_rate=1e-4, losses=["nll", "kl"])
    assert describe_preset(own) == (
        "paper, but start identity, losses nll and kl, learning rate 0.0001"
    )


def test_the_configuration_is_the_papers_where_nothing_is_said(root):
    config = fill(root, {"data": {"csfcube": "resources/csfcube"}})
    assert config["preset"] == "paper" and config["seeds"] == 1
    assert {key: config[key] for key in PRESETS["paper"]} == PRESETS["paper"]
    known = TrainingSettings.__dataclass_fields__.keys() - {"loss"}
    assert known <= config.keys()
    overlay = yaml.safe_load((root / "config/scisearch.yaml").read_text())["scisearch"]
    assert overlay == {"seeds": 3}


def test_an_overlay_chooses_the_other(root):
    config = fill(root, {"data": {"csfcube": "a"}, "scisearch": {"preset": "authors_code"}})
    assert {key: config[key] for key in PRESETS["paper"]} == PRESETS["authors_code"]


def test_the_trainings_of_a_demo_end_early_and_say_so(root):
    assert describe_preset(fill(root, {})) == f"paper, but epochs {DEMO_EPOCHS}"
    assert fill(root, {"scisearch": {"epochs": 90}})["epochs"] == 90
