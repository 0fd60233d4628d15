"""The report on the sentence labeller: a row for each split, published scores beside ours."""

from paperpool.collections.facets import LABELS
from paperpool.pages.fragments import write_section
from paperpool.report.facets.section import make_facets_section

SPLITS = [
    ("csabstruct", "test", "0.831"),
    ("csabstruct", "test_unseen", ""),
    ("csfcube", "all", ""),
]


def write_metrics(folder, splits):
    """Write the scores of (data, split, published micro-F1), and return the file."""
    lines = ["data,split,metric,value,published,n_sentences"]
    for data, split, published in splits:
        values = {"micro_f1": f"0.8125,{published}", "macro_f1": "0.75,"}
        values |= {f"f1_{label}": "0.5," for label in LABELS[:-1]} | {f"f1_{LABELS[-1]}": ","}
        lines += [f"{data},{split},{name},{value},1349" for name, value in values.items()]
    (folder / "metrics.csv").write_text("\n".join(lines) + "\n")
    return folder / "metrics.csv"


def test_published_scores_and_their_source_are_shown_only_if_there_are_any(tmp_path):
    about, table = make_facets_section(write_metrics(tmp_path, SPLITS)).parts
    assert [[str(cell.text) for cell in row[:5]] for row in table.rows] == [
        ["CSAbstruct, test", "1,349", "81.2", "83.1", "75.0"],
        ["CSAbstruct, test, abstracts that train lacks", "1,349", "81.2", "–", "75.0"],
        ["The collection, all papers", "1,349", "81.2", "–", "75.0"],
    ]
    assert "Cohan et al., 2019" in about.text and "corrected by hand" in about.text
    bare = make_facets_section(write_metrics(tmp_path, [("csabstruct", "dev", "")]))
    html = write_section(bare)
    assert "published" not in html and "Cohan" not in html and "corrected by hand" not in html
