"""Worked examples are checked before anything is made: a user's, and those of a scheme."""

import pytest
import yaml

from ..made.schemes import TWO_FACETS

EXAMPLE = {"query": "a", "candidate": "b", "facet": "claim", "grade": 1, "why": "Both."}
PAPER = {"title": "A", "sentences": [{"assertion": "One."}]}


@pytest.fixture
def scheme(tmp_path, monkeypatch):
    """Return a function: the overlay of a scheme with examples, written as a file."""
    monkeypatch.chdir(tmp_path)

    def write(examples=None):
        content = yaml.safe_load(TWO_FACETS)
        if examples:
            content["examples"] = examples
        (tmp_path / "claims.yaml").write_text(yaml.safe_dump(content))
        data = {"s2orc": ["papers-*.jsonl"]}
        (tmp_path / "papers-1.jsonl").touch()
        return {"data": data, "annotation": {"scheme": "claims.yaml"}}

    return write


def test_a_scheme_may_have_no_examples_and_its_own_are_checked(problems, scheme):
    def told(overlay):
        return [(p.where, p.what) for p in problems(overlay) if "examples" in p.where]

    assert told(scheme()) == []
    papers = {"a": PAPER, "b": PAPER}
    assert told(scheme({"papers": papers, "examples": [EXAMPLE]})) == []
    rows = [EXAMPLE | {"facet": "method"}, EXAMPLE | {"grade": 2}]
    assert told(scheme({"papers": papers, "examples": rows})) == [
        ("claims.yaml, examples, examples.0.facet", "The facet is 'method'."),
        ("claims.yaml, examples, examples.1.grade", "The grade is 2."),
    ]


def test_a_users_examples_are_those_of_the_scheme(problems, scheme, tmp_path):
    overlay = scheme()
    overlay["annotation"]["examples"] = "mine.yaml"
    (tmp_path / "mine.yaml").write_text(
        yaml.safe_dump({"examples": [EXAMPLE | {"facet": "result"}]})
    )
    (problem,) = [p for p in problems(overlay) if "mine.yaml" in p.where]
    assert problem.what == "The facet is 'result'." and problem.hint == "One of claim, evidence."
