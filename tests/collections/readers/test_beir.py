"""BEIR folders: rows read, counted and refused."""

import gzip
import json

import pytest

from paperpool.collections.collection import Judgments, OpenCollection, OpenPapers
from paperpool.collections.found import assemble
from paperpool.collections.papers import Paper, PlainPaper, Question
from paperpool.collections.readers.registry import make_reader
from paperpool.errors import UserError

from ...made.folders import DOCUMENTS, GRADES, TOPICS, write_beir, write_lines


def read(settings, depth=1000):
    """Return the collection of a folder, and its counts."""
    found = make_reader(settings).read()
    collection = assemble(found, settings.get("split", "test"), 1, depth)
    return collection, found.summarise(collection)


def refused(settings):
    """Return the problems of a refused folder."""
    with pytest.raises(UserError) as error:
        read(settings)
    return error.value.problems


def test_a_folder_is_a_collection_that_is_searched(tmp_path):
    collection, summary = read(write_beir(tmp_path))
    assert collection.documents == sorted(DOCUMENTS)
    assert collection.papers["c"] == PlainPaper("c", *DOCUMENTS["c"])
    assert collection.is_searched and isinstance(collection, OpenPapers)
    assert collection.depth == 1000
    assert collection.topic_names() == {(f"?{i}", ""): i for i in TOPICS}
    assert collection.papers["?a"] == Question("?a", "", TOPICS["a"])
    assert collection.query_text("?a", "") == collection.headed_text("?a", "") == TOPICS["a"]
    assert collection.judgments["?1", ""] == Judgments(("a", "c", "d"), (2, 1, 0), {})
    assert collection.rankable("?a", "") == sorted(DOCUMENTS)
    assert collection.folds == {"all": {"test": [("?1", ""), ("?2", ""), ("?a", "")]}}
    assert summary == {
        "documents": {"read": 5, "kept": 5, "dropped": {}, "blank": 0},
        "topics": {"read": 3, "kept": 3, "dropped": {}},
        "judgments": {"read": 7, "kept": 7, "dropped": {}, "document_not_there": 0},
    }


def test_ids_of_documents_and_topics_never_meet(tmp_path):
    documents = {"?1": ("", "one"), "??a": ("", "two"), "b": ("", "three")}
    collection, _ = read(write_beir(tmp_path, documents, grades={"1": {"?1": 1}, "a": {"b": 1}}))
    assert collection.documents == ["?1", "??a", "b"]
    assert set(collection.topic_names()) == {("???1", ""), ("???a", "")}


