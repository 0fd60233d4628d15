"""A planted graph, whose citations are relevance but for a fifth, gives back what was planted."""

import numpy as np
import pytest

from paperpool.collections.collection import Judgments, OpenPapers
from paperpool.collections.papers import PlainPaper, Question
from paperpool.evaluation.paired_draws import Resampling
from paperpool.extras.citations_and_relevance.measuring import make_judged, measure_relations
from paperpool.extras.citations_and_relevance.relations import relate

N_QUESTIONS, N_RELEVANT, N_CITED = 60, 12, 5
NOISE = 0.2
N_PAPERS = N_QUESTIONS * N_RELEVANT
PLANTED = {
    "precision": 1 - NOISE,
    "chance": (N_RELEVANT - 1) / (N_PAPERS - 1),
    "lift": (1 - NOISE) * (N_PAPERS - 1) / (N_RELEVANT - 1),
    "pair_recall": (1 - NOISE) * N_CITED / (N_RELEVANT - 1),
    # a paper is cited by none of its eleven fellows, who each cite one of eleven 4 of 5 times
    "recall": 1 - (1 - (1 - NOISE) * N_CITED / (N_RELEVANT - 1)) ** (N_RELEVANT - 1),
}


def plant(seed):
    """Return a collection, and edges: a paper cites five, each of its question but for a fifth."""
    rng = np.random.default_rng(seed)
    papers, judgments, edges = {}, {}, []
    for question in range(N_QUESTIONS):
        fellows = [f"p{question}-{number}" for number in range(N_RELEVANT)]
        papers |= {paper: PlainPaper(paper, "", "") for paper in fellows}
        papers[f"?{question}"] = Question(f"?{question}", "", "text")
        judgments[f"?{question}", ""] = Judgments(tuple(fellows), (1,) * N_RELEVANT, {})
    documents = sorted(paper for paper in papers if paper.startswith("p"))
    for paper in documents:
        question = paper.partition("-")[0]
        fellows = [other for other in documents if other.partition("-")[0] == question]
        fellows.remove(paper)
        others = [other for other in documents if other.partition("-")[0] != question]
        n_relevant = rng.binomial(N_CITED, 1 - NOISE)
        cited = [*rng.choice(fellows, n_relevant, replace=False)]
        cited += [*rng.choice(others, N_CITED - n_relevant, replace=False)]
        edges += [(paper, str(other)) for other in cited]
    questions = frozenset(paper for paper in papers if paper.startswith("?"))
    collection = OpenPapers(papers, {}, judgments, {}, relevant=1, questions=questions)
    return collection, edges


def test_grades_of_papers_that_are_not_there_are_left_out():
    collection, _ = plant(1)
    pair = ("?0", "")
    judged = collection.judgments[pair]
    more = Judgments((*judged.candidates, "gone"), (*judged.adjudicated, 1), {})
    collection.judgments[pair] = more
    found = make_judged(collection)
    assert found.grades.sum(axis=1)[found.questions.index(pair)] == N_RELEVANT
    assert found.is_pooled.all() and "gone" not in found.papers


def measure(seed, runs=None):
    collection, edges = plant(seed)
    relations = relate(collection.documents, edges)
    resampling = Resampling(seed, 1000, 10)
    table = measure_relations(make_judged(collection), relations, runs or {}, 1, resampling)
    return table.set_index(["relation", "neighbours", "measure"]).sort_index()


def test_a_planted_graph_gives_back_its_parameters():
    """Of 10 graphs, each parameter is in nearly all intervals, which cover it 95 times in 100."""
    n_covered = dict.fromkeys(PLANTED, 0)
    for seed in range(10):
        table = measure(seed).loc["cites", "citations"]
        for name, planted in PLANTED.items():
            row = table.loc[name]
            n_covered[name] += bool(row.ci_low - 1e-12 <= planted <= row.ci_high + 1e-12)
            assert row.value == pytest.approx(planted, rel=0.05)
            assert row.n_questions == N_QUESTIONS and row.n_linked == N_PAPERS * N_CITED
    assert min(n_covered.values()) >= 8, n_covered


def test_neighbours_by_text_are_as_many_as_links():
    """A ranking with all fellows first is right eleven times, then wrong."""
    collection, _ = plant(1)
    run = {}
    for paper in collection.documents:
        question = paper.partition("-")[0]
        ranked = sorted(
            (other for other in collection.documents if other != paper),
            key=lambda other: other.partition("-")[0] != question,
        )
        run[paper, ""] = [(other, 0.0) for other in ranked]
    table = measure(1, {"perfect": run})
    text = table.loc["cites", "perfect"]
    assert text.loc["precision"].value == 1
    assert text.loc["precision"].n_linked == table.loc["cites", "citations", "precision"].n_linked
    steps = table.loc["two_steps"].n_linked
    assert steps["perfect"].iloc[0] == steps["citations"].iloc[0]
    assert table.loc["two_steps", "perfect", "precision"].value < 1


def test_neighbours_by_text_are_compared_with_links():
    """A ranking at random is worse than links by about what these are above chance."""
    collection, _ = plant(2)
    rng = np.random.default_rng(5)
    documents = collection.documents
    run = {
        (paper, ""): [(other, 0.0) for other in rng.permutation(documents)] for paper in documents
    }
    table = measure(2, {"random": run}).loc["cites", "random"]
    row = table.loc["precision_difference"]
    assert row.value == pytest.approx(PLANTED["chance"] - PLANTED["precision"], abs=0.05)
    assert row.ci_low < row.value < row.ci_high < -0.6
