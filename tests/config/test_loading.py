"""Overlays are merged as documented, and every problem is reported at once."""

import pytest
import yaml

from paperpool.errors import UserError
from paperpool.workflow.config.checked import DEMO_TOKENS
from paperpool.workflow.config.loading import (
    dump_yaml,
    fill_defaults,
    load_config,
    load_yaml,
    merge,
)
from paperpool.workflow.config.settings import make_schema

COMMAND = {"kind": "command", "command": "awk '{print $1}' {candidates_tsv} > {run}"}


def test_the_configuration_as_it_stands_is_valid_and_every_data_key_is_null(problems, base, root):
    assert problems({}) == problems({"mdcr": load_yaml(root / "config/mdcr.yaml")["mdcr"]}) == []
    assert set(base["data"].values()) == {None}


@pytest.mark.parametrize("name", ["smoke.yaml", "hub.yaml"])
def test_shipped_overlays_are_valid(problems, root, name):
    assert problems(load_yaml(root / "config" / name)) == []


def test_later_files_win_and_lists_are_replaced(tmp_path):
    for name, text in {
        "base": "a: {x: 1, y: 2}\nkeep: [1, 2]\nb: 3",
        "one": "a: {y: 5}\nkeep: [9]",
        "two": "a: {y: 6}",
    }.items():
        (tmp_path / name).write_text(text)
    merged = load_config(tmp_path / "base", [tmp_path / "one", tmp_path / "two"], {"b": 4})
    assert merged == {"a": {"x": 1, "y": 6}, "keep": [9], "b": 4}


def test_an_overlay_may_be_the_config_of_a_module_and_name_the_home_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", "/home/me")
    (tmp_path / "base").write_text("a: {x: 1, y: 2}\nb: 3")
    merged = load_config(tmp_path / "base", [{"a": {"y": ["~/5", "a~/b", "~"]}}], {"k": "~/k"})
    assert merged == {"a": {"x": 1, "y": ["/home/me/5", "a~/b", "~"]}, "b": 3, "k": "/home/me/k"}
    with pytest.raises(UserError, match="Where: the config of the module statement"):
        load_config(tmp_path / "base", [["a"]], {})


def test_null_removes_a_ranker_and_a_changed_kind_replaces_it_whole():
    base = {"rankers": {"a": {"kind": "dense", "model": "m"}, "b": {"kind": "tfidf"}}}
    overlay = {"rankers": {"a": {"kind": "run", "path": "p"}, "b": None}}
    assert merge(base, overlay) == {"rankers": {"a": {"kind": "run", "path": "p"}}}
    same = merge(base, {"rankers": {"a": {"precision": "float32"}}})
    assert same["rankers"]["a"] == {"kind": "dense", "model": "m", "precision": "float32"}


def test_a_kind_that_one_overlay_changes_is_replaced_for_the_next_overlay_too():
    base = {"rankers": {"a": {"kind": "dense", "model": "m"}}}
    one = merge(base, {"rankers": {"a": {"kind": "run", "path": "p"}}})
    assert merge(one, {"rankers": {"a": {"published": "X"}}})["rankers"]["a"] == {
        "kind": "run",
        "path": "p",
        "published": "X",
    }


def test_unknown_keys_are_refused_at_every_level(problems, base):
    def mappings(value, path=()):
        if isinstance(value, dict):
            yield path
            for key, child in value.items():
                yield from mappings(child, (*path, key))

    for path in mappings(base):
        if path in [("rankers",), ("pools", "quotas")]:
            continue  # its keys are names or ids
        overlay = {"unknown-key": 1}
        for key in reversed(path):
            overlay = {key: overlay}
        found = [problem.where for problem in problems(overlay)]
        assert found == [".".join((*path, "unknown-key"))]


def test_every_key_is_described_in_the_schema():
    def undescribed(node, path):
        for key, value in node.get("properties", {}).items():
            if isinstance(value, dict) and "description" not in value and "$ref" not in value:
                yield (*path, key)
            if isinstance(value, dict):
                yield from undescribed(value, (*path, key))

    assert list(undescribed(make_schema(), ())) == []


