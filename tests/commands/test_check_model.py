"""``paperpool check-model``: a model made here, and all-mpnet-base-v2 where it is fetched."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from safetensors.torch import load_file, save_file

from paperpool.commands.main import main
from paperpool.encoding.model_loading import WAYS
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.rankers.model_ranker import ModelRanker
from paperpool.rankers.registry import find_kinds

from ..made.collection import make_collection
from ..made.model_packages import sha256, write_registry

WORDS = "the background objective method result of topic in we study citations".split()
KNOWN, FREE = "tiny-known", "tiny-free"


@pytest.fixture
def here(tmp_path, monkeypatch, tiny_bert):
    """A directory with a fetched model, of which a vector of each facet is known, and another."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PAPERPOOL_DATA", str(tmp_path / "data"))
    collection = make_collection()
    monkeypatch.setattr(
        "paperpool.encoding.known_vectors.read_collection", lambda folder, evaluable: collection
    )
    (tmp_path / "resources/csfcube").mkdir(parents=True)
    for name in (KNOWN, FREE):
        shutil.copytree(tiny_bert(WORDS), tmp_path / "resources/models" / name)
    weights = (tmp_path / "resources/models" / KNOWN / "model.safetensors").read_bytes()
    pinned = {"model.safetensors": sha256(weights)}
    entries = {
        KNOWN: {"hub": "org/a", "pooling": "cls", "vectors": "tiny", "files": pinned},
        FREE: {"hub": "org/b"},
    }
    folder = write_registry(tmp_path / "registry", entries)
    monkeypatch.setattr("paperpool.models.registry.RESOURCES", folder)

    settings = EncoderSettings(str(tiny_bert(WORDS)), pooling="cls", precision="float32")
    encoder = Encoder(settings, ArrayCache(tmp_path / "cache"), 1)
    for facet in ("background", "method", "result"):
        text = collection.part_text("q1", facet)
        vector = np.round(encoder.encode([text])[0].astype(float), 6).tolist()
        write_vector(facet, vector)
    return tmp_path


def write_vector(facet, vector):
    path = Path("resources/csfcube_runs/tiny", f"{facet}.json")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"q1": vector}))


def test_a_model_whose_vectors_are_known_is_proved(here, capsys):
    assert main(["check-model", KNOWN]) == 0
    first, *ways, last = capsys.readouterr().out.splitlines()
    assert first.endswith(f"resources/models/{KNOWN}, the weights of {KNOWN} as in the registry")
    assert [way.split(": ")[1] for way in ways] == ["loaded, finite"] * 3
    assert last.startswith("All 3 vectors agree with resources/csfcube_runs/tiny: ")


def test_a_folder_is_known_by_its_weights_or_else_by_its_name(here, capsys):
    shutil.copytree(f"resources/models/{KNOWN}", "elsewhere")
    assert main(["check-model", "elsewhere"]) == 0
    assert "All 3 vectors agree" in capsys.readouterr().out
    shutil.copytree(f"resources/models/{FREE}", f"again/{KNOWN}")
    weights = Path(f"again/{KNOWN}/model.safetensors")
    tensors = load_file(weights)
    tensors["embeddings.word_embeddings.weight"] *= -1
    save_file(tensors, weights, metadata={"format": "pt"})
    assert main(["check-model", f"again/{KNOWN}"]) == 1
    printed = capsys.readouterr().out
    assert f"not {KNOWN} of the registry: model.safetensors has" in printed
    assert printed.splitlines()[-1].startswith("0 of 3 vectors agree")


def test_vectors_that_differ_are_counted_and_the_status_is_1(here, capsys):
    [vector] = json.loads(Path("resources/csfcube_runs/tiny/method.json").read_text()).values()
    vector[3] += 0.25
    write_vector("method", vector)
    assert main(["check-model", KNOWN]) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("2 of 3 vectors agree") and "2.5e-01 (method of q1)" in last


def test_without_the_vectors_the_command_that_gets_them_is_named(here, capsys):
    shutil.rmtree("resources/csfcube_runs")
    assert main(["check-model", KNOWN]) == 1
    assert "Run `paperpool fetch csfcube_runs`" in capsys.readouterr().err


def test_a_model_without_known_vectors_is_loaded_and_not_proved(here, capsys):
    assert main(["check-model", FREE]) == 0
    printed = capsys.readouterr().out
    assert "which has no digest of it" in printed and "tokens: loaded, finite" in printed
    assert printed.splitlines()[-1].startswith("Not proved")


def test_a_masked_language_model_is_loaded_as_splade_does_too(here, tiny_bert, capsys):
    assert main(["check-model", str(tiny_bert(WORDS, masked=True))]) == 0
    assert "  splade: loaded, finite" in capsys.readouterr().out.splitlines()


def test_an_encoder_that_names_a_masked_model_without_its_head_is_no_splade(here, capsys):
    file = Path(f"resources/models/{FREE}/config.json")
    config = json.loads(file.read_text()) | {"architectures": ["BertForMaskedLM"]}
    file.write_text(json.dumps(config))
    assert main(["check-model", FREE]) == 0
    assert "splade" not in capsys.readouterr().out


def test_a_model_that_cannot_be_loaded_says_for_which_kinds(here, capsys):
    Path(f"resources/models/{FREE}/config.json").write_text("{}")
    assert main(["check-model", FREE]) == 1
    printed = capsys.readouterr()
    assert "tokens: not loaded. The model cannot be loaded" in printed.out
    assert "Where: model" in printed.err
    assert main(["check-model", "nowhere"]) == 1


def test_every_kind_with_a_model_is_checked_but_for_those_of_pairs_and_training():
    named = [kind for kinds in WAYS.values() for kind in kinds]
    of_models = {name for name, kind in find_kinds().items() if issubclass(kind, ModelRanker)}
    assert sorted(named) == sorted(of_models - {"cross", "trained"})


def test_the_real_model_is_proved_where_it_is_fetched(
    root, real_data, tmp_path, monkeypatch, capsys
):
    """Its 50 vectors are within 1e-6 of those that others published, half the rounding of them."""
    name = "all-mpnet-base-v2"
    data = real_data("known-runs").parent
    places = [root / "resources/models" / name, data / "models" / name]
    found = [place for place in places if place.is_dir()]
    if not found:
        pytest.skip(f"{name} is not fetched: {places[0]} (paperpool fetch {name})")
    monkeypatch.setenv("PAPERPOOL_DATA", str(data.resolve()))
    monkeypatch.chdir(tmp_path)
    Path("resources/models").mkdir(parents=True)
    Path("resources/models", name).symlink_to(found[0])
    assert main(["check-model", name]) == 0
    printed = capsys.readouterr().out
    assert f"all files of {name} as in the registry" in printed
    last = printed.splitlines()[-1]
    assert last.startswith("All 50 vectors agree")
    assert float(last.split("difference is ")[1].split()[0]) < 1e-6
