"""Vectors in the form of SciSearch's authors, in place of an encoder's."""

import json

import numpy as np
import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.errors import UserError
from paperpool.workflow.scisearch.features import list_texts
from paperpool.workflow.scisearch.given_reading import read_given
from paperpool.workflow.scisearch.given_vectors import list_files
from paperpool.workflow.scisearch.names import ABSTRACT, FACET

from .test_features import Hashing

FACETS = default_scheme().facet_names


@pytest.fixture
def folder(collection, tmp_path):
    """The vectors of ``Hashing``, written as the authors write theirs."""
    texts = list_texts(collection, ABSTRACT)
    vectors = Hashing().encode([*texts.values()]).tolist()
    files = {name: {} for name in (*FACETS, "all")}
    for (paper, facet, source), vector in zip(texts, vectors, strict=True):
        files[facet if source == FACET else "all"][paper] = vector
    for name, of_papers in files.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(of_papers))
    return tmp_path


def test_given_vectors_are_those_of_the_encoder_that_made_them(collection, folder):
    texts = list_texts(collection, ABSTRACT)
    expected = Hashing().encode([*texts.values()])
    np.testing.assert_array_equal(np.stack(read_given(str(folder), texts)), expected)
    assert {key[2] for key in texts} == {ABSTRACT, FACET}


@pytest.mark.parametrize(
    ("name", "paper", "vector", "found"),
    [
        ("method", "q3", None, "It has no vector of q3."),
        ("all", "c07", [1.0, 2.0], "The vector of c07 is not 3 finite numbers"),
        ("all", "c07", [0, 0, 0], "The vector of c07 is not"),
        ("all", "c07", [1, "2", 3], "The vector of c07 is not"),
        ("result", "q0", {"of": 3}, "not a JSON object"),
        *((name, None, None, "not a JSON object") for name in (*FACETS, "all")),
    ],
)
def test_a_vector_that_is_missing_or_odd_is_an_error(
    collection, folder, name, paper, vector, found
):
    file = folder / f"{name}.json"
    of_papers = json.loads(file.read_text()) if paper else {}
    of_papers[paper] = vector
    if vector is None:
        del of_papers[paper]
    file.write_text(json.dumps(of_papers))
    with pytest.raises(UserError) as error:
        read_given(str(folder), list_texts(collection, ABSTRACT))
    [problem] = error.value.problems
    assert found in problem.what and problem.where == str(file)
    assert problem.where in list_files(str(folder)) and "fetch_scisearch" in problem.hint
