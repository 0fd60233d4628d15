"""config/config.yaml and the schema are those of the classes of settings."""

import itertools
import re
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from paperpool.collections.readers.registry import find_readers
from paperpool.rankers.registry import find_kinds
from paperpool.resources import RESOURCES
from paperpool.workflow.config.documentation import (
    CONFIG,
    SCHEMA,
    document_schema,
    document_settings,
    write_comment,
)
from paperpool.workflow.config.section import Entry
from paperpool.workflow.config.sections.annotation import Judge
from paperpool.workflow.config.setting_lines import (
    document_formats,
    document_kinds,
    list_named_settings,
)
from paperpool.workflow.config.settings import RunSettings, make_schema

ANEW = "Write it anew: make config"


@pytest.mark.parametrize(
    ("path", "document"), [(CONFIG, document_settings), (SCHEMA, document_schema)]
)
def test_what_is_written_is_as_the_classes_are(root, path, document):
    assert (root / path).read_text(encoding="utf-8") == document(), ANEW


def test_the_written_configuration_has_every_default_and_fits_the_written_schema(root):
    default = yaml.safe_load(document_settings())
    assert default == RunSettings.list_defaults()
    schema = yaml.safe_load(document_schema())
    assert schema == make_schema()
    Draft202012Validator.check_schema(schema)
    assert list(Draft202012Validator(schema).iter_errors(default)) == []


def test_the_package_has_the_schema(root):
    assert Path(RESOURCES / "config.schema.yaml").samefile(root / SCHEMA)


def test_each_key_has_a_comment_or_shares_that_of_the_key_above(root):
    """The first key of a section may share that of the section; a section has its own."""
    lines = (root / CONFIG).read_text(encoding="utf-8").splitlines()
    assert max(map(len, lines)) <= 100
    n_keys = n_commented = 0
    for above, line in itertools.pairwise(lines):
        key = re.match(r"( *)[\w-]+:", line)
        if key is None:
            continue
        n_keys += 1
        if above.startswith(f"{key[1]}# "):
            n_commented += 1
        else:
            assert key[1] and re.match(r" *[\w-]+:", above), line
    assert n_keys > 150 and n_commented / n_keys > 0.75


def test_paragraphs_are_wrapped_and_examples_stay():
    text = f"{'word ' * 30}\n\n- an item\n    - {'an example ' * 10}\nand on"
    lines = write_comment(text, 2)
    assert all(line.startswith("  #") for line in lines)
    assert len(lines[0]) <= 100 and lines[1].startswith("  # word")
    assert lines[2:4] == ["  #", "  # - an item"]
    assert lines[4].startswith("  #     - an example") and len(lines[4]) > 100
    assert lines[5:] == ["  # and on"]


@pytest.mark.parametrize(
    ("document", "classes", "named_by", "left_out"),
    [
        (document_kinds, find_kinds(), "kind:", {"published"}),
        (document_formats, find_readers(), "format:", set()),
    ],
)
def test_every_kind_and_setting_has_its_line(document, classes, named_by, left_out):
    lines = [line.split() for line in document(98)]
    assert {line[1] for line in lines if line[0] == named_by} == set(classes)
    names = {line[0] for line in lines}
    settings = {name for one in classes.values() for name in one.settings()}
    assert settings - names == left_out


def test_an_entry_is_explained_by_its_settings():
    lines = list_named_settings(dict[str, Judge], 98)
    assert [line.split()[0] for line in lines] == ["grades", "same_model"]
    assert list_named_settings(Judge | None, 98) == lines
    assert list_named_settings(dict[str, Judge | Entry], 98) == []
    assert list_named_settings(list[str], 98) == []
