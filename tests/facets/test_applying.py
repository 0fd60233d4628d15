"""Papers in, a row per sentence out: in chunks as at once."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.collections.papers import Paper
from paperpool.io.tables import SENTENCES
from paperpool.text.sentences import split_sentences
from paperpool.workflow.facets import applying, structured
from paperpool.workflow.facets.applying import (
    CorpusPapers,
    LabelledTables,
    label_named,
    label_papers,
)
from paperpool.workflow.facets.headings_alone import HeadingsAlone
from paperpool.workflow.facets.labeller import LabellerSettings, load_labeller

from ..made.schemes import LABELS

HEADINGS = {"aims": "objective", "methods": "method", "results": "result"}
GIVEN = {"9": ["known.", "build."], "10": ["thanks.", "aim."], "8": []}
"""The sentences of a collection's papers, whose labels are ``method`` there."""


@pytest.fixture(scope="module")
def labeller(trained):
    return load_labeller(str(trained[1]), LabellerSettings(64, "float32"), 1, LABELS)


@pytest.fixture(scope="module")
def shards(abstracts, tmp_path_factory):
    """Two shards of papers, every third not kept, one without an abstract."""
    folder = tmp_path_factory.mktemp("papers")
    texts = [" ".join(s.capitalize() for s in a.sentences) for a in abstracts]
    texts[4] = None
    files = []
    for n, places in enumerate((range(30), range(30, 40))):
        columns = {
            "paper_id": [f"p{i}" for i in places],
            "abstract": [texts[i] for i in places],
            "in_csfcube": [i % 3 > 0 for i in places],
        }
        files.append(folder / f"{n}.parquet")
        pq.write_table(pa.table(columns), files[-1])
    return files


def rows(labeller, shards, path, split_papers=GIVEN, leave_out=()):
    corpus = CorpusPapers(shards, "in_csfcube", HEADINGS)
    tables = LabelledTables(path, path.with_name("headings.csv"))
    collection = {}
    for paper_id, sentences in split_papers.items():
        labels = ("method",) * len(sentences)
        collection[paper_id] = Paper(paper_id, "", tuple(sentences), labels)
    label_papers(labeller, collection, corpus, leave_out, tables)
    assert pq.read_schema(path).equals(SENTENCES)
    return pq.read_table(path).to_pylist()


def test_each_sentence_has_a_row_in_order(labeller, shards, tmp_path, caplog):
    caplog.set_level("INFO", logger="paperpool")
    found = rows(labeller, shards, tmp_path / "s.parquet")
    assert [(row["paper_id"], row["sentence_id"], row["text"]) for row in found[:4]] == [
        ("10", 0, "thanks."),
        ("10", 1, "aim."),
        ("9", 0, "known."),
        ("9", 1, "build."),
    ]
    facets = [row["facet"] for row in found[:4]]
    assert facets == ["other", "objective", "background", "method"]
    papers = {
        row["paper_id"]: row["abstract"]
        for shard in shards
        for row in pq.read_table(shard).to_pylist()
        if row["in_csfcube"]
    }
    expected = [
        (paper_id, place, sentence)
        for paper_id, abstract in papers.items()
        for place, sentence in enumerate(split_sentences(abstract or ""))
    ]
    assert [(row["paper_id"], row["sentence_id"], row["text"]) for row in found[4:]] == expected
    assert all(0.2 <= row["probability"] <= 1 and row["facet"] in LABELS for row in found)
    assert f"{len(found)} sentences of {len(papers) + 3} papers labelled" in caplog.text
    assert "2 papers have no abstract" in caplog.text


def test_where_nothing_predicts_labels_a_collections_sentences_keep_theirs(shards, tmp_path):
    found = rows(HeadingsAlone("other"), shards, tmp_path / "s.parquet")
    assert [row["facet"] for row in found[:4]] == ["method"] * 4
    assert {row["facet"] for row in found[4:]} == {"other"}
    assert {row["probability"] for row in found} == {None}


def test_chunks_give_what_the_whole_gives(labeller, shards, tmp_path, monkeypatch):
    whole = rows(labeller, shards, tmp_path / "whole.parquet")
    monkeypatch.setattr(applying, "CHUNK_PAPERS", 3)
    chunked = rows(labeller, shards, tmp_path / "chunked.parquet")
    for one, two in zip(whole, chunked, strict=True):
        assert one.pop("probability") == pytest.approx(two.pop("probability"), abs=1e-5)
        assert one == two


