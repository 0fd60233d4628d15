"""Overlays are merged as documented, and every problem is reported at once."""

from pathlib import Path

import pytest
import yaml

from paperpool.config import dump_yaml, fill_defaults, load_config, load_yaml, merge
from paperpool.config_checks import check_config
from paperpool.errors import UserError

COMMAND = {"kind": "command", "command": "awk '{print $1}' {candidates_tsv} > {run}"}


@pytest.fixture
def base(root):
    return load_yaml(root / "config/config.yaml")


@pytest.fixture
def problems(root, base):
    """Return a function: the problems of the configuration with an overlay."""

    def find(overlay):
        try:
            check_config(
                merge(base, overlay),
                root / "workflow/schemas/config.schema.yaml",
                root / "resources/published/csfcube.csv",
            )
        except UserError as error:
            return error.problems
        return []

    return find


def test_the_configuration_as_it_stands_is_valid_and_every_data_key_is_null(problems, base):
    assert problems({}) == []
    assert set(base["data"].values()) == {None}


@pytest.mark.parametrize("name", ["smoke.yaml"])
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
            "evaluation": {"baseline": "bm52"},
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
        "evaluation.baseline",
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
    schema = yaml.safe_load((root / "workflow/schemas/config.schema.yaml").read_text())

    def undescribed(node, path):
        for key, value in node.get("properties", {}).items():
            if isinstance(value, dict) and "description" not in value and "$ref" not in value:
                yield (*path, key)
            if isinstance(value, dict):
                yield from undescribed(value, (*path, key))

    assert list(undescribed(schema, ())) == []


def test_a_key_that_stands_twice_is_refused(tmp_path):
    path = tmp_path / "double.yaml"
    path.write_text("seed: 1\nrun: a\nseed: 2\n")
    with pytest.raises(UserError, match="'seed' stands twice"):
        load_yaml(path)


@pytest.mark.parametrize("text", ["a: [", "- a\n- b", "!!python/object:os.system {}"])
def test_a_malformed_file_is_named(tmp_path, text):
    path = tmp_path / "bad.yaml"
    path.write_text(text)
    with pytest.raises(UserError, match=r"bad\.yaml"):
        load_yaml(path)


def test_a_run_below_the_results_is_made_by_the_workflow(problems):
    path = "results/demo/demo/runs/simulated.trec"
    assert problems({"rankers": {"mine": {"kind": "run", "path": path}}}) == []
    assert problems({"run": "x", "rankers": {"mine": {"kind": "run", "path": path}}}) != []


def test_the_written_configuration_reads_back(base):
    lines = {**COMMAND, "command": "awk '\n  {print $1}\n' {candidates_tsv} > {run}\n"}
    filled = fill_defaults(merge(base, {"rankers": {"one": COMMAND, "several": lines}}))
    text = dump_yaml(filled)
    assert yaml.safe_load(text) == filled
    assert filled["rankers"]["minilm"]["similarity"] == "cosine"
    assert filled["rankers"]["one"] == {**COMMAND, "published": None, "files": []}
    assert "    command: |\n      awk '\n        {print $1}\n" in text


def test_a_command_may_hold_braces_of_its_own(problems, tmp_path):
    (tmp_path / "my.awk").touch()
    ranker = {**COMMAND, "files": [str(tmp_path / "my.awk")], "published": "SPECTER"}
    assert problems({"rankers": {"a": ranker, "b": COMMAND}}) == []


def test_a_setting_without_a_value_is_no_ranker_to_remove(problems):
    [problem] = problems({"rankers": {"a": {"kind": "command", "command": None}}})
    assert problem.where == "rankers.a.command" and "no ranker of this name" not in problem.what


