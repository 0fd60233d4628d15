"""The texts to annotate: of labelled papers, else of the corpus, with labels of the scheme."""

import pytest
import yaml

from paperpool.collections.collection import Paper
from paperpool.collections.schemes import default_scheme, parse_scheme
from paperpool.errors import UserError
from paperpool.io.tables import PAPERS, SENTENCES
from paperpool.workflow.annotation.texts import gather_papers

from ..made.schemes import TWO_FACETS, bare_scheme, two_facets_scheme
from ..made.tables import write_rows

LABELLED = {"a": Paper("a", "A", ("Mine.",), ("data",))}


@pytest.fixture
def gather(tmp_path):
    """Return a function: the papers of a scheme, of which a is labelled and b of a table."""
    names = ("paper_id", "title", "abstract", "year")
    papers = [("b", "B", "One. Two.", 2001), ("c", "C", "Three.", None), ("d", "D", None, None)]
    rows = [dict(zip(names, row, strict=True)) for row in papers]
    corpus = write_rows(tmp_path / "papers.parquet", rows, PAPERS)
    rows = [("b", 0, "One.", "assertion", 0.5), ("b", 1, "Two.", "data", 0.5)]
    sentences = write_rows(tmp_path / "sentences.parquet", rows, SENTENCES)

    def run(scheme, ids="abcd"):
        return gather_papers(set(ids), LABELLED, [corpus], [sentences], scheme)

    return run


def test_papers_without_labels_have_one_that_no_facet_has(gather):
    found = gather(two_facets_scheme())
    labels = {paper_id: paper.labels for paper_id, paper in sorted(found.items())}
    assert labels == {"a": ("data",), "b": ("assertion", "data"), "c": ("aside",), "d": ()}
    assert found["a"] == LABELLED["a"] and found["b"].sentences == ("One.", "Two.")
    assert gather(default_scheme(), "c")["c"].labels == ("other",)
    named = parse_scheme(yaml.safe_load(TWO_FACETS) | {"unlabelled": "data"}, "named.yaml")
    assert gather(named, "c")["c"].labels == ("data",)


def test_where_every_label_is_a_facets_papers_without_labels_are_an_error(gather):
    read = yaml.safe_load(TWO_FACETS) | {"labels": ["assertion", "data", "theory"]}
    scheme = parse_scheme(read, "full.yaml")
    assert sorted(gather(scheme, "abd")) == ["a", "b", "d"]
    with pytest.raises(UserError, match="1 papers have no labels, and each label is a facet's: c"):
        gather(scheme)


def test_a_scheme_without_labels_takes_none_of_a_table(gather):
    found = gather(bare_scheme(), "bcd")
    assert {paper.labels for paper in found.values()} == {()}
    assert found["b"].sentences == ("One.", "Two.")
