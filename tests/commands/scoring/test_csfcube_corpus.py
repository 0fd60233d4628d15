"""Scoring a ranking of CSFCube's whole corpus."""

import pandas as pd
import pytest

from paperpool.collections.csfcube_corpus import open_corpus
from paperpool.collections.csfcube_release import read_collection
from paperpool.csfcube.corpus_evaluation import evaluate_corpus
from paperpool.evaluation.paired_draws import Paired, Resampling
from paperpool.evaluation.seeds import SEED


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
    status, output, _ = score("ids.trec", *on, "--csv", "m.csv")
    assert status == 0
    assert output.startswith("CSFCube's whole corpus, protocol corpus (×100")
    assert "protocol corpus-corrected" in output
    expected = evaluate_corpus(collection, {"ids": rankings}, Paired(["ids"], Resampling(SEED)))
    columns = ["protocol", "metric", "value"]
    written = pd.read_csv("m.csv")
    assert written[columns].equals(expected.metrics[columns])
    assert written.published.isna().all()


def test_no_published_score_stands_beside_the_whole_corpus(run, score, real_data):
    on = ("--on", "csfcube-corpus", "--data", str(real_data("csfcube")))
    status, _, error = score("ids.trec", *on, "--published", "SPECTER")
    assert status == 1 and "No published system is called 'SPECTER'." in error
    assert "Hint: No published score of this collection is comparable" in error


def test_rankings_of_facets_and_a_page_are_refused(run, score, real_data, tmp_path):
    on = ("--on", "csfcube-corpus", "--data", str(real_data("csfcube")))
    status, _, error = score("ids.trec", *on, "--html", "p.html", "--csv", "m.csv")
    assert status == 1 and "no page of its own" in error and not (tmp_path / "m.csv").exists()
    facets = (tmp_path / "ids.trec").read_text().replace(" Q0", "_method Q0")
    (tmp_path / "facets.trec").write_text(facets)
    status, _, error = score("facets.trec", *on)
    assert status == 1 and "queries is in the collection" in error
