"""The report on the sentence labeller: a row for each split, published figures beside ours."""

from pathlib import Path

import pytest

from paperpool.collections.facets import LABELS
from paperpool.pages.environment import make_environment
from paperpool.report import facets
from paperpool.report.facets.section import FacetScores, make_facets_section


@pytest.fixture
def write(tmp_path):
    """Return a function: write the figures of some splits and return the file."""

    def write_metrics(splits):
        lines = ["data,split,metric,value,published,n_sentences"]
        for data, split, published in splits:
            lines.append(f"{data},{split},micro_f1,0.8125,{published},1349")
            lines.append(f"{data},{split},macro_f1,0.75,,1349")
            values = ["0.5"] * 4 + [""]
            lines += [
                f"{data},{split},f1_{label},{value},,1349"
                for label, value in zip(LABELS, values, strict=True)
            ]
        (tmp_path / "metrics.csv").write_text("\n".join(lines) + "\n")
        return tmp_path / "metrics.csv"

    return write_metrics


def test_figures_are_read_by_split(write):
    section = make_facets_section(
        write([("csabstruct", "test", "0.831"), ("csfcube", "queries", "")])
    )
    values = [0.5] * 4 + [None]
    assert section["scores"] == [
        FacetScores("CSAbstruct, test", 1349, 0.8125, 0.831, 0.75, values),
        FacetScores("The collection, queries", 1349, 0.8125, None, 0.75, values),
    ]
    assert section["with_published"] and section["with_collection"]


def test_published_figures_and_what_they_are_stand_on_the_page_only_where_there_are_any(write):
    def page(splits):
        template = make_environment(Path(facets.__file__).parent).get_template("section.html.jinja")
        return template.render(facets=make_facets_section(write(splits)))

    splits = [("csabstruct", "test", "0.831"), ("csabstruct", "test_unseen", "")]
    full = page([*splits, ("csfcube", "all", "")])
    assert "CSAbstruct, test, abstracts that train lacks" in full
    assert "83.1" in full and "Cohan et al., 2019" in full and "corrected by hand" in full
    assert "81.2" in full and "1,349" in full
    bare = page([("csabstruct", "dev", "")])
    assert "published" not in bare and "Cohan" not in bare and "corrected by hand" not in bare
