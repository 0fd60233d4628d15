"""TREC's files: documents in every form, topics, judgments; the real Cranfield collection."""

import gzip
import json

import pytest

from paperpool.collections.found import assemble
from paperpool.collections.papers import PlainPaper
from paperpool.collections.readers.registry import make_reader
from paperpool.errors import UserError

from ...made.folders import DOCUMENTS, TOPICS, write_trec


def read(settings):
    found = make_reader(settings).read()
    return assemble(found, "test", 1, 1000), found


def read_documents(tmp_path, data, name="documents.xml", topics="<top><num>1<title>t</top>"):
    """Return the documents of a file, and the rows found."""
    settings = write_trec(tmp_path)
    path = tmp_path / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    found = make_reader({**settings, "documents": str(path)}).read()
    return {i: (p.title, p.abstract) for i, p in found.documents.items()}, found


def test_markup_is_a_collection_that_is_searched(tmp_path):
    collection, found = read(write_trec(tmp_path))
    assert {i: collection.papers[i] for i in collection.documents} == {
        i: PlainPaper(i, *texts) for i, texts in DOCUMENTS.items()
    }
    assert collection.topic_names() == {(f"?{i}", ""): i for i in TOPICS}
    assert [collection.query_text(*pair) for pair in collection.pairs()] == list(TOPICS.values())
    assert not found.bad


@pytest.mark.parametrize(
    ("data", "documents"),
    [
        ("<doc><docno>1</docno><text>a b</text></doc>", {"1": ("", "a b")}),
        (
            "<?xml version='1.0'?>\n<root>\n<DOC id='x'>\n<DOCNO> 1 </DOCNO>\n<HEADLINE>H\n h"
            "</HEADLINE><TEXT>a <I>b</I> &amp; c</TEXT><TEXT>d</TEXT></DOC>\n</root>",
            {"1": ("H h", "a b & c d")},
        ),
        ("<document id='7'><abstract>a</abstract></document>", {"7": ("", "a")}),
        (
            "<doc><docno>1</docno> no <b>tag</b> of text 3 < 4</doc>",
            {"1": ("", "no tag of text 3 < 4")},
        ),
        (
            "<doc><docno>1</docno><title>t</title><author>m</author><text></text></doc>",
            {"1": ("t", "")},
        ),
        (
            "<doc><docno>1</docno><text>a</text></doc><doc><docno>2</docno><text>b</text></doc>",
            {"1": ("", "a"), "2": ("", "b")},
        ),
    ],
)
def test_documents_may_have_any_form(tmp_path, data, documents):
    read, found = read_documents(tmp_path, data)
    assert read == documents
    assert found.read["documents"] == len(documents) and not found.bad
    packed, _ = read_documents(tmp_path, gzip.compress(data.encode(), mtime=0), "documents.xml.gz")
    assert packed == documents


def test_documents_may_be_rows_of_json(tmp_path):
    rows = [{"docno": "1", "title": "t", "text": "a  b"}, {"id": 2, "contents": "c"}]
    data = "".join(json.dumps(row) + "\n" for row in rows)
    read, _ = read_documents(tmp_path, data, "documents.jsonl")
    assert read == {"1": ("t", "a b"), "2": ("", "c")}

    bad = [{"docno": "3"}, {"title": "t"}, {"docno": "4", "text": 5}, {"docno": ["5"], "text": ""}]
    data += "".join(json.dumps(row) + "\n" for row in bad)
    again, found = read_documents(tmp_path, data, "documents.jsonl")
    assert again == read and found.read["documents"] == 6
    reasons = ["missing_key", "missing_key", "wrong_type", "wrong_type"]
    assert [(row.line, row.reason) for row in found.bad] == list(enumerate(reasons, 3))


def test_documents_may_be_many_files(tmp_path):
    settings = write_trec(tmp_path)
    for i in "21":
        text = f"<doc><docno>{i}</docno><text>t</text></doc>"
        (tmp_path / f"part{i}.sgml").write_text(text)
    found = make_reader({**settings, "documents": f"{tmp_path}/part*.sgml"}).read()
    assert list(found.documents) == ["1", "2"]


@pytest.mark.parametrize(
    ("data", "reason", "line"),
    [
        (b"<doc>\n<text>a</text>\n</doc>", "missing_key", 2),
        (b"<doc><docno>9</docno><text>\xff</text></doc>", "invalid_utf8", 2),
        (b"<doc><docno>9</docno><text>never closed", "truncated", 2),
        (b"<doc><docno>9</docno>\n<doc><docno>8</docno><text>t</text></doc>", "truncated", 2),
    ],
)
def test_a_document_that_cannot_be_used_is_counted(tmp_path, data, reason, line):
    first = b"<doc><docno>1</docno><text>a</text></doc>\n"
    read, found = read_documents(tmp_path, first + data)
    assert "1" in read and "9" not in read and ("8" in read) == (b">8<" in data)
    assert found.dropped["documents"] == {reason: 1}
    [bad] = found.bad
    assert (bad.line, bad.reason) == (line, reason)
    assert found.read["documents"] == len(read) + 1


