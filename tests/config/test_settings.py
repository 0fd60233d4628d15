"""Settings are read as the attributes that the schema lists."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from paperpool.rankers.dense import Dense
from paperpool.workflow.config.checks import read_schema
from paperpool.workflow.config.loading import fill_defaults
from paperpool.workflow.config.settings import Part, as_settings


@pytest.fixture
def schema(root):
    return read_schema(root / "workflow/scripts/paperpool/resources/config.schema.yaml")


@pytest.fixture
def settings(base, schema):
    return as_settings(fill_defaults(base), schema)


def test_each_key_of_the_configuration_is_an_attribute_with_its_value(settings):
    def compare(part):
        for key, value in part.items():
            found = getattr(part, key)
            if isinstance(found, Part):
                assert dict(found) == value
                compare(found)
            elif not isinstance(value, dict):
                assert found == value, key

    compare(settings)
    assert settings.mdcr.bm25.b == settings["mdcr"]["bm25"]["b"] == [0.4, 0.75]


def test_what_has_a_name_is_found_by_it(settings):
    minilm = settings.rankers["minilm"]
    assert isinstance(minilm, Dense) and minilm.kind == "dense" and minilm.similarity == "cosine"
    assert list(settings.rankers) == list(settings["rankers"])
    assert settings.scisearch.encoders["minilm"].precision == "bfloat16"
    assert settings.annotation.judges == {} and settings.data.collections is None


def test_a_key_that_is_left_out_is_none_and_one_that_there_is_not_is_named(settings):
    assert settings.corpus.paper_ids is None and "paper_ids" not in settings.corpus
    with pytest.raises(LookupError, match=r"no key mdcr.yeers. Did you mean 'years'\?"):
        _ = settings.mdcr.yeers
    with pytest.raises(LookupError, match=r"no key scisearch\.encoders\.minilm\.size"):
        _ = settings.scisearch.encoders["minilm"].size
    with pytest.raises(AttributeError):
        settings.mdcr.__wrapped__  # noqa: B018


def test_no_key_is_hidden_by_what_every_mapping_has(schema):
    def list_keys(node):
        for key, of_key in node.get("properties", {}).items():
            yield key
            yield from list_keys(of_key) if isinstance(of_key, dict) else ()

    keys = {key for node in (schema, *schema["$defs"].values()) for key in list_keys(node)}
    assert len(keys) > 100 and not keys & set(dir(Mapping))


def test_the_plan_reads_no_setting_by_a_text(root):
    """Three modules read the raw configuration, to write it or for its data keys."""
    readers = set()
    plans = root.rglob("workflow/scripts/paperpool/workflow/plan/*.py")
    for file in [*plans, *root.rglob("workflow/**/*.smk")]:
        if "config[" in file.read_text(encoding="utf-8"):
            readers.add(Path(file).name)
    assert readers <= {"rankers.py", "collections.py"}
