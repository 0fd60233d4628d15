"""The release is read, checked and written back."""

import json

import pytest

from paperpool.collections.csfcube_release import (
    ABSTRACTS,
    JUDGMENTS,
    POOL,
    SPLITS,
    read_collection,
    read_paper_ids,
    read_papers,
)
from paperpool.collections.schemes import UNGRADED
from paperpool.errors import UserError
from paperpool.workflow.csfcube.release_writer import write_collection


@pytest.fixture
def release(collection, tmp_path):
    write_collection(collection, tmp_path)
    return tmp_path


def edit(path, change):
    value = json.loads(path.read_text())
    change(value)
    path.write_text(json.dumps(value))


def problems_of(folder):
    with pytest.raises(UserError) as caught:
        read_collection(folder)
    return str(caught.value)


def test_round_trip(collection, release):
    assert read_collection(release) == collection


def test_real_release_round_trip(real_data, tmp_path):
    collection = read_collection(real_data("csfcube"))
    sizes = [*map(len, (collection.papers, collection.pairs(), collection.queries))]
    assert sizes == [4205, 50, 50]
    for pair in collection.pairs():
        assert collection.unjudged(*pair) == {"41022419", "5111924"}
    annotators = [judged.annotators.values() for judged in collection.judgments.values()]
    assert sum(grades.count(UNGRADED) for of_pair in annotators for grades in of_pair) == 17
    write_collection(collection, tmp_path)
    assert read_collection(tmp_path) == collection
    released = (real_data("csfcube") / ABSTRACTS).read_bytes()
    assert (tmp_path / ABSTRACTS).read_bytes() == released


def test_metadata_is_given_back_as_it_stands(release, tmp_path):
    """With more fields, fewer, in another order, or empty."""
    stated = [
        {"year": 1999, "doi": "10.1/x", "venue": None, "authors": [{"first": "Å", "middle": []}]},
        {"title": "Another title", "year": "in press", "pmc_id": 7.5},
        {},
    ]
    rows = [json.loads(line) for line in (release / ABSTRACTS).read_text().splitlines()]
    rows = [row | {"metadata": one} for row, one in zip(rows, stated, strict=False)] + rows[3:]
    rows[1] |= {"pred_labels_truncated": False, "x": {"b": [None, 1.5], "a": "é"}}  # keys unknown
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (release / ABSTRACTS).write_text(text, encoding="utf-8")
    collection = read_collection(release)
    assert [paper.year for paper in collection.papers.values()][:3] == [1999, None, None]
    write_collection(collection, tmp_path / "again")
    assert (tmp_path / "again" / ABSTRACTS).read_text(encoding="utf-8") == text


def test_a_paper_without_metadata_gets_its_title_and_year(release):
    rows = [json.loads(line) for line in (release / ABSTRACTS).read_text().splitlines()]
    assert rows[0]["metadata"] == {"title": rows[0]["title"], "year": "2019"}


def test_missing_files_are_all_named(release):
    (release / SPLITS).unlink()
    (release / POOL).unlink()
    text = problems_of(release)
    assert SPLITS in text and POOL in text and "Hint" in text
    assert "No list of pairs" not in text  # what the missing file lacks is not known


def test_every_malformed_paper_is_named_with_its_line(release):
    lines = (release / ABSTRACTS).read_text().splitlines()
    row = json.loads(lines[1])
    row["pred_labels"] = row["pred_labels"][:-1]
    lines[1] = json.dumps(row)
    lines[3] = "{not json"
    lines[4] = json.dumps(json.loads(lines[4]) | {"metadata": ["a venue"]})
    (release / ABSTRACTS).write_text("\n".join(lines))
    text = problems_of(release)
    assert "line 2" in text and "4 sentences but 3 labels" in text and "line 4" in text
    assert "metadata is not an object" in text and "line 5" in text


def test_a_paper_is_listed_once(release):
    lines = (release / ABSTRACTS).read_text().splitlines()
    (release / ABSTRACTS).write_text("\n".join([*lines, lines[0]]))
    text = problems_of(release)
    assert text.startswith("Paper q1 is listed twice.") and f"line {len(lines) + 1}\n" in text


def test_files_of_abstracts_alone_name_a_malformed_paper(release):
    lines = (release / ABSTRACTS).read_text().splitlines()
    lines[2] = json.dumps(json.loads(lines[2]) | {"paper_id": 7})
    (release / ABSTRACTS).write_text("\n".join(lines))
    with pytest.raises(UserError, match=r"paper_id must be a string(.|\n)*, line 3\n"):
        read_paper_ids([release / ABSTRACTS])
    with pytest.raises(UserError, match=r"paper_id and title must be strings(.|\n)*, line 3\n"):
        read_papers(release / ABSTRACTS)


def test_a_candidate_is_judged_once(release):
    def repeat(value):
        for of_query in value["q2"].values():
            of_query.append(of_query[0])

    edit(release / JUDGMENTS.format(facet="method"), repeat)
    text = problems_of(release)
    assert "A candidate is judged twice." in text and "method.json, query q2" in text


def test_a_query_has_sentences_of_its_facet(release):
    lines = (release / ABSTRACTS).read_text().splitlines()
    query = json.loads(lines[0])
    query["pred_labels"] = ["other_label"] * len(query["pred_labels"])
    (release / ABSTRACTS).write_text("\n".join([json.dumps(query), *lines[1:]]))
    names = "q1_background, q1_method, q1_result"
    assert f"Queries without a sentence of their facet: {names}." in problems_of(release)


@pytest.mark.parametrize("grade", [4, -2, "1", 1.5, None, True, -1])
def test_an_adjudicated_grade_outside_0_to_3_is_refused(release, grade):
    path = release / JUDGMENTS.format(facet="method")
    edit(path, lambda value: value["q2"]["relevance_adju"].__setitem__(3, grade))
    text = problems_of(release)
    assert "adjudicated" in text and "q2" in text


def test_a_judged_paper_without_abstract_is_named(release):
    lines = (release / ABSTRACTS).read_text().splitlines()
    kept = [line for line in lines if '"c3"' not in line[:40]]
    (release / ABSTRACTS).write_text("\n".join(kept))
    assert "c3" in problems_of(release)


def test_splits_that_name_an_unknown_pair_are_refused(release):
    edit(release / SPLITS, lambda value: value["all"]["fold1_dev"].append("q9_method"))
    assert "q9_method" in problems_of(release)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda s: s["all"]["fold1_test"].append(s["all"]["fold1_test"][0]), "Named twice"),
        (lambda s: s["method"]["fold1_dev"].append("q1_result"), "Not judged for method"),
        (lambda s: s["all"].update(fold2_dev=[]), "The fold is empty"),
        (lambda s: s["result"]["fold1_test"].append("q1_result"), "In both test folds"),
        (lambda s: s["all"]["fold1_test"].pop(), "In no test fold"),
        (lambda s: s["all"]["fold1_dev"].append("q1"), "No list of pairs 'fold1_dev' for 'all'"),
        (lambda s: s["all"].pop("fold1_dev"), "No list of pairs 'fold1_dev' for 'all'"),
        (lambda s: s.update(all=[]), "No list of pairs 'fold1_dev' for 'all'"),
    ],
)
def test_folds_that_would_be_scored_wrongly_are_refused(release, change, expected):
    edit(release / SPLITS, change)
    assert expected in problems_of(release)


def test_objective_sentences_count_as_background(collection):
    sentences = collection.facet_sentences("q1", "background")
    assert [s.split()[1] for s in sentences] == ["background", "objective"]