def test_a_packed_file_that_is_cut_short_is_counted(tmp_path):
    packed = gzip.compress(b"<doc><docno>1</docno><text>a</text></doc>\n" * 50, mtime=0)
    read, found = read_documents(tmp_path, packed[:-9], "documents.xml.gz")
    assert read == {"1": ("", "a")} and found.dropped["documents"]["truncated"] == 1


CLASSIC = """
<top>
<num> Number: 401
<title> foreign minorities, Germany

<desc> Description:
What language and cultural differences impede the integration of foreign minorities?

<narr> Narrative:
A relevant document will focus on the causes.
</top>
"""


@pytest.mark.parametrize(
    ("name", "data", "fields", "topics"),
    [
        ("t.xml", CLASSIC, None, {"401": "foreign minorities, Germany"}),
        (
            "t.xml",
            CLASSIC,
            ["title", "narrative"],
            {"401": "foreign minorities, Germany A relevant document will focus on the causes."},
        ),
        (
            "t.xml",
            '<topics><topic number="1"><title>t</title><query>q &lt; 3</query></topic></topics>',
            None,
            {"1": "q < 3"},
        ),
        (
            "t.xml",
            '<topics><topic number="1"><title>t</title><query>q</query></topic></topics>',
            ["title"],
            {"1": "t"},
        ),
        ("t.tsv", "7\tseven\n8\teight\n", None, {"7": "seven", "8": "eight"}),
        ("t.jsonl", '{"qid": 7, "title": "seven"}\n', None, {"7": "seven"}),
    ],
)
def test_topics_may_have_any_form(tmp_path, name, data, fields, topics):
    settings = write_trec(tmp_path)
    (tmp_path / name).write_text(data)
    found = make_reader({**settings, "topics": str(tmp_path / name), "topic_fields": fields}).read()
    assert {i: topic.text for i, topic in found.topics.items()} == topics


def test_topics_without_number_or_text_are_refused(tmp_path):
    settings = write_trec(tmp_path)
    path = tmp_path / "topics.xml"
    path.write_text(path.read_text() + "<top><num>9</num></top>\n<top><title>t</title></top>\n")
    with pytest.raises(UserError) as error:
        read(settings)
    told = [(p.what, p.where) for p in error.value.problems]
    line = path.read_text().count("\n")
    assert told == [
        ("A row cannot be used: missing_key.", f"{path}, line {line - 1}"),
        ("A row cannot be used: missing_key.", f"{path}, line {line}"),
    ]


def test_judgments_of_other_columns_or_grades_are_refused(tmp_path):
    settings = write_trec(tmp_path)
    path = tmp_path / "qrels.txt"
    path.write_text(path.read_text() + "1 0 a\n1 0 b x\n2 0 a -1\n")
    with pytest.raises(UserError) as error:
        read(settings)
    told = [problem.what for problem in error.value.problems]
    assert told == ["The grade 'x' is no number.", "A row cannot be used: not 4 columns."]


CRANFIELD = {
    "documents": "cran.all.1400.xml",
    "topics": "cran.qry.xml",
    "qrels": "cranqrel.trec.txt",
}


@pytest.fixture
def cranfield(real_data):
    """Return a function: the settings of Cranfield, its topics named in one of two ways."""
    folder = real_data("cranfield")
    files = {key: str(folder / name) for key, name in CRANFIELD.items()}
    return lambda topic_ids: {"format": "trec", **files, "topic_ids": topic_ids}


def test_cranfield_is_read_whole(cranfield):
    collection, found = read(cranfield("position"))
    assert found.summarise(collection) == {
        "documents": {"read": 1400, "kept": 1400, "dropped": {}, "blank": 2},
        "topics": {"read": 225, "kept": 225, "dropped": {}},
        "judgments": {"read": 1837, "kept": 1837, "dropped": {}, "document_not_there": 0},
    }
    blank = [i for i in collection.documents if not collection.document_text(i).strip()]
    assert blank == ["471", "995"]
    assert collection.papers["1"].title.startswith("experimental investigation of the aerodynamics")
    assert collection.names["?225", ""] == "225"


def test_cranfield_joined_by_number_is_an_error_that_names_position(cranfield):
    with pytest.raises(UserError) as error:
        read(cranfield("number"))
    [problem] = error.value.problems
    assert problem.what.startswith("73 judged topics are not among the topics: ")
    assert problem.hint.endswith("Then set topic_ids to position.")
