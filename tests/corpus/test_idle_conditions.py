"""Conditions that no paper, or none of a shard, can fulfil."""

import pytest

from paperpool.workflow.corpus.idle_conditions import describe_idle_conditions

from ..made.corpus_stage import run_corpus
from ..made.shards import make_row, write_shards


@pytest.fixture
def describe(tmp_path):
    """Return a function: what is told of a filter ``mine`` with conditions, of rows by shard."""

    def run(shards, **conditions):
        paths = write_shards(tmp_path / "shards", shards)
        filters = {"mdcr": {}, "mine": conditions}
        stage = run_corpus(paths, tmp_path / "out", filters=filters)
        groups = {name: stage.folder / f"{n}.summary.json" for n, name in enumerate(stage.shards)}
        papers = [stage.folder / f"{n}.rows.parquet" for n in range(len(groups))]
        return describe_idle_conditions(stage.summary, groups, papers)

    return run


ROWS = [make_row("1"), make_row("2", doi="10.1101/x", mag_field_of_study=["Law", "Art"])]


def test_nothing_is_told_of_conditions_that_papers_fulfil(describe):
    assert describe({"a.jsonl": ROWS}, fields=["Law"], years=[2000, None]) == []


def test_what_no_paper_has_is_told_of(describe):
    [text] = describe({"a.jsonl": ROWS}, language=["en"])
    assert text == (
        "The filter mine asks for a language, but no paper of the corpus has one: it drops every "
        "paper. Leave the condition out."
    )
    [text] = describe({"a.jsonl": ROWS}, language=["en", None])
    assert text.endswith("no paper of the corpus has one: the condition drops none.")


def test_a_value_that_no_paper_has_is_told_of_with_those_that_are_there(describe):
    [text] = describe({"a.jsonl": ROWS}, fields=["Lwa", "Ecology", "Art"])
    assert text == (
        "The filter mine names values in fields that no paper has: Lwa, Ecology. Did you mean "
        "'Law'? The corpus has Art (1), Computer Science (1), Law (1)."
    )
    [text] = describe({"a.jsonl": ROWS}, years=[1900, 1950])
    assert "names a value in years that no paper has: 1900-1950." in text
    assert text.endswith("The corpus has 2019 (2).")


def test_shards_that_are_dropped_whole_are_named(describe):
    shards = {"a.jsonl": ROWS, "b.jsonl": [make_row("3"), make_row("4")]}
    [text] = describe(shards, doi_prefix=["10.1101"])
    assert text == (
        "The filter mine drops all 2 papers of b.jsonl: none has a DOI. Name null in doi_prefix to "
        "keep such papers."
    )
    assert describe(shards, doi_prefix=["10.1101", None]) == []


def test_an_empty_shard_is_not_told_of(describe):
    assert describe({"a.jsonl": ROWS, "b.jsonl": []}, fields=["Law"]) == []
    assert describe({"a.jsonl": []}, fields=["Law"]) == []
    again = {"a.jsonl": ROWS, "b.jsonl": ROWS}  # the second has repeated ids alone
    assert describe(again, doi_prefix=["10.1101"]) == []
