"""Other people's collections, as a user runs them: real Cranfield, and a folder with mistakes."""

import json
import re

import pandas as pd
import pyarrow.parquet as pq
import pytest
import pytrec_eval

from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import make_reader
from paperpool.commands.main import main

from ..made.drawn_grades import write_graded
from ..made.folders import GRADES, write_beir, write_mteb
from .conftest import Workplace

OVERLAP = """
  awk -F '\\t' 'FNR > 1 { print $1, "Q0", $3, 0, length($5) % 7, "x" }' {candidates_tsv} > {run}
"""
QUICK = {"bootstrap": 1000, "permutations": 1000}


def files_of(folder):
    """Return the settings that name Cranfield's files."""
    return {
        "format": "trec",
        "documents": str(folder / "cran.all.1400.xml"),
        "topics": str(folder / "cran.qry.xml"),
        "qrels": str(folder / "cranqrel.trec.txt"),
    }


@pytest.fixture(scope="module")
def cranfield(real_data, root, tmp_path_factory):
    """The folder of Cranfield's results, with two rankers of words and their fusion; its call."""
    place = Workplace(root, tmp_path_factory.mktemp("cranfield"))
    (place.folder / "slices.csv").write_text("query_id,slice\n1,flow\n2,flow\n7,heat\n")
    settings = {
        **files_of(real_data("cranfield")),
        "topic_ids": "position",
        "slices": "slices.csv",
        "measures": ["AP", "nDCG@10"],
        "rankers": ["bm25", "tfidf", "rrf"],
    }
    done = place.run(
        "collections",
        run="cranfield",
        data={"collections": {"cranfield": settings}},
        rankers={"rrf": {"kind": "fusion", "members": ["bm25", "tfidf"]}},
        evaluation=QUICK,
    )
    return place.folder / "results/cranfield/collections/cranfield", done, settings


def test_cranfields_figures_are_trec_evals_on_the_runs(cranfield):
    folder, done, settings = cranfield
    assert done.jobs() == {
        "read_collection": 1,
        "rank_collection_words": 2,
        "rank_collection_fusion": 1,
        "evaluate_collection": 1,
        "write_config": 1,
        "collections": 1,
    }
    grades = assemble(make_reader(settings).read(), "test", 1, 1000)
    qrels = {name: grades.judgments[pair].grades() for pair, name in grades.names.items()}
    metrics = pd.read_csv(folder / "metrics.csv")
    per_query = pd.read_parquet(folder / "per_query.parquet")
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, {"map", "ndcg_cut.10"})
    for ranker in settings["rankers"]:
        run = pq.read_table(folder / f"runs/{ranker}.parquet").to_pandas()
        assert run.groupby("query_id").size().max() <= 1000 and run["query_id"].nunique() == 225
        scores = {
            query: dict(zip(of["candidate_id"], of["score"], strict=True))
            for query, of in run.groupby("query_id")
        }
        theirs = pd.DataFrame(evaluator.evaluate(scores)).T
        for key, name in (("map", "AP"), ("ndcg_cut_10", "nDCG@10")):
            row = metrics[(metrics["ranker"] == ranker) & (metrics["metric"] == name)].iloc[0]
            assert row["value"] == pytest.approx(theirs[key].mean(), abs=1e-9)
            assert row["ci_low"] < row["value"] < row["ci_high"] and row["n_queries"] == 225
            ours = per_query[(per_query["ranker"] == ranker) & (per_query["metric"] == name)]
            ours = ours.set_index("query_id")["value"]
            assert ours.to_dict() == pytest.approx(theirs[key].to_dict(), abs=1e-9)


def test_only_the_right_join_of_topics_and_judgments_gives_bm25_its_figure(cranfield):
    metrics = pd.read_csv(cranfield[0] / "metrics.csv").set_index(["ranker", "metric", "slice"])
    assert metrics.loc[("bm25", "AP", "all"), "value"] >= 0.25  # joined by number it is 0.01


def test_slices_of_ones_own_have_the_means_of_their_queries(cranfield):
    folder, _, _ = cranfield
    metrics, per_query = (
        pd.read_csv(folder / "metrics.csv"),
        pd.read_parquet(folder / "per_query.parquet"),
    )
    assert list(metrics["slice"].unique()) == ["all", "flow", "heat"]
    for name, queries in (("flow", ["1", "2"]), ("heat", ["7"])):
        of_slice = metrics[(metrics["slice"] == name) & (metrics["metric"] == "AP")]
        assert set(of_slice["n_queries"]) == {len(queries)}
        own = per_query[per_query["query_id"].isin(queries) & (per_query["metric"] == "AP")]
        means = own[own["slice"] == "all"].groupby("ranker")["value"].mean()
        assert of_slice.set_index("ranker")["value"].to_dict() == pytest.approx(means.to_dict())


def test_rows_are_counted(cranfield):
    summary = json.loads((cranfield[0] / "summary.json").read_text())
    assert summary["documents"] == {"read": 1400, "kept": 1400, "dropped": {}, "blank": 2}
    assert pq.read_metadata(cranfield[0] / "quarantine.parquet").num_rows == 0