@pytest.mark.parametrize(
    ("rankers", "where"),
    [
        ({"a": {"kind": "run"}}, "rankers.a.path"),
        ({"a": {"published": None}}, "rankers.a.kind"),
        ({"a": 5}, "rankers.a"),
        ({"bm25": {"published": 5}}, "rankers.bm25.published"),
        ({"a": {"kind": "run", "path": 5}}, "rankers.a.path"),
        ({"a": {"kind": "dense"}}, "rankers.a.model"),
        ({"a": {"kind": "dense", "model": "package:no_such_package"}}, "rankers.a.model"),
        ({"a": {"kind": "dense", "model": "package:"}}, "rankers.a.model"),
        ({"a": {"kind": "dense", "model": "./no-folder"}}, "rankers.a.model"),
        ({"a": {"kind": "tfidf", "model": "x/y"}}, "rankers.a.model"),
        ({"tfdif": None}, "rankers.tfdif"),
        ({"a\n": {"kind": "tfidf"}}, "rankers"),
        ({"../a": {"kind": "tfidf"}}, "rankers"),
        ({"a": {"kind": "run", "path": "x{facets}.json"}}, "rankers.a.path"),
        ({5: {"kind": "tfidf"}}, "rankers"),
        ({"a": {"kind": "command"}}, "rankers.a.command"),
        ({"a": {"kind": "command", "command": ""}}, "rankers.a.command"),
        ({"a": {"kind": "command", "command": "rank {run}"}}, "rankers.a.command"),
        ({"a": {**COMMAND, "files": "one.awk"}}, "rankers.a.files"),
        ({"a": {**COMMAND, "files": ["no-such.awk"]}}, "rankers.a.files.0"),
        ({"a": {**COMMAND, "files": ["{run}.awk"]}}, "rankers.a.files.0"),
        ({"a": {**COMMAND, "path": "x"}}, "rankers.a.path"),
    ],
)
def test_a_mistake_in_a_ranker_is_named_and_hides_no_other(problems, rankers, where):
    found = {problem.where for problem in problems({"rankers": rankers, "seed": "x"})}
    assert {where, "seed"} <= found


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
        ({"cache": "results/{x}"}, "cache"),
        ({"cache": "results/{facet}"}, "cache"),
        ({"data": {"s2orc": "one.jsonl"}}, "data.s2orc"),
        ({5: 1, "x": 2}, "5"),
        ({"corpus": None}, "corpus"),
        ({"corpus": {"filters": ["csfcub"]}}, "corpus.filters.0"),
        ({"rankers": None}, "rankers"),
        ({"annotation": {"exports": "one.json"}}, "annotation.exports"),
        ({"annotation": {"exports": ["no-such.json"]}}, "annotation.exports.0"),
        ({"annotation": {"further": {"Expert": ["x.json"]}}}, "annotation.further"),
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


def test_every_shard_of_the_demo_may_be_in_the_bulk_format(problems):
    assert problems({"demo": {"shards": 3, "bulk_shards": 3}}) == []


def test_a_shard_with_braces_in_its_name_is_named(problems, tmp_path):
    (tmp_path / "m{x}.jsonl").touch()
    [problem] = problems({"data": {"s2orc": [str(tmp_path / "*.jsonl")]}})
    assert problem.where == "data.s2orc.0" and "braces" in problem.what


@pytest.fixture
def bulk(tmp_path, monkeypatch):
    """A source of bulk datasets whose files are in the working directory."""
    for name in ("m_0.gz", "p_0.gz", "p_1.gz", "a_0.gz", "c_0.gz"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    return {"papers": ["p_*.gz"], "abstracts": ["a_*.gz"], "citations": ["c_0.gz"]}


def test_bulk_datasets_may_be_a_source_beside_others(problems, bulk):
    assert problems({"data": {"s2orc": [bulk]}}) == []
    assert problems({"data": {"s2orc": ["m_*.gz", bulk, bulk]}}) == []


def test_a_file_that_several_patterns_match_is_no_mistake(problems, bulk, tmp_path):
    (tmp_path / "link.gz").symlink_to("p_0.gz")
    papers = ["p_*.gz", "./p_0.gz", str(tmp_path / "p_1.gz"), "link.gz"]
    assert problems({"data": {"s2orc": [{**bulk, "papers": papers}]}}) == []


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"abstracts": ...}, {"abstracts": ("missing", "papers, abstracts and citations")}),
        (
            {"abstracts": ..., "abstrcts": ["a_0.gz"]},
            {"abstrcts": ("Unknown", "'abstracts'"), "abstracts": ("missing", "all three")},
        ),
        ({"tldrs": ["a_0.gz"]}, {"tldrs": ("Unknown", "abstracts, citations, papers")}),
        ({"papers": "p_*.gz"}, {"papers": ("array", "list of shards or globs")}),
        ({"papers": []}, {"papers": ("non-empty", "list of shards or globs")}),
        ({"papers": None}, {"papers": ("array", "list of shards or globs")}),
        ({"papers": [5]}, {"papers.0": ("5", "path")}),
        ({"citations": ["c_0.gz", "z_*.gz"]}, {"citations.1": ("z_*.gz", "Mend the path")}),
        ({"citations": ["c{x}.gz"]}, {"citations.0": ("Braces", "Rename")}),
    ],
)
def test_a_mistake_in_bulk_datasets_is_named(problems, bulk, change, found):
    source = {key: value for key, value in (bulk | change).items() if value is not ...}
    named = problems({"data": {"s2orc": ["m_0.gz", source]}})
    assert {one.where for one in named} == {f"data.s2orc.1.{key}" for key in found}
    for key, (what, hint) in found.items():
        of_key = [one for one in named if one.where == f"data.s2orc.1.{key}"]
        assert any(what in one.what and hint in one.hint for one in of_key)


