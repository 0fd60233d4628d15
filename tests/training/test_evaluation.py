"""Trained encoders against their base on citations that were kept, on vectors known by hand."""

import numpy as np
import pytest

from paperpool.evaluation.paired_draws import Resampling
from paperpool.io import tables
from paperpool.workflow.training.evaluation import COLUMNS, compare_encoders, score_encoder

from ..made.tables import write_rows


class Vectors:
    """An encoder whose embeddings are given: the number at the end of a text, on a line."""

    def separator(self, kind):
        return " " if kind == "space" else "[SEP]"

    def encode(self, texts):
        return np.array([[float(text.split()[-1])] for text in texts], np.float32)


def test_a_query_ranks_all_others_by_similarity_and_equal_ones_by_id(tmp_path):
    places = {"q": 0, "r": 10, "c": 1, "b": 2, "a": 2, "d": -7}
    rows = [(paper, "Title", str(place)) for paper, place in places.items()]
    papers = write_rows(tmp_path / "c.parquet", rows, tables.PAPER_TEXTS)
    cited = write_rows(tmp_path / "q.parquet", ["rb", "qb", "qd"], tables.CITATION_QUERIES)
    values = score_encoder(cited, papers, Vectors(), "l2", "space")
    # q: c, a, b, d, r; r: a, b, c, q, d
    assert values.tolist() == pytest.approx([(1 / 3 + 2 / 4) / 2, 1 / 2])


def test_the_separator_stands_between_title_and_abstract(tmp_path):
    class Reader(Vectors):
        def encode(self, texts):
            self.texts = texts
            return super().encode([text.replace("[SEP]", " ") for text in texts])

    rows = [("q", "Title", "0"), ("r", "Title", "1")]
    papers = write_rows(tmp_path / "c.parquet", rows, tables.PAPER_TEXTS)
    cited = write_rows(tmp_path / "q.parquet", ["qr"], tables.CITATION_QUERIES)
    for separator, text in {"sep": "Title[SEP]1", "space": "Title 1"}.items():
        encoder = Reader()
        score_encoder(cited, papers, encoder, "l2", separator)
        assert encoder.texts[1] == text


def test_each_training_is_compared_with_the_base_over_queries():
    base = np.full(40, 0.25)
    better = base + np.tile([0.1, 0.2], 20)
    same = base + np.tile([0.1, -0.1], 20)
    resampling = Resampling(seed=13, n_bootstrap=500, n_permutations=500)
    table = compare_encoders("mine", base, {1: better, 2: same}, resampling)
    assert list(table) == COLUMNS
    assert table.ranker.tolist() == ["mine", "mine"] and table.seed.tolist() == [1, 2]
    assert set(table.metric) == {"map"} and set(table.n_queries) == {40}
    assert table.base.tolist() == pytest.approx([0.25, 0.25])
    assert table.tuned.tolist() == pytest.approx([0.4, 0.25])
    assert table.difference.tolist() == pytest.approx([0.15, 0.0], abs=1e-12)
    assert table.p[0] == pytest.approx(1 / 501) and table.p[1] > 0.5
    assert 0.1 < table.ci_low[0] < 0.15 < table.ci_high[0] < 0.2
    assert table.ci_low[1] < 0 < table.ci_high[1]
