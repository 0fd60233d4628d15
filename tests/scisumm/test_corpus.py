"""Reading the papers of the tables."""

import pyarrow as pa
import pytest

from paperpool.errors import UserError
from paperpool.scisumm.corpus import Paper, describe_fallbacks, load_papers
from paperpool.scisumm.tables import CITANCES, SENTENCES

from ..made.tables import write_rows


@pytest.fixture
def load(tmp_path):
    def load(sentences, citances, *citance):
        columns = ("split", "paper_id", "citance_id", "text", "clean")
        rows = [dict(zip(columns, row, strict=True)) for row in citances]
        return load_papers(
            write_rows(tmp_path / "sentences.parquet", sentences, SENTENCES),
            write_rows(tmp_path / "citances.parquet", rows, CITANCES),
            *citance,
        )

    return load


def test_papers_keep_the_order_of_sentences_and_citances(load):
    papers = load(
        [
            ("test", "B", 0, "", "Title"),
            ("train", "A", 0, "", "First"),
            ("train", "A", 2, "", "Third"),
            ("train", "A", 1, "", "Second"),
        ],
        [("train", "A", "A:2", "cites", ""), ("train", "A", "A:10", "too", "")],
    )
    cited = (("A:2", "cites"), ("A:10", "too"))
    assert papers == [
        Paper("test", "B", (0,), ("Title",), ()),
        Paper("train", "A", (0, 2, 1), ("First", "Third", "Second"), cited),
    ]


def test_a_citance_without_a_clean_text_is_read_from_the_other(load):
    sentences = [("test", "B", 0, "", "Title")]
    citances = [("test", "B", "B:1", "di erent", "different"), ("test", "B", "B:2", "too", "")]
    texts = {
        name: [text for _, text in load(sentences, citances, *asked)[0].citances]
        for name, asked in (("default", ()), ("clean", ("clean",)), ("text", ("text",)))
    }
    assert texts["default"] == texts["clean"] == ["different", "too"]
    assert texts["text"] == ["di erent", "too"]


def test_citances_without_a_clean_text_are_counted_by_split():
    columns = {"split": ["train", "test", "test", "train"], "clean": ["", "x", "", ""]}
    assert describe_fallbacks(pa.table(columns)) == [
        "1 of the 2 citing sentences of test have no clean text: the other is read.",
        "2 of the 2 citing sentences of train have no clean text: the other is read.",
    ]
    assert describe_fallbacks(pa.table({"split": ["test"], "clean": ["x"]})) == []


def test_all_that_makes_the_tables_unusable_is_told_at_once(load):
    with pytest.raises(UserError) as error:
        load(
            [("train", "A", 0, "", "x"), ("test", "A", 0, "", "x")],
            [("test", "Z", "Z:1", "cites", "")],
        )
    assert [problem.what for problem in error.value.problems] == [
        "Reference papers are in both splits: A.",
        "Reference papers have citances and no sentences: Z.",
    ]
