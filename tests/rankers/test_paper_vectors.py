"""Encode papers without known vectors only."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from paperpool.rankers.scoring.paper_vectors import KnownVectors, encode_papers

from ..made.benchmark import make_benchmark, make_pools
from ..made.encoder import WithoutPrompts


class _Lengths(WithoutPrompts):
    """An encoder whose vector of a text is its length; it keeps its inputs."""

    def __init__(self):
        self.asked = []

    def encode(self, texts):
        self.asked += texts
        return np.array([[len(text)] for text in texts], np.float32).reshape(len(texts), 1)


def test_papers_with_known_vectors_are_not_encoded_and_others_once():
    collection = make_benchmark(
        {paper: (paper, "x" * int(paper)) for paper in "123"},
        val=make_pools({("1", "2"): True}),
        test=make_pools({("2", "3"): True}),
    )
    encoder = _Lengths()
    assert encode_papers(collection.papers, encoder).tolist() == [[3], [4], [5]]
    assert encoder.asked == ["1 x", "2 xx", "3 xxx"]
    known = KnownVectors(pa.chunked_array([["0", "2"]]), np.array([[7], [8]], np.float32))
    encoder = _Lengths()
    assert encode_papers(collection.papers, encoder, known=known).tolist() == [[3], [8], [5]]
    assert encoder.asked == ["1 x", "3 xxx"]
    known = KnownVectors(pa.chunked_array([["1", "2", "3"]]), np.ones((3, 1), np.float32))
    encoder = _Lengths()
    assert (encode_papers(collection.papers, encoder, known=known) == 1).all() and not encoder.asked


def test_known_vectors_are_read_where_a_job_has_some(tmp_path):
    assert KnownVectors.read({"papers": "none", "known": []}) is None
    pq.write_table(pa.table({"paper_id": ["a", "b"], "year": [1, 2]}), tmp_path / "papers")
    arrays = {"vectors": np.arange(6.0).reshape(3, 2), "starts": np.array([0, 1, 3])}
    for name, array in arrays.items():
        np.save(tmp_path / f"{name}.npy", array)
    known = [tmp_path / f"{name}.npy" for name in arrays]
    found = KnownVectors.read({"papers": tmp_path / "papers", "known": known})
    assert found.find(["b", "c"]).tolist() == [1, -1]
    assert found.rows(1).tolist() == [[2, 3], [4, 5]]
    assert KnownVectors.read({"papers": tmp_path / "papers", "known": known[:1]}).starts is None
