"""Settings are typed classes: values, schema, and what is filled in."""

from dataclasses import fields
from pathlib import Path
from typing import Literal

import pytest

from paperpool.models.encoder_settings import EncoderSettings
from paperpool.rankers.dense import Dense
from paperpool.settings import setting
from paperpool.workflow.config import settings as settings_module
from paperpool.workflow.config.benchmark_parts import BenchmarkSettings
from paperpool.workflow.config.loading import fill_defaults, merge
from paperpool.workflow.config.section import (
    Section,
    complete_schema,
    is_section,
    list_options,
    ref,
)
from paperpool.workflow.config.sections.annotation import Judge
from paperpool.workflow.config.sections.data import DataSettings
from paperpool.workflow.config.sections.mdcr import Bm25Grid
from paperpool.workflow.config.sections.scisearch import GivenVectors
from paperpool.workflow.config.settings import RunSettings, as_settings, make_schema, settings_class


def list_classes(cls=RunSettings):
    """Return a section and the sections within it."""
    inner = [key.type for key in fields(cls) if is_section(key.type)]
    return [cls, *(found for one in inner for found in list_classes(one))]


@pytest.fixture
def filled(base):
    return fill_defaults(base)


@pytest.fixture
def settings(filled):
    return as_settings(filled)


def test_each_key_of_the_configuration_is_an_attribute_with_its_value(settings, filled):
    def compare(section, values):
        assert [key.name for key in fields(section)] == list(values)
        for key, value in values.items():
            found = getattr(section, key)
            if isinstance(found, Section):
                assert found.as_dict() == value
                compare(found, value)
            elif not isinstance(value, dict):
                assert found == value, key

    compare(settings, filled)
    assert settings.mdcr.bm25 == Bm25Grid(k1=[0.9, 1.5, 2.0], b=[0.4, 0.75])


def test_what_has_a_name_is_found_by_it(base):
    given = {
        "scisearch": {"encoders": {"theirs": {"vectors": "folder"}}},
        "annotation": {"judges": {"a-model": {"grades": ["a.jsonl"]}}},
        "static": {"fast": {"teacher": "minilm", "papers": 20}},
    }
    filled = fill_defaults(merge(base, given))
    settings = as_settings(filled)

    minilm = settings.rankers["minilm"]
    assert isinstance(minilm, Dense) and minilm.kind == "dense" and minilm.similarity == "cosine"
    assert list(settings.rankers) == list(filled["rankers"])
    encoder = settings.scisearch.encoders["minilm"]
    assert isinstance(encoder, EncoderSettings) and encoder.precision == "bfloat16"
    assert settings.scisearch.encoders["theirs"] == GivenVectors(vectors="folder")
    assert settings.annotation.judges == {"a-model": Judge(grades=["a.jsonl"], same_model=[])}
    fast = settings.static["fast"]
    assert (fast.vocabulary, fast.papers, fast.max_tokens) == ("pieces", 20, 128)
    assert settings.data.collections is None


def test_a_setting_that_its_type_does_not_let_be_null_is_filled_in(settings):
    """Its default may be null: it is one of what the rest of the configuration says."""

    def list_nulls(section):
        for key in fields(section):
            value = getattr(section, key.name)
            if isinstance(value, Section):
                yield from list_nulls(value)
            elif value is None and type(None) not in list_options(key.type):
                yield key.name

    assert settings.cache == "results/.cache" and settings.scisearch.start == "random"
    assert list(list_nulls(settings)) == []


def test_a_benchmark_with_a_folder_of_its_own_adds_keys(monkeypatch, base):
    class MoreData(Section):
        more: str | None = setting("A folder.", ref("optional_path"), default=None)

    class MoreSettings(Section, description="more"):
        size: int = setting("How many.", {"description": "from 1", "minimum": 1}, default=3)

    further = BenchmarkSettings(data=MoreData, section=MoreSettings)
    monkeypatch.setattr(settings_module, "find_own_folders", lambda: {"more": Path()})
    monkeypatch.setattr(settings_module, "find_settings", lambda name: further)
    monkeypatch.setattr(settings_module, "settings_class", settings_class.__wrapped__)

    schema = make_schema()["properties"]
    assert list(schema["data"]["properties"]) == [*DataSettings.types(), "more"]
    assert schema["more"]["properties"]["size"]["minimum"] == 1
    changes = {"data": {"more": "a/folder"}, "more": {"size": 5}}
    settings = as_settings(fill_defaults(merge(base, changes)))
    assert settings.data.more == "a/folder" and settings.more.size == 5
    assert settings.data.s2orc is None and settings.seed == 13


def test_a_key_that_there_is_not_is_an_error(settings, filled):
    with pytest.raises(AttributeError, match="yeers"):
        _ = settings.mdcr.yeers
    filled["mdcr"]["yeers"] = [2014, 2019]
    with pytest.raises(TypeError, match="yeers"):
        as_settings(filled)


def test_no_key_is_hidden_by_what_every_section_has():
    keys = {key.name for cls in list_classes() for key in fields(cls)}
    assert len(keys) > 100 and not keys & set(dir(Section))


def test_a_schema_has_what_its_type_says():
    count = {"description": "a whole number from 1 to 9", "type": "integer"}
    assert complete_schema(int, {"minimum": 1, "maximum": 9}) == {
        **count,
        "minimum": 1,
        "maximum": 9,
    }
    share = complete_schema(list[float] | None, {"items": {"exclusiveMinimum": 0}})
    assert share["type"] == ["array", "null"]
    assert share["items"]["description"] == "a number above 0"
    choice = complete_schema(Literal["a", "b"] | None, {})
    assert choice == {"description": "a, b or null", "enum": ["a", "b", None]}
    named = {"description": "names", "additionalProperties": {"items": ref("name")}}
    pairs = complete_schema(dict[str, list[str]], named)
    assert pairs["additionalProperties"]["items"] == {"$ref": "#/$defs/name"}
    judge = complete_schema(Judge | None, {})
    assert judge["required"] == ["grades"] and judge["type"] == ["object", "null"]


def test_every_section_is_described_and_has_a_comment():
    for cls in list_classes():
        assert cls.__doc__ and (cls.description or cls is RunSettings), cls


def test_the_plan_reads_no_setting_by_a_text(root):
    """Three modules read the raw configuration, to write it or for its data keys."""
    readers = set()
    plans = root.rglob("workflow/scripts/paperpool/workflow/plan/*.py")
    for file in [*plans, *root.rglob("workflow/**/*.smk")]:
        if "config[" in file.read_text(encoding="utf-8"):
            readers.add(Path(file).name)
    assert readers <= {"rankers.py", "collections.py"}
