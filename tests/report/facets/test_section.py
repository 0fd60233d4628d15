"""The report on the sentence labeller: a row for each split, published scores beside ours."""

from paperpool.collections.schemes import default_scheme
from paperpool.pages.fragments import write_section
from paperpool.pages.run_info import RunLabel
from paperpool.workflow.report.facets.section import (
    AS_GIVEN,
    CORRECTED,
    build_section,
    make_facets_section,
)

LABELS = default_scheme().labels

SPLITS = [
    ("csabstruct", "test", "0.831"),
    ("csabstruct", "test_unseen", ""),
    ("csfcube", "all", ""),
]


def write_metrics(folder, splits, micro="0.8125"):
    """Write the scores of (data, split, published micro-F1), and return the file."""
    lines = ["data,split,metric,value,published,n_sentences"]
    for data, split, published in splits:
        values = {"micro_f1": f"{micro},{published}", "macro_f1": "0.75,"}
        values |= {f"f1_{label}": "0.5," for label in LABELS[:-1]} | {f"f1_{LABELS[-1]}": ","}
        lines += [f"{data},{split},{name},{value},1349" for name, value in values.items()]
    (folder / "metrics.csv").write_text("\n".join(lines) + "\n")
    return folder / "metrics.csv"


def test_published_scores_and_their_source_are_shown_only_if_there_are_any(tmp_path):
    about, table = make_facets_section(write_metrics(tmp_path, SPLITS), CORRECTED).parts
    assert [[str(cell.text) for cell in row[:5]] for row in table.rows] == [
        ["CSAbstruct, test", "1,349", "81.2", "83.1", "75.0"],
        ["CSAbstruct, test, abstracts that train lacks", "1,349", "81.2", "–", "75.0"],
        ["The collection, all papers", "1,349", "81.2", "–", "75.0"],
    ]
    assert "Cohan et al., 2019" in about.text and "corrected by hand" in about.text
    bare = make_facets_section(write_metrics(tmp_path, [("csabstruct", "dev", "")]), CORRECTED)
    html = write_section(bare)
    assert "published" not in html and "Cohan" not in html and "corrected by hand" not in html


def test_a_collection_with_the_labellers_own_labels_has_no_row(tmp_path):
    splits = [("csabstruct", "test", ""), ("csfcube", "all", ""), ("csfcube", "queries", "")]
    metrics = write_metrics(tmp_path, splits, micro="1.0")
    about, table = make_facets_section(metrics, AS_GIVEN).parts
    assert [row[0].text for row in table.rows] == ["CSAbstruct, test"]
    assert "nothing to compare them with" in about.text and "by hand" not in about.text
    assert len(make_facets_section(metrics, CORRECTED).parts[1].rows) == 3
    metrics = write_metrics(tmp_path, splits[1:], micro="1.0")
    assert make_facets_section(metrics, AS_GIVEN).parts == [about]


def test_labels_were_corrected_by_hand_in_the_release_and_with_a_sheet_alone(tmp_path):
    metrics = write_metrics(tmp_path, SPLITS)
    (tmp_path / "queries.csv").write_text("pid,facet\n1,method\n2,result\n")
    (tmp_path / "released.txt").write_text("2_result\n1_method\n")
    (tmp_path / "other.txt").write_text("1_method\n")

    def said(released, has_sheet=False, is_demo=False):
        files = {"metrics": metrics, "queries": tmp_path / "queries.csv"}
        files["released_queries"] = tmp_path / released
        return build_section(RunLabel("small", is_demo), files, {"has_sheet": has_sheet}).html

    assert "corrected by hand" in said("released.txt")
    assert "corrected by hand" in said("other.txt", has_sheet=True)
    assert "as they were given" in said("other.txt")
    assert "were composed as" in said("other.txt", is_demo=True)


def test_the_labels_are_those_of_the_file(tmp_path):
    path = tmp_path / "metrics.csv"
    rows = ["data,split,metric,value,published,n_sentences"]
    for metric in ("micro_f1", "macro_f1", "f1_assertion", "f1_data"):
        rows.append(f"csfcube,all,{metric},0.5,,10")
    path.write_text("\n".join(rows) + "\n")
    _, table = make_facets_section(path, AS_GIVEN).parts
    assert [column.text for column in table.columns][-2:] == ["assertion", "data"]
