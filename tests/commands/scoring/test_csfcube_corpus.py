"""Scoring a ranking of CSFCube's whole corpus."""

import pandas as pd
import pytest

from paperpool.collections.csfcube_corpus import open_corpus
from paperpool.collections.csfcube_release import read_collection
from paperpool.commands.score import SEED
from paperpool.csfcube.corpus_evaluation import evaluate_corpus
from paperpool.evaluation.paired_draws import Paired, Resampling


@pytest.fixture
def run(real_data, tmp_path, monkeypatch):
    """A TREC run of the release's papers, by id, and the same as rankings in memory."""
    monkeypatch.chdir(tmp_path)
    collection = read_collection(real_data("csfcube"))
    corpus = open_corpus(collection)
    rankings = {
        pair: [(paper, -float(rank)) for rank, paper in enumerate(corpus.rankable(*pair))]
        for pair in corpus.pairs()
    }
    (tmp_path / "ids.trec").write_text(
        "".join(
            f"{query} Q0 {paper} 0 {score} ids\n"
            for (query, _), ranking in rankings.items()
            for paper, score in ranking
        )
    )
    return collection, rankings


def test_a_ranking_of_all_papers_has_the_figures_of_the_workflow(run, score, real_data):
    collection, rankings = run
    on = ("--on", "csfcube-corpus", "--data", str(real_data("csfcube")))
    status, output, _ = score("ids.trec", *on, "--csv", "m.csv", "--published", "SPECTER2")
    assert status == 0
    assert output.startswith("CSFCube's whole corpus, protocol corpus (×100")
    assert "protocol corpus-corrected" in output and "53.30" in output
    paired = Paired(["ids"], Resampling(SEED))
    published = {("corpus", "ids", "recall@50"): 0.533, ("corpus", "ids", "recall@100"): 0.686}
    expected = evaluate_corpus(collection, {"ids": rankings}, published, paired)
    columns = ["protocol", "metric", "value", "published"]
    assert pd.read_csv("m.csv")[columns].equals(expected.metrics[columns])


def test_rankings_of_facets_and_a_page_are_refused(run, score, real_data, tmp_path):
    on = ("--on", "csfcube-corpus", "--data", str(real_data("csfcube")))
    status, _, error = score("ids.trec", *on, "--html", "p.html")
    assert status == 1 and "no page of its own" in error
    facets = (tmp_path / "ids.trec").read_text().replace(" Q0", "_method Q0")
    (tmp_path / "facets.trec").write_text(facets)
    status, _, error = score("facets.trec", *on)
    assert status == 1 and "queries is in the collection" in error
