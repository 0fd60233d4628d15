"""Texts to train on: sources, abstracts of chosen papers, numbers of words."""

import errno
import io
import tempfile

import pytest

from paperpool.io.tables import PAPERS
from paperpool.scisumm.read.training_texts import (
    read_abstracts,
    read_full_texts,
    split_texts,
)
from paperpool.scisumm.tables import TEXTS

from ...made.tables import write_rows

ROWS = [
    ("citing", "a", ["We parse (Och, 2001) trees.", "Trees parse."]),
    ("reference", "b", ["A tree.", "", "(Och et al., 2001)"]),
    ("scisummnet", "c", []),
]


@pytest.fixture
def texts(tmp_path):
    return write_rows(tmp_path / "texts.parquet", ROWS, TEXTS)


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
        "citing": {"texts": 1, "sentences": 2, "tokens": 7},
        "reference": {"texts": 1, "sentences": 1, "tokens": 3},
        "scisummnet": {"texts": 1, "sentences": 0, "tokens": 0},
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
        (None, None, ["One. And", "Two.", "Three."]),
        (["ACL"], None, ["One. And"]),
        (None, ["Physics"], ["Two."]),
        (["ACL"], ["Physics", "Art"], ["One. And", "Two."]),
        (["acl"], [], []),
    ],
)
def test_abstracts_are_chosen_by_venue_or_field(tmp_path, venues, fields, kept):
    rows = [
        ("One. And", "ACL", ["Computer Science"]),
        ("Two.", None, ["Physics"]),
        ("Three.", "", None),
        (None, "ACL", None),
    ]
    rows = [dict(zip(("abstract", "venue", "fields"), row, strict=True)) for row in rows]
    papers = [write_rows(tmp_path / str(i), rows[i : i + 2], PAPERS) for i in (0, 2)]
    found = list(read_abstracts(papers, venues, fields))
    assert found == [("abstracts", text.split()) for text in kept]


class Broken(io.BytesIO):
    def __exit__(self, *_):
        raise OSError(errno.EIO, "Input/output error")

    write = __exit__


@pytest.mark.parametrize("texts", [[], [("a text", ["One sentence."])]], ids=["closing", "writing"])
def test_an_error_of_the_nameless_file_names_the_folder_of_temporary_files(monkeypatch, texts):
    monkeypatch.setattr(tempfile, "TemporaryFile", Broken)
    with pytest.raises(OSError, match="Input/output") as caught:
        split_texts(texts)
    assert caught.value.filename == tempfile.gettempdir()