@pytest.mark.parametrize(
    ("sources", "kinds"),
    [
        ([{"citations": ["c_0.gz", "a_0.gz"]}], "abstracts and as citations"),
        ([{}, "./a_0.gz"], "metadata and as abstracts"),
        ([{}, {"papers": ["a_0.gz"]}], "papers and as abstracts"),
    ],
)
def test_a_file_that_is_given_as_two_datasets_is_named(problems, bulk, sources, kinds):
    given = [source if isinstance(source, str) else bulk | source for source in sources]
    [problem] = problems({"data": {"s2orc": given}})
    assert problem.what == f"a_0.gz is given as {kinds}."
    assert problem.where == f"data.s2orc, {Path('a_0.gz').resolve()}"
    assert "one dataset" in problem.hint


@pytest.mark.parametrize("value", [{"papers": ["p_0.gz"]}, "p_*.gz"])
def test_what_is_no_list_of_sources_is_told_what_the_list_holds(problems, bulk, value):
    [problem] = problems({"data": {"s2orc": value}})
    assert problem.where == "data.s2orc"
    assert "list" in problem.hint and "mapping of the bulk datasets" in problem.hint


def test_values_of_the_command_line_are_read_as_yaml(tmp_path):
    (tmp_path / "base").write_text("rankers: {bm25: {kind: bm25}}\ndemo: {papers: 1}")
    settings = {"demo": {"papers": "500"}, "rankers": {"bm25": "null"}, "run": "2024", "c": ["[x"]}
    merged = load_config(tmp_path / "base", [], settings)
    assert merged == {"rankers": {}, "demo": {"papers": 500}, "run": "2024", "c": ["[x"]}


def test_quotas_of_queries_may_be_keyed_by_numbers(problems):
    assert problems({"pools": {"quotas": {10695055: 33, "8781666": 12}}}) == []


@pytest.mark.parametrize(
    ("pools", "where"),
    [
        ({"queries": "nowhere.csv"}, "pools.queries"),
        ({"quota": 0}, "pools.quota"),
        ({"quotas": {5: "many"}}, "pools.quotas.5"),
        ({"sample": {"ids": "nowhere.txt"}}, "pools.sample.ids"),
        ({"sample": {"periods": [[1999, 1994]]}}, "pools.sample.periods.0"),
        ({"sample": {"periods": [[1994, 1999], [1999, 2004]]}}, "pools.sample.periods.1"),
        ({"sample": {"periods": [[1994]]}}, "pools.sample.periods.0"),
        ({"sample": {"periods": []}}, "pools.sample.periods"),
    ],
)
def test_a_mistake_in_the_pools_is_named(problems, pools, where):
    assert [problem.where for problem in problems({"pools": pools})] == [where]


def test_the_queries_are_no_file_of_the_runs_own_results(problems, tmp_path, monkeypatch):
    sheet = tmp_path / "results" / "demo" / "pools" / "query_sheet.csv"
    sheet.parent.mkdir(parents=True)
    sheet.write_text("paper_id\n1\n")
    monkeypatch.chdir(tmp_path)
    for path in (sheet, sheet.relative_to(tmp_path)):
        (problem,) = problems({"pools": {"queries": str(path)}})
        assert problem.where == "pools.queries" and "own results" in problem.what
    assert problems({"pools": {"queries": str(sheet)}, "run": "other"}) == []


def test_queries_are_sampled_from_a_venue_or_from_ids(problems, tmp_path):
    ids = tmp_path / "ids.txt"
    ids.write_text("1\n")
    assert problems({"pools": {"sample": {"ids": str(ids)}}}) == []
    (problem,) = problems({"pools": {"sample": {"ids": str(ids), "venue": "acl"}}})
    assert problem.where == "pools.sample"


def test_an_encoder_cannot_have_the_name_of_another_source(problems, base):
    encoder = base["rankers"]["minilm"]
    names = ("cited", "title_tfidf", "abs_tfidfcbow200")
    found = problems({"rankers": {**dict.fromkeys(names, encoder), "specter": encoder}})
    assert sorted(problem.where for problem in found) == sorted(f"rankers.{n}" for n in names)
    assert problems({"rankers": {"cited": {"kind": "tfidf"}}}) == []
