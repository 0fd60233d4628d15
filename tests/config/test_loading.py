"""Overlays are merged as documented, and every problem is reported at once."""

import pytest
import yaml

from paperpool.config.demo_runs import DEMO_TOKENS
from paperpool.config.loading import (
    dump_yaml,
    fill_defaults,
    load_config,
    load_yaml,
    merge,
)
from paperpool.errors import UserError

COMMAND = {"kind": "command", "command": "awk '{print $1}' {candidates_tsv} > {run}"}


def test_the_configuration_as_it_stands_is_valid_and_every_data_key_is_null(problems, base):
    assert problems({}) == []
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


def test_all_problems_are_reported_at_once_with_where_and_hint(problems):
    found = problems(
        {
            "sed": 1,
            "run": "Bad Name",
            "seed": -1,
            "data": {"s2orc": ["nowhere/*.gz"], "csfcube": "nowhere"},
            "corpus": {"keep": ["no-such-ids.txt"], "mdcr": {"min_citation": 3}},
            "rankers": {
                "mine": {"kind": "run", "path": "nowhere-{facet}.json"},
                "other": {"kind": "dence"},
                "tfidf": {"published": "fabs_tfdf"},
                "UPPER": {"kind": "tfidf"},
            },
            "evaluation": {"baselines": ["bm25", "bm52"]},
        }
    )
    where = {problem.where for problem in found}
    assert where >= {
        "sed",
        "run",
        "seed",
        "data.s2orc.0",
        "data.csfcube",
        "corpus.keep.0",
        "corpus.mdcr.min_citation",
        "rankers.mine.path",
        "rankers.other.kind",
        "rankers.tfidf.published",
        "evaluation.baselines.1",
    }
    hints = {problem.where: problem.hint for problem in found}
    assert all(hints[place] for place in where)
    assert "'seed'" in hints["sed"] and "'min_citations'" in hints["corpus.mdcr.min_citation"]
    assert "fabs_tfidf" in hints["rankers.tfidf.published"]
    assert "fetch_csfcube" in hints["data.csfcube"]
    assert any("UPPER" in problem.what for problem in found)


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


def test_every_key_is_described_in_the_schema(root):
    schema = yaml.safe_load(
        (root / "workflow/scripts/paperpool/resources/config.schema.yaml").read_text()
    )

    def undescribed(node, path):
        for key, value in node.get("properties", {}).items():
            if isinstance(value, dict) and "description" not in value and "$ref" not in value:
                yield (*path, key)
            if isinstance(value, dict):
                yield from undescribed(value, (*path, key))

    assert list(undescribed(schema, ())) == []


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