def test_runs_commands_and_broken_rows(workplace):
    """A run and a program beside our rankers, over a folder with a row that cannot be read."""
    settings = write_mteb(workplace.folder / "theirs")
    with (workplace.folder / "theirs/corpus.jsonl").open("a") as file:
        file.write('{"_id": "broken"\n')
    lines = [f"{t} Q0 {i} 0 {n} x" for t in GRADES for n, i in enumerate("abcd")]
    (workplace.folder / "run.trec").write_text("\n".join(lines))
    content = {
        "run": "mine",
        "data": {"collections": {"theirs": settings}},
        "rankers": {
            "mine": {"kind": "command", "command": OVERLAP},
            "given": {"kind": "run", "path": "run.trec", "benchmark": "theirs"},
            **dict.fromkeys(("cbow200", "tfidfcbow200", "minilm")),
        },
        "evaluation": QUICK,
    }
    workplace.run("collections", **content)
    folder = workplace.folder / "results/mine/collections/theirs"
    metrics = pd.read_csv(folder / "metrics.csv")
    assert sorted(set(metrics["ranker"])) == ["bm25", "given", "mine", "tfidf"]
    bias = pd.read_csv(folder / "pool_bias.csv").set_index("ranker")
    assert bias.loc["given", "judged@20"] == pytest.approx((3 + 1 + 2) / 4 / 3)
    [row] = pq.read_table(folder / "quarantine.parquet").to_pylist()
    assert (row["line"], row["reason"]) == (6, "invalid_json")
    (workplace.folder / "run.trec").write_text("\n".join([*lines[:-1], "zz Q0 a 0 1 x"]))
    failed = workplace.fail("collections", **content)
    assert "Run 'given': 1 of its 4 queries is not among the judged: zz." in failed.output
    told = re.findall(r"Run 'given', query (\S+): (.*?)\.\n", failed.output)
    assert ("a", "1 candidates missing: d") in told
    strict = content | {"run": "strict", "corpus": {"on_bad_row": "fail"}}
    failed = workplace.fail("collections", **strict)
    assert "A row cannot be used: invalid_json." in failed.output


def test_a_first_search_gives_the_others_their_candidates(workplace):
    settings = write_beir(workplace.folder / "theirs")
    settings |= {"rankers": ["bm25", "mine"], "candidates": {"ranker": "bm25", "depth": 1}}
    workplace.run(
        "collections",
        run="first",
        data={"collections": {"theirs": settings}},
        rankers={"mine": {"kind": "command", "command": OVERLAP}},
        evaluation=QUICK,
    )
    runs = workplace.folder / "results/first/collections/theirs/runs"
    first, ordered = (pd.read_parquet(runs / f"{name}.parquet") for name in ("bm25", "mine"))
    best = first[first["rank"] == 1].set_index("query_id")["candidate_id"]
    assert ordered.set_index("query_id")["candidate_id"].to_dict() == best.to_dict()


def test_cranfield_by_number_says_what_to_set(real_data, workplace):
    data = {"collections": {"cranfield": files_of(real_data("cranfield"))}}
    failed = workplace.fail("collections", run="c", data=data)
    assert "73 judged topics are not among the topics" in failed.output
    assert "Then set topic_ids to position." in failed.output


def test_a_models_grades_correct_scores_of_all_queries_that_were_drawn_from(workplace):
    """A version of `paperpool next` in which two queries have no drawn grade."""
    home = workplace.folder
    write_graded(home)
    words = ["next", f"{home}/near.trec", f"{home}/far.trec", "--on", f"{home}/own", "--hide", "1"]
    words += ["--measure", "p@10", "--for", "scores", "--budget", "12", "--to", f"{home}/next"]
    assert main(words) == 0 and main([*words, "--answers", f"{home}/next/batch-1/held.csv"]) == 0

    version = {"format": "beir", "path": "next/version", "predicted": "model.csv"}
    runs = {}
    for name in ("near", "far"):
        runs[name] = {"kind": "run", "path": f"{name}.trec", "benchmark": "drawn"}
    done = workplace.run(
        "collections",
        "report",
        "export",
        run="drawn",
        data={"collections": {"drawn": {**version, "rankers": ["bm25"]}}},
        rankers=runs,
        evaluation=QUICK,
    )
    folder = home / "results/drawn/collections/drawn"
    assert "2 of 10 queries have no grade yet" in done.output
    assert set(pd.read_csv(folder / "metrics.csv")["n_queries"]) == {8}
    table = pd.read_csv(folder / "predicted.csv")
    assert set(table["run"]) == {"bm25", "near", "far"} and set(table["drawn"]) == {12}
    assert table["value"].notna().any()
    page = (home / "results/drawn/report/index.html").read_text()
    assert "2 topics have no grade yet, and no place in means" in page

    exported = home / "results/drawn/export/drawn"
    assert "first drawn grade are left out, too: 2." in (exported / "datasheet.md").read_text()
    for file in ("trec/test/qrels.txt", "trec/test/runs/bm25.txt", "trec/test/runs/near.txt"):
        lines = (exported / file).read_text().splitlines()
        assert len({line.split()[0] for line in lines}) == 8