def test_bytes_are_equal_and_rows_do_not_depend_on_the_order_of_shards(labeller, shards, tmp_path):
    for name in ("a", "b"):
        rows(labeller, shards, tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    forward = rows(labeller, shards, tmp_path / "a", split_papers={})
    backward = rows(labeller, shards[::-1], tmp_path / "b", split_papers={})
    by_sentence = lambda row: (row["paper_id"], row["sentence_id"])  # noqa: E731
    assert sorted(forward, key=by_sentence) == sorted(backward, key=by_sentence)


def test_papers_with_given_sentences_are_not_split_again(labeller, shards, tmp_path):
    found = rows(labeller, shards, tmp_path / "s.parquet", {}, leave_out={"p1", "p31"})
    ids = {row["paper_id"] for row in found}
    assert not {"p1", "p31"} & ids and {"p2", "p32"} <= ids
    assert rows(labeller, [], tmp_path / "s.parquet", {}) == []


def test_a_failure_leaves_no_table(labeller, shards, tmp_path, monkeypatch):
    def fail(*_):
        raise RuntimeError("stopped")

    monkeypatch.setattr(structured, "split_sentences", fail)
    with pytest.raises(RuntimeError):
        rows(labeller, shards, tmp_path / "s.parquet")
    assert list(tmp_path.iterdir()) == []


def test_papers_by_name_have_the_labels_that_they_have_among_all(
    labeller, shards, tmp_path, monkeypatch
):
    monkeypatch.setattr(applying, "CHUNK_PAPERS", 3)
    whole = {
        (row["paper_id"], row["sentence_id"]): row
        for row in rows(labeller, shards, tmp_path / "whole.parquet", {})
    }
    ids = {"p1", "p3", "p4", "p5", "p8", "p32", "elsewhere"}  # p3 is not kept, p4 has no abstract
    corpus = CorpusPapers(shards, "in_csfcube", HEADINGS)
    label_named(labeller, ids, corpus, LabelledTables(tmp_path / "named.parquet", tmp_path / "h"))
    named = pq.read_table(tmp_path / "named.parquet").to_pylist()
    assert [*dict.fromkeys(row["paper_id"] for row in named)] == ["p1", "p5", "p8", "p32"]
    assert len(named) == sum(place[0] in ids for place in whole)
    for row in named:
        among_all = whole[row["paper_id"], row["sentence_id"]]
        assert row.pop("probability") == pytest.approx(among_all.pop("probability"), abs=1e-5)
        assert row == among_all
    label_named(labeller, (), corpus, LabelledTables(tmp_path / "none.parquet", tmp_path / "h"))
    assert pq.read_table(tmp_path / "none.parquet").num_rows == 0


@pytest.fixture
def structured_shard(tmp_path):
    """A shard of a structured abstract and another one, of two fields of study."""
    columns = {
        "paper_id": ["s", "t"],
        "abstract": ["Aims: Build. Shows. Methods: Known. Wood: Thanks.", "Known. Aim."],
        "fields": [["Medicine"], ["Computer Science", "Medicine"]],
        "in_csfcube": [True, True],
    }
    pq.write_table(pa.table(columns), tmp_path / "shard.parquet")
    return tmp_path / "shard.parquet"


def label_shard(labeller, shard, headings=HEADINGS, trained_field=None):
    """Return (text, facet, whether it has a probability) of the shard's sentences."""
    corpus = CorpusPapers([shard], "in_csfcube", headings, trained_field)
    tables = LabelledTables(shard.with_name("s.parquet"), shard.with_name("headings.csv"))
    label_papers(labeller, {}, corpus, (), tables)
    rows = pq.read_table(tables.sentences).to_pylist()
    return [(row["text"], row["facet"], row["probability"] is not None) for row in rows]


def test_labels_by_headings_are_gold_and_have_no_probability(labeller, structured_shard):
    found = label_shard(labeller, structured_shard)
    assert found[:3] == [
        ("Build.", "objective", False),
        ("Shows.", "objective", False),
        ("Known.", "method", False),
    ]
    assert found[3] == ("Wood: Thanks.", found[3][1], True)
    assert [text for text, *_ in found[4:]] == ["Known.", "Aim."]
    assert all(has_probability for *_, has_probability in found[4:])
    table = structured_shard.with_name("headings.csv").read_text().splitlines()
    assert table[1:] == [
        "aims,yes,objective,1,2,0,s,Build.",
        "methods,yes,method,1,1,0,s,Known.",
        "wood,no,,1,1,,s,Wood: Thanks.",
    ]
    as_text = label_shard(labeller, structured_shard, headings={})
    assert [text for text, *_ in as_text][:2] == ["Aims: Build.", "Shows."]
    assert all(has_probability for *_, has_probability in as_text)


def test_a_labeller_of_another_field_is_warned_of_with_its_unsure_labels(
    labeller, structured_shard, caplog
):
    caplog.set_level("INFO", logger="paperpool")
    label_shard(labeller, structured_shard)
    assert "of 3 predicted labels have a probability below 0.4" in caplog.text
    label_shard(labeller, structured_shard, trained_field="Computer Science")
    assert [r for r in caplog.records if r.levelname == "WARNING"] == []  # half of the papers

    caplog.clear()
    label_shard(labeller, structured_shard, trained_field="Chemistry")
    [warning] = [r.getMessage() for r in caplog.records if r.levelname == "WARNING"]
    assert "learned from abstracts of Chemistry, and labels 2 papers of which 0 are" in warning
    assert "% of 3 predicted labels are unsure" in warning and "facets.train_on" in warning
