"""Texts to train on: sources, abstracts of chosen papers, numbers of words."""

import pyarrow as pa
import pytest

from paperpool.io import tables
from paperpool.scisumm.read.training_texts import (
    SourceCounts,
    read_abstracts,
    read_full_texts,
    split_texts,
)
from paperpool.scisumm.tables import TEXTS

ROWS = [
    ("citing", "a", ["We parse (Och, 2001) trees.", "Trees parse."]),
    ("reference", "b", ["A tree.", "", "(Och et al., 2001)"]),
    ("scisummnet", "c", []),
]


@pytest.fixture
def texts(tmp_path):
    path = tmp_path / "texts.parquet"
    rows = [dict(zip(TEXTS.names, row, strict=True)) for row in ROWS]
    tables.write_table(path, pa.Table.from_pylist(rows, TEXTS))
    return path


def read(split):
    """Return the sentences as words."""
    starts = [0, *split.ends[:-1]]
    return [
        [split.words[i] for i in split.tokens[start:end]]
        for start, end in zip(starts, split.ends, strict=True)
    ]


def test_markers_go_and_empty_sentences_too(texts):
    split = split_texts(read_full_texts(texts))
    assert read(split) == [
        ["We", "parse", "trees", "."],
        ["Trees", "parse", "."],
        ["A", "tree", "."],
    ]
    assert split.words == ["We", "parse", "trees", ".", "Trees", "A", "tree"]
    assert split.counts.tolist() == [1, 2, 1, 3, 1, 1, 1]
    assert split.sources == {
        "citing": SourceCounts(1, 2, 7),
        "reference": SourceCounts(1, 1, 3),
        "scisummnet": SourceCounts(1, 0, 0),
    }


def test_markers_stay_and_words_are_lowered_where_wanted(texts):
    kept = split_texts(read_full_texts(texts), keep_markers=True, cased=False)
    assert read(kept) == [
        ["we", "parse", "(", "och", ",", "2001", ")", "trees", "."],
        ["trees", "parse", "."],
        ["a", "tree", "."],
        ["(", "och", "et", "al", ".", ",", "2001", ")"],
    ]


def test_the_digest_is_that_of_words_and_sentences():
    def of(*sentences):
        return split_texts([("x", sentences)]).digest

    assert of("a b", "c") == of("a  b", "c (Och, 2001)")
    assert len({of("a b", "c"), of("a", "b c"), of("a b c"), of("a b", "d"), of("b a", "c")}) == 5


@pytest.mark.parametrize(
    ("venues", "fields", "kept"),
    [
        (None, None, ["One.", "Two.", "Three."]),
        (["ACL"], None, ["One."]),
        (None, ["Physics"], ["Two."]),
        (["ACL"], ["Physics", "Art"], ["One.", "Two."]),
        (["acl"], [], []),
    ],
)
def test_abstracts_are_chosen_by_venue_or_field(tmp_path, venues, fields, kept):
    rows = [
        ("One.", "ACL", ["Computer Science"]),
        ("Two.", None, ["Physics"]),
        ("Three.", "", None),
        (None, "ACL", None),
    ]
    rows = [dict(zip(("abstract", "venue", "fields"), row, strict=True)) for row in rows]
    for i, part in enumerate((rows[:2], rows[2:])):
        tables.write_table(tmp_path / f"{i}.parquet", pa.Table.from_pylist(part, tables.PAPERS))
    papers = [tmp_path / "0.parquet", tmp_path / "1.parquet"]
    assert list(read_abstracts(papers, venues, fields)) == [("abstracts", [text]) for text in kept]


def test_abstracts_are_split_into_sentences(tmp_path):
    row = {"abstract": "We parse. They tag it."}
    tables.write_table(tmp_path / "p", pa.Table.from_pylist([row], tables.PAPERS))
    assert list(read_abstracts([tmp_path / "p"])) == [("abstracts", ["We parse.", "They tag it."])]