def test_the_written_configuration_reads_back(base):
    lines = {**COMMAND, "command": "awk '\n  {print $1}\n' {candidates_tsv} > {run}\n"}
    filled = fill_defaults(merge(base, {"rankers": {"one": COMMAND, "several": lines}}))
    text = dump_yaml(filled)
    assert yaml.safe_load(text) == filled
    assert filled["rankers"]["minilm"]["similarity"] == "cosine"
    assert filled["rankers"]["one"] == {**COMMAND, "published": None, "files": []}
    assert "    command: |\n      awk '\n        {print $1}\n" in text


def test_a_demos_dense_rankers_and_rerankers_read_the_first_tokens_where_nothing_is_said(base):
    def read(change):
        rankers = fill_defaults(merge(base, change))["rankers"]
        return {name: ranker.get("max_tokens", "no model") for name, ranker in rankers.items()}

    model = base["rankers"]["minilm"]["model"]
    others = {
        "whole": {"kind": "dense", "model": model, "max_tokens": 256},
        "facet": {"kind": "facet", "model": model},
    }
    encoders = {"of-its-own": {"model": model, "max_tokens": 32}}
    demo = merge(base, {"rankers": others, "scisearch": {"encoders": encoders}})
    of_rerankers = {
        name: encoder["max_tokens"]
        for name, encoder in fill_defaults(demo)["scisearch"]["encoders"].items()
    }
    assert of_rerankers == {"minilm": DEMO_TOKENS, "of-its-own": 32}
    found = read({"rankers": others})
    assert found["minilm"] == DEMO_TOKENS and found["bm25"] == "no model"
    assert found["whole"] == 256 and found["facet"] is None
    assert read({"data": {"csfcube": "resources/csfcube"}})["minilm"] is None


def test_the_cache_is_in_the_folder_of_the_results_where_it_is_null(base):
    assert fill_defaults(base)["cache"] == "results/.cache"
    assert fill_defaults(merge(base, {"results": "out/"}))["cache"] == "out/.cache"
    assert fill_defaults(merge(base, {"results": "out", "cache": "mine"}))["cache"] == "mine"


@pytest.mark.parametrize(
    ("filters", "filter_of_pools", "filled"),
    [
        (["mdcr", "csfcube", "none"], None, "csfcube"),
        (["mdcr"], None, "mdcr"),
        (["none"], None, "none"),
        (["mdcr", "none"], None, None),
        (["mdcr", "csfcube"], "mdcr", "mdcr"),
        ([{"name": "own", "years": [2000, None]}], None, "own"),
        (["none", {"name": "own", "years": [2000, None]}], "own", "own"),
    ],
)
def test_pools_are_drawn_from_csfcubes_filter_or_the_only_one(
    problems, base, filters, filter_of_pools, filled
):
    overlay = {"corpus": {"filters": filters}, "pools": {"filter": filter_of_pools}}
    assert problems(overlay) == []
    assert fill_defaults(merge(base, overlay))["pools"]["filter"] == filled


def test_values_of_the_command_line_are_read_as_yaml(tmp_path):
    (tmp_path / "base").write_text("rankers: {bm25: {kind: bm25}}\ndemo: {papers: 1}")
    settings = {"demo": {"papers": "500"}, "rankers": {"bm25": "null"}, "run": "2024", "c": ["[x"]}
    merged = load_config(tmp_path / "base", [], settings)
    assert merged == {"rankers": {}, "demo": {"papers": 500}, "run": "2024", "c": ["[x"]}


def test_what_yaml_would_misread_on_the_command_line_stays_a_text(tmp_path):
    (tmp_path / "base").write_text("demo: {}\n")
    settings = {"demo": {"papers": "010", "queries": "1:30", "seed": "2020-01-01", "shards": "2"}}
    merged = load_config(tmp_path / "base", [], settings)
    read = {"papers": "010", "queries": "1:30", "seed": "2020-01-01", "shards": 2}
    assert merged == {"demo": read}


def test_the_least_relevant_grade_of_a_frame_goes_before_the_default(base, tmp_path):
    frame = '{"highest_grade": 3, "relevant": 2, "pairs": {}}'
    (tmp_path / "frame.json").write_text(frame)
    told = {"format": "beir", "path": str(tmp_path)}
    collections = {"told": told, "set": {**told, "relevant": 1}}
    filled = fill_defaults(merge(base, {"data": {"collections": collections}}))
    found = {name: one["relevant"] for name, one in filled["data"]["collections"].items()}
    assert found == {"told": 2, "set": 1}