def test_packed_files_of_another_split_are_read(tmp_path):
    settings = write_beir(tmp_path, split="dev.1")
    for name in ("corpus.jsonl", "queries.jsonl"):
        path = tmp_path / name
        path.with_name(f"{name}.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
        path.unlink()
    collection, _ = read(settings)
    assert list(collection.folds["all"]) == ["dev.1"] and len(collection.documents) == 5


def test_topics_that_nobody_judged_are_counted(tmp_path):
    topics = {**TOPICS, "9": "nobody judged this"}
    collection, summary = read(write_beir(tmp_path, topics=topics))
    assert "?9" not in collection.papers and len(collection.pairs()) == 3
    assert summary["topics"] == {"read": 4, "kept": 3, "dropped": {"not_judged": 1}}


BAD_ROWS = {
    "invalid_json": '{"_id": "x", "text": "cut',
    "invalid_utf8": None,
    "not_an_object": '["x"]',
    "missing_key": '{"_id": "x", "title": "no text"}',
    "wrong_type": '{"_id": 7, "text": "a number for an id"}',
    "duplicate_id": '{"_id": "a", "text": "another a"}',
}


@pytest.mark.parametrize("reason", BAD_ROWS)
def test_a_document_that_cannot_be_used_is_counted(tmp_path, reason):
    settings = write_beir(tmp_path)
    path, row = tmp_path / "corpus.jsonl", BAD_ROWS[reason]
    data = b'{"_id": "x", "text": "\xff"}' if row is None else row.encode()
    path.write_bytes(path.read_bytes() + data + b"\n\n")
    found = make_reader(settings).read()
    collection = assemble(found, "test", 1, 10)
    counts = found.summarise(collection)["documents"]
    assert counts == {"read": 6, "kept": 5, "dropped": {reason: 1}, "blank": 0}
    assert collection.papers["a"].title == "Graphs"  # the first of its id
    if reason != "duplicate_id":
        [bad] = found.bad
        assert (bad.file, bad.line, bad.reason) == (str(path), 6, reason)
        assert bad.text.startswith(data.decode("utf-8", "replace")[:5])


def test_a_packed_corpus_that_is_cut_short_is_counted(tmp_path):
    settings = write_beir(tmp_path)
    path = tmp_path / "corpus.jsonl"
    packed = gzip.compress(path.read_bytes(), mtime=0)
    path.with_name("corpus.jsonl.gz").write_bytes(packed[:-9])
    path.unlink()
    found = make_reader(settings).read()
    assert found.dropped["documents"]["truncated"] == 1
    assert found.read["documents"] == len(found.documents) + 1


def test_blank_documents_and_judged_ones_that_are_not_there_are_counted(tmp_path):
    documents = {**DOCUMENTS, "blank": ("", " ")}
    grades = {**GRADES, "1": {"a": 1, "gone": 2}}
    collection, summary = read(write_beir(tmp_path, documents, grades=grades))
    assert summary["documents"]["blank"] == 1 and "blank" in collection.documents
    assert summary["judgments"]["document_not_there"] == 1
    assert collection.judgments["?1", ""].grades() == {"a": 1, "gone": 2}  # it is missed by all


def test_the_same_judgment_twice_is_counted_and_another_one_refused(tmp_path):
    settings = write_beir(tmp_path)
    path = tmp_path / "qrels/test.tsv"
    path.write_text(path.read_text() + "1\ta\t2\n")
    _, summary = read(settings)
    assert summary["judgments"] == {
        **{"read": 8, "kept": 7, "dropped": {"repeated": 1}},
        "document_not_there": 0,
    }
    path.write_text(path.read_text() + "1\ta\t1\n")
    [problem] = refused(settings)
    assert problem.what == "Topic '1': document 'a' has the grades 2 and 1."
    assert problem.where == str(path)


def test_what_would_change_figures_is_refused_all_at_once(tmp_path):
    grades = {**GRADES, "gone": {"a": 1}, "away": {"a": 1}}
    settings = write_beir(tmp_path, grades=grades)
    rows = [{"_id": i, "text": t} for i, t in TOPICS.items()]
    write_lines(tmp_path / "queries.jsonl", [*rows, rows[0], '{"_id": "y"}', "x"])
    path = tmp_path / "qrels/test.tsv"
    path.write_text(path.read_text() + "1\tb\tmuch\n1\tb\n1 0 b 1\n2\ta\t1.5.0\n2\tb\t1_0\n")
    told = [(problem.what, problem.where) for problem in refused(settings)]
    queries = str(tmp_path / "queries.jsonl")
    lines = len(path.read_text().splitlines())
    assert told == [
        ("The topic '1' is there twice.", queries),
        ("The grade 'much' is no number.", f"{path}, line {lines - 4}"),
        ("The grade '1.5.0' is no number.", f"{path}, line {lines - 1}"),
        ("The grade '1_0' is no number.", f"{path}, line {lines}"),
        ("A row cannot be used: missing_key.", f"{queries}, line 5"),
        ("A row cannot be used: invalid_json.", f"{queries}, line 6"),
        ("A row cannot be used: not 3 columns.", f"{path}, line {lines - 3}"),
        ("A row cannot be used: not 3 columns.", f"{path}, line {lines - 2}"),
        ("2 judged topics are not among the topics: away, gone.", queries),
    ]


def test_a_folder_without_documents_or_judgments_is_refused(tmp_path):
    settings = write_beir(tmp_path)
    (tmp_path / "corpus.jsonl").write_text("\n")
    (tmp_path / "qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\n")
    told = [problem.what for problem in refused(settings)]
    assert told == ["There are no documents.", "There are no judgments."]


def asked_by_paper(paper_id, part, **more):
    """Return the query of a paper, as our export writes it."""
    title, abstract = "Of trees", "Trees are old. We grow them."
    metadata = {"paper_id": paper_id, "part": part, "title": title, "abstract": abstract, **more}
    return {"_id": f"{paper_id}-{part}", "text": "whatever", "metadata": metadata}


def test_a_query_may_be_a_paper(tmp_path):
    settings = write_beir(tmp_path, grades={"q-Art": {"a": 1}, "a-Art": {"b": 1}})
    write_lines(
        tmp_path / "queries.jsonl", [asked_by_paper("q", "Art"), asked_by_paper("a", "Art")]
    )
    collection, _ = read(settings)
    assert collection.topic_names() == {("?q", "Art"): "q-Art", ("a", "Art"): "a-Art"}
    assert collection.query_text("?q", "Art") == "Of trees Trees are old. We grow them."
    assert collection.rankable("?q", "Art") == sorted(DOCUMENTS)  # q is no document
    assert collection.rankable("a", "Art") == ["b", "c", "d", "e"]  # a does not find itself


def test_two_topics_of_one_part_of_a_paper_are_refused(tmp_path):
    settings = write_beir(tmp_path, grades={"one": {"a": 1}, "two": {"b": 1}})
    asks = asked_by_paper("q", "Art")
    write_lines(tmp_path / "queries.jsonl", [{**asks, "_id": i} for i in ("one", "two")])
    [problem] = refused(settings)
    assert problem.what == "The topic 'two' asks for the same part of paper 'q' as 'one'."


def test_sentences_with_labels_make_a_collection_faceted(tmp_path):
    settings = write_beir(tmp_path, grades={"q-method": {"a": 1}})
    parted = {"sentences": ["Trees are old.", "We grow them."], "labels": ["background", "method"]}
    write_lines(tmp_path / "queries.jsonl", [asked_by_paper("q", "method", **parted)])
    text = "Trees are old. We grow them."
    rows = [{"_id": i, "title": "T", "text": text, "metadata": parted} for i in "ab"]
    write_lines(tmp_path / "corpus.jsonl", rows)
    assert make_reader(settings).has_facets()
    collection, _ = read(settings)
    assert type(collection) is OpenCollection
    assert collection.papers["a"] == Paper("a", "T", *map(tuple, parted.values()))
    assert collection.query_text("?q", "method") == "We grow them."
    odd = {**parted, "labels": ["background"]}
    write_lines(tmp_path / "corpus.jsonl", [{**row, "metadata": odd} for row in rows])
    assert not make_reader(settings).has_facets()
    collection, _ = read(settings)
    assert isinstance(collection, OpenPapers)
    assert collection.papers["a"] == PlainPaper("a", "T", text)


def test_text_that_utf8_cannot_hold_is_replaced(tmp_path):
    settings = write_beir(tmp_path, grades={"1": {"x": 1}})
    rows = [json.dumps({"_id": "x", "text": "a\ud800b\0c"})]
    write_lines(tmp_path / "corpus.jsonl", rows)
    collection, _ = read(settings)
    assert collection.papers["x"].abstract == "a\ufffdb c"


def test_topics_that_grades_are_drawn_of_stay_without_one(tmp_path):
    settings = write_beir(tmp_path, grades={"1": {"a": 1}})
    collection, summary = read(settings)
    assert list(collection.topics()) == ["1"] and summary["topics"]["dropped"] == {"not_judged": 2}

    frame = {"highest_grade": 3, "relevant": 2, "pairs": {"1": ["a"], "2": ["b"]}}
    (tmp_path / "frame.json").write_text(json.dumps(frame))
    reader = make_reader(settings)
    assert reader.relevant == 2 and reader.files()["frame"] == str(tmp_path / "frame.json")
    assert make_reader({**settings, "relevant": 1}).relevant == 1
    collection, summary = read(settings)
    assert list(collection.topics()) == ["1", "2"]
    assert collection.judgments["?2", ""] == Judgments((), (), {})
    assert list(collection.keep_judged().topics()) == ["1"]
    assert summary["topics"] == {
        "read": 3,
        "kept": 2,
        "dropped": {"not_judged": 1},
        "ungraded": 1,
    }
    [problem] = refused({**settings, "relevant": 4})
    assert "relevant is 4, and the highest grade is 3" in problem.what
    (tmp_path / "frame.json").write_text('{"pairs": {}}')
    [problem] = refused(settings)
    assert "no frame of draws" in problem.what and problem.where == str(tmp_path / "frame.json")
