"""The texts of queries and candidates, and their vectors after writing and reading."""

import numpy as np
import pytest

from paperpool.collections.collection import Collection, Judgments
from paperpool.workflow.scisearch.features import list_texts, read_features, write_vectors
from paperpool.workflow.scisearch.pairs import list_pairs

from .conftest import make_paper


class Hashing:
    """Stands in for an encoder: a vector of the length and the vowels of a text."""

    def encode(self, texts):
        return np.array([[len(t), t.count("e"), t.count("o")] for t in texts], np.float32)


def write(path, collection, source):
    texts = list_texts(collection, source)
    write_vectors(path, texts, Hashing().encode([*texts.values()]))


@pytest.fixture
def small():
    papers = {"q": make_paper("q"), "c": make_paper("c"), "m": make_paper("m", ("method",))}
    judged = Judgments(("m", "c", "q"), (1, 2, 3), {})
    return Collection(papers, {}, {("q", "background"): judged}, {})


def test_objective_is_background_and_a_paper_without_the_facet_is_read_whole(small):
    assert list_texts(small, "facet") == {
        ("c", "background", "facet"): "The background of c. The objective of c.",
        ("m", "background", "abstract"): "The method of m.",
        ("q", "background", "facet"): "The background of q. The objective of q.",
    }


def test_candidates_can_be_read_whole_the_query_never(small):
    texts = list_texts(small, "abstract")
    assert texts["q", "background", "facet"] == "The background of q. The objective of q."
    assert texts["c", "background", "abstract"] == small.papers["c"].abstract
    assert ("c", "background", "facet") not in texts
    # judged for itself, it is a candidate too
    assert texts["q", "background", "abstract"] == small.papers["q"].abstract
    assert list(texts) == sorted(texts)


@pytest.mark.parametrize("candidate", ["facet", "abstract"])
def test_vectors_are_found_again_side_by_side(small, tmp_path, candidate):
    path = tmp_path / "vectors.parquet"
    write(path, small, candidate)
    first = path.read_bytes()
    features = read_features(path, candidate, "background")
    assert features.dimensions == 3
    pairs = list_pairs(small, "background")
    assert pairs.candidates.tolist() == ["m", "c", "q"]  # the order of the file
    q = Hashing().encode(["The background of q. The objective of q."])[0]
    paper = small.papers["c"]
    text = paper.abstract if candidate == "abstract" else " ".join(paper.sentences[:2])
    rows = features.of_pairs(pairs)
    assert rows.dtype == np.float32
    np.testing.assert_array_equal(rows[1], [*q, *Hashing().encode([text])[0]])
    write(path, small, candidate)
    assert path.read_bytes() == first