@pytest.mark.parametrize(
    ("overlay", "where"),
    [
        ({"run": "abc\n"}, "run"),
        ({"run": "../x"}, "run"),
        ({"run": "a" * 101}, "run"),
        ({"seed": 2**32}, "seed"),
        ({"evaluation": {"confidence": float("nan")}}, "evaluation.confidence"),
        ({"demo": {"shards": 3, "bulk_shards": 4}}, "demo.bulk_shards"),
        ({"demo": {"bulk_shards": -1}}, "demo.bulk_shards"),
        ({"corpus": {"csfcube": {"min_sentences": 30}}}, "corpus.csfcube"),
        ({"sections": []}, "sections"),
        ({"sections": ["csf"]}, "sections.0"),
        ({"sections": ["mdcr", "mdcr"]}, "sections"),
        ({"results": "{x}"}, "results"),
        ({"run": "demo", "data": {"csfcube": "x"}}, "run"),
        ({"cache": "results/{x}"}, "cache"),
        ({"cache": "results/{facet}"}, "cache"),
        ({"data": {"s2orc": "one.jsonl"}}, "data.s2orc"),
        ({5: 1, "x": 2}, "5"),
        ({"corpus": None}, "corpus"),
        ({"corpus": {"filters": ["csfcub"]}}, "corpus.filters.0"),
        ({"corpus": {"csfcube": {"field": ""}}}, "corpus.csfcube.field"),
        ({"corpus": {"csfcube": {"arxiv_only": None}}}, "corpus.csfcube.arxiv_only"),
        ({"corpus": {"filters": ["mdcr"]}, "pools": {"filter": "csfcube"}}, "pools.filter"),
        ({"pools": {"filter": "nome"}}, "pools.filter"),
        ({"pools": {"on_small": "warn"}}, "pools.on_small"),
        ({"rankers": None}, "rankers"),
        ({"annotation": {"exports": "one.json"}}, "annotation.exports"),
        ({"annotation": {"exports": ["no-such.json"]}}, "annotation.exports.0"),
        ({"annotation": {"top_up": {"size": 0}}}, "annotation.top_up.size"),
        ({"annotation": {"top_up": {"exports": []}}}, "annotation.top_up.size"),
        (
            {"annotation": {"top_up": {"size": 1, "exports": ["no-such.json"]}}},
            "annotation.top_up.exports.0",
        ),
        ({"annotation": {"further": {"Expert": ["x.json"]}}}, "annotation.further"),
        ({"annotation": {"full_text": {"texts": ["x.json"]}}}, "annotation.full_text.texts"),
        (
            {"annotation": {"full_text": {"abstracts": ["no-such.json"]}}},
            "annotation.full_text.abstracts.0",
        ),
        (
            {"annotation": {"full_text": {"abstracts": ["no-such.json"]}}},
            "annotation.full_text.full_texts",
        ),
        ({"annotation": {"examples": "no-such.yaml"}}, "annotation.examples"),
        ({"annotation": {"examples": ["one.yaml"]}}, "annotation.examples"),
        ({"annotation": {"practice": {"pairs": 9}}}, "annotation.practice.pairs"),
        ({"annotation": {"practice": {"pairs": True}}}, "annotation.practice.pairs"),
        ({"annotation": {"practice": {"pairs": "no-such.yaml"}}}, "annotation.practice.pairs"),
        ({"annotation": {"practice": {"rho": 1.1}}}, "annotation.practice.rho"),
        (
            {"annotation": {"practice": {"exports": ["no-such.json"]}}},
            "annotation.practice.exports.0",
        ),
        ({"demo": {"practice": -1}}, "demo.practice"),
        ({"pools": {"order": "feedback"}, "annotation": {"encoder": "bm25"}}, "annotation.encoder"),
        (
            {"pools": {"order": "feedback"}, "rankers": {"minilm": None}},
            "annotation.encoder",
        ),
        (
            {"annotation": {"judges": {"m": {"grades": ["no-such.jsonl"]}}}},
            "annotation.judges.m.grades.0",
        ),
        (
            {"annotation": {"judges": {"m": {"grades": ["a.csv"], "same_model": ["no-such"]}}}},
            "annotation.judges.m.same_model.0",
        ),
        ({"annotation": {"judges": {"m": {"same_model": ["bm25"]}}}}, "annotation.judges.m.grades"),
        ({"annotation": {"further": {"expert": []}}}, "annotation.further.expert"),
        ({"annotation": {"further": {"expert": ["x.json"]}}}, "annotation.further.expert.0"),
        ({"annotation": {"further": {"expert": ["x.json"]}}}, "annotation.further"),
        ({"annotation": {"export": []}}, "annotation.export"),
    ],
)
def test_a_value_that_cannot_be_used_is_named(problems, overlay, where):
    found = problems(overlay)
    assert where in {problem.where for problem in found}
    assert all(problem.hint for problem in found)


def test_data_without_a_name_for_the_run_names_both(problems):
    [problem, *_] = [
        p for p in problems({"run": "demo", "data": {"mdcr": "x"}}) if p.where == "run"
    ]
    assert problem.what.startswith("data.mdcr is set,") and "`run: my-run`" in problem.hint


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
    ],
)
def test_pools_are_drawn_from_csfcubes_filter_or_the_only_one(
    problems, base, filters, filter_of_pools, filled
):
    overlay = {"corpus": {"filters": filters}, "pools": {"filter": filter_of_pools}}
    assert problems(overlay) == []
    assert fill_defaults(merge(base, overlay))["pools"]["filter"] == filled


def test_every_shard_of_the_demo_may_be_in_the_bulk_format(problems):
    assert problems({"demo": {"shards": 3, "bulk_shards": 3}}) == []


def test_a_shard_with_braces_in_its_name_is_named(problems, tmp_path):
    (tmp_path / "m{x}.jsonl").touch()
    [problem] = problems({"data": {"s2orc": [str(tmp_path / "*.jsonl")]}})
    assert problem.where == "data.s2orc.0" and "braces" in problem.what


def test_values_of_the_command_line_are_read_as_yaml(tmp_path):
    (tmp_path / "base").write_text("rankers: {bm25: {kind: bm25}}\ndemo: {papers: 1}")
    settings = {"demo": {"papers": "500"}, "rankers": {"bm25": "null"}, "run": "2024", "c": ["[x"]}
    merged = load_config(tmp_path / "base", [], settings)
    assert merged == {"rankers": {}, "demo": {"papers": 500}, "run": "2024", "c": ["[x"]}
