"""A model's vectors beside known ones: of a made collection, by a model that the test makes."""

import json

import numpy as np
import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.encoding.known_vectors import BAR, compare, read_known_vectors
from paperpool.errors import UserError

from ..made.collection import make_collection

FACETS = default_scheme().facet_names

SYSTEM = "tiny"
QUERIES = {"background": ["q2", "q1"], "method": ["q1"], "result": ["q3"]}


def encode(texts):
    """Return vectors that tell texts apart."""
    return np.array([[len(text), sum(text.encode()) % 97, 1] for text in texts], np.float32)


def expected_text(paper, facet):
    """Return the sentences of the facet, background with objective, joined by a blank."""
    topic = make_collection().papers[paper].title.removeprefix("On ")
    labels = ("background", "objective") if facet == "background" else (facet,)
    return " ".join(f"The {label} of {topic} in {paper}." for label in labels)


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A working directory with the vectors of the queries, and a collection that stands in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PAPERPOOL_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(
        "paperpool.encoding.known_vectors.read_collection",
        lambda folder, evaluable: make_collection(),
    )
    (tmp_path / "resources/csfcube").mkdir(parents=True)
    write_vectors(tmp_path / "resources/csfcube_runs")
    return tmp_path


def write_vectors(folder, change=0.0):
    for facet in FACETS:
        texts = {paper: expected_text(paper, facet) for paper in QUERIES[facet]}
        vectors = {paper: (encode([text])[0] + change).tolist() for paper, text in texts.items()}
        path = folder / SYSTEM / f"{facet}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(vectors))


def test_texts_are_the_sentences_of_the_facet_without_the_title(here):
    known = read_known_vectors(SYSTEM)
    assert known.names == [
        *("background of q1", "background of q2", "method of q1", "result of q3"),
    ]
    assert known.texts[1] == expected_text("q2", "background")
    assert "objective" in known.texts[0] and "On " not in "".join(known.texts)
    agreement = compare(known, encode)
    assert agreement.is_proved and (agreement.n_texts, agreement.largest) == (4, 0.0)


def test_a_difference_is_measured_and_the_worst_text_named(here):
    def differ(texts):
        vectors = encode(texts)
        vectors[2, 1] += 0.5
        return vectors + np.float32(BAR / 100)

    agreement = compare(read_known_vectors(SYSTEM), differ)
    assert not agreement.is_proved and agreement.n_agreeing == 3
    assert agreement.largest == pytest.approx(0.5, abs=1e-3) and agreement.worst == "method of q1"


def test_a_model_of_other_dimensions_is_another_model(here):
    with pytest.raises(UserError, match="have 2 dimensions, the known ones 3"):
        compare(read_known_vectors(SYSTEM), lambda texts: encode(texts)[:, :2])


def test_data_are_looked_for_in_resources_and_then_where_the_variable_says(here):
    (here / "resources/csfcube_runs").rename(here / "gone")
    with pytest.raises(UserError, match="Run `paperpool fetch csfcube_runs`"):
        read_known_vectors(SYSTEM)
    write_vectors(here / "data/known-runs/sciatica")
    assert read_known_vectors(SYSTEM).folder == here / "data/known-runs/sciatica" / SYSTEM
    (here / "resources/csfcube").rmdir()
    with pytest.raises(UserError, match="Run `paperpool fetch csfcube`, or set PAPERPOOL_DATA"):
        read_known_vectors(SYSTEM)


@pytest.mark.parametrize(
    ("vectors", "said"),
    [
        ({"nobody": [1, 2, 3]}, "CSFCube has no paper nobody"),
        ({"q1": [1, 2]}, "not lists of numbers of one length"),
        ({"q1": "text"}, "not lists of numbers of one length"),
        ([], "Not a JSON object"),
    ],
)
def test_a_broken_file_of_vectors_is_named(here, vectors, said):
    path = here / "resources/csfcube_runs" / SYSTEM / "method.json"
    path.write_text(json.dumps(vectors))
    with pytest.raises(UserError, match=said) as caught:
        read_known_vectors(SYSTEM)
    assert "csfcube_runs" in str(caught.value)


@pytest.mark.parametrize("vectors", [{}, {"q1": 3}])
def test_files_without_a_vector_are_no_known_vectors(here, vectors):
    folder = here / "resources/csfcube_runs" / SYSTEM
    for path in folder.glob("*.json"):
        path.write_text(json.dumps(vectors))
    with pytest.raises(UserError, match=f"It has no vectors(.|\n)*{SYSTEM}"):
        read_known_vectors(SYSTEM)
