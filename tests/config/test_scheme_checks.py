"""What a configuration asks of its scheme: labels that fit the data, and a name of its own."""

import pytest
import yaml

from ..made.claims import write_claims
from ..made.schemes import TWO_FACETS, write_bare


@pytest.fixture
def told(problems, tmp_path, monkeypatch):
    """Return a function: (what, where) of the problems of a scheme's text, with a label sheet."""
    monkeypatch.chdir(tmp_path)
    for name in ("papers-1.jsonl", "sheet.csv"):
        (tmp_path / name).touch()

    def list_told(text):
        (tmp_path / "mine.yaml").write_text(text)
        overlay = {
            "data": {"s2orc": ["papers-*.jsonl"]},
            "annotation": {"scheme": "mine.yaml"},
            "facets": {"train_on": ["sheet.csv"]},
            "pools": {"labels": "sheet.csv"},
        }
        return [(problem.what, problem.where) for problem in problems(overlay)]

    return list_told


def test_a_scheme_without_labels_has_none_that_a_sheet_corrects(told):
    for misfit in (
        ("The scheme has no labels that a sheet could correct.", "pools.labels"),
        ("The scheme has no labels that sheets could teach.", "facets.train_on"),
    ):
        assert misfit in told(write_bare())
        assert misfit not in told(TWO_FACETS)


def test_a_scheme_without_labels_has_none_that_a_labeller_learns(problems, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(write_bare())
    (tmp_path / "papers.jsonl").touch()
    overlay = {"data": {"s2orc": ["papers.jsonl"]}, "annotation": {"scheme": "mine.yaml"}}
    [problem] = problems(overlay | {"facets": {"train": "head"}})
    assert problem.what.endswith("the scheme's are none.")
    assert problem.hint == "Leave it null, or give the scheme labels."


def test_the_name_of_the_default_scheme_is_taken(told):
    text = yaml.safe_dump(yaml.safe_load(TWO_FACETS) | {"name": "csfcube"})
    assert ("The scheme has the name 'csfcube', which is taken.", "mine.yaml") in told(text)


def test_a_run_has_the_scheme_that_its_collection_carries(problems, tmp_path, monkeypatch):
    def list_told(scheme, data):
        overlay = {"data": data, "annotation": {"scheme": scheme}}
        return [(found.what, found.where) for found in problems(overlay)]

    monkeypatch.chdir(tmp_path)
    collection = {"csfcube": str(write_claims(tmp_path / "its"))}
    (tmp_path / "bare.yaml").write_text(write_bare())
    misfit = ("The collection of data.csfcube has another scheme, claims.", "annotation.scheme")
    assert misfit in list_told("bare.yaml", collection)
    assert misfit in list_told("csfcube", collection)
    assert misfit not in list_told(None, collection)
    assert misfit not in list_told("its/scheme.yaml", collection)
    generated = ("The demo generates a collection of the scheme csfcube.", "annotation.scheme")
    assert generated in list_told("bare.yaml", {})


def test_a_scheme_does_not_lie_in_the_run_that_writes_it(problems, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "papers-1.jsonl").touch()
    write_claims(tmp_path / "results/mine/annotation/release")
    overlay = {
        "data": {"s2orc": ["papers-*.jsonl"]},
        "annotation": {"scheme": "results/mine/annotation/release/scheme.yaml"},
    }

    def list_places(run):
        told = problems(overlay | {"run": run})
        return [found.where for found in told if "lies in the results" in found.what]

    assert list_places("mine") == ["annotation.scheme"] and list_places("other") == []


def test_a_labeller_that_is_trained_on_csabstruct_has_its_labels(problems, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = {"csfcube": str(write_claims(tmp_path / "its")), "csabstruct": "none"}
    told = [
        (found.where, found.what) for found in problems({"data": data, "facets": {"train": "head"}})
    ]
    labels = "assertion, data, theory, aside"
    assert (
        "facets.train",
        f"facets.train learns the labels of CSAbstruct; the scheme's are {labels}.",
    ) in told
    assert (
        "data.csabstruct",
        f"CSAbstruct measures labellers of its own labels; the scheme's are {labels}.",
    ) in told
