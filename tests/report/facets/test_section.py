"""The report on the sentence labeller: a row for each split, published figures beside ours."""

import pytest

from paperpool.collections.facets import LABELS
from paperpool.pages.section_html import write_section
from paperpool.report.facets.section import make_facets_section


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


def test_published_figures_and_what_they_are_stand_on_the_page_only_where_there_are_any(write):
    splits = [("csabstruct", "test", "0.831"), ("csabstruct", "test_unseen", "")]
    about, table = make_facets_section(write([*splits, ("csfcube", "all", "")])).parts
    assert [[str(cell.text) for cell in row[:5]] for row in table.rows] == [
        ["CSAbstruct, test", "1,349", "81.2", "83.1", "75.0"],
        ["CSAbstruct, test, abstracts that train lacks", "1,349", "81.2", "–", "75.0"],
        ["The collection, all papers", "1,349", "81.2", "–", "75.0"],
    ]
    assert "Cohan et al., 2019" in about.text and "corrected by hand" in about.text
    bare = write_section(make_facets_section(write([("csabstruct", "dev", "")])))
    assert "published" not in bare and "Cohan" not in bare and "corrected by hand" not in bare
