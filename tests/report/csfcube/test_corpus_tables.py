"""The tables of CSFCube's whole corpus: a table per protocol, published systems beside theirs."""

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.evaluation.published import read_figures
from paperpool.pages.score_tables import TableSource
from paperpool.pages.scores import Score
from paperpool.report.csfcube.tables import make_corpus_tables
from paperpool.resources import RESOURCES

FIGURES = read_figures(RESOURCES / "published/csfcube.csv")


def score(protocol, measure, value, published=None):
    return Score(protocol, "test", "bm25", "all", measure, value, None, 1, 0.4, 0.6, 34, published)


def make(*scores):
    source = TableSource(BENCHMARK, scores, [], ["bm25"], names={"bm25": "fabs_bm25"})
    return make_corpus_tables(source, {"Term-level": ["bm25"]}, FIGURES)


def test_each_protocol_has_its_table_and_published_systems_stand_below_theirs():
    tables = make(score("corpus", "recall@50", 0.5), score("corpus-corrected", "recall@50", 0.51))
    assert list(tables) == ["corpus", "corpus-corrected"]
    corpus, corrected = tables.values()
    assert corpus.measures == ["R@50", "R@100", "MAP", "nDCG@10"]
    assert [(row.name, row.cells[0].value) for row in corpus.others] == [
        ("SPECTER2", "53.30"),
        ("SemRank", "62.20"),
    ]
    assert corrected.others == []
    [[row]] = corrected.groups.values()
    assert (row.cells[0].value, row.cells[0].interval) == ("51.00", "[40.00, 60.00]")


def test_figures_of_the_pools_are_in_neither():
    assert make(score("official", "map", 0.3)) == {}
