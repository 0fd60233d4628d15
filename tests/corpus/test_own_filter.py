"""Filters of a user's own: each condition, their order, what is unknown, and real works."""

import gzip
import json

import numpy as np
import pyarrow as pa
import pytest

from paperpool.workflow.corpus.conditions import list_columns
from paperpool.workflow.corpus.drop_reasons import KEPT
from paperpool.workflow.corpus.filters import make_filters
from paperpool.workflow.corpus.names import name_shards
from paperpool.workflow.corpus.own_filter import make_own_filter
from paperpool.workflow.corpus.shards import READABLE

from ..made.corpus_stage import run_corpus
from ..made.shards import make_row, write_shards
from ..made.works import make_work, write_part

PAPER = {
    "paper_id": "1",
    "year": 2015,
    "fields": ["Medicine", "Biology"],
    "arxiv_id": "1501.1",
    "doi": "10.1101/2015.X",
    "venue": "Cell",
    "language": "en",
    "types": ["article"],
    "topics": ["Gut flora", "Ecology"],
    "sources": ["Cell", "bioRxiv (Cold Spring Harbor Laboratory)"],
}


def decide(conditions, *papers):
    """Return the reason of each paper, given as what differs from ``PAPER``, None if it is kept."""
    made = make_own_filter(conditions)
    table = pa.Table.from_pylist([PAPER | paper for paper in papers], schema=READABLE)
    reasons = made.find_reasons(table, np.zeros(len(papers), bool))
    return [None if reason == KEPT else made.reasons[reason] for reason in reasons]


@pytest.mark.parametrize(
    ("condition", "named", "values", "reason"),
    [
        ("language", ["en"], {}, None),
        ("language", ["EN", "de"], {}, None),
        ("language", ["e"], {}, "other_language"),
        ("language", ["en"], {"language": None}, "no_language"),
        ("language", ["en"], {"language": ""}, "no_language"),
        ("language", ["en", None], {"language": None}, None),
        ("language", ["en", None], {"language": "de"}, "other_language"),
        ("language", [None], {}, "other_language"),
        ("years", [2015, 2015], {}, None),
        ("years", [2016, 2020], {}, "other_year"),
        ("years", [2010, 2014], {}, "other_year"),
        ("years", [2015, None], {"year": 9999}, None),
        ("years", [None, 2015], {"year": 2016}, "other_year"),
        ("years", [2015, None], {"year": None}, "no_year"),
        ("type", ["preprint", "Article"], {}, None),
        ("type", ["article"], {"types": ["review"]}, "other_type"),
        ("fields", ["biology"], {}, None),
        ("fields", ["Bio"], {}, "other_field"),
        ("fields", ["Bio*"], {}, None),
        ("fields", ["Medicine"], {"fields": []}, "no_field"),
        ("fields", ["Medicine", None], {"fields": []}, None),
        ("topics", ["ecology"], {}, None),
        ("topics", ["Law"], {"topics": None}, "no_topic"),
        ("venue", ["cell"], {}, None),
        ("venue", ["bioRxiv*"], {}, "other_venue"),
        ("venue", ["C_ll", "C%", "C.ll"], {}, "other_venue"),
        ("venue", ["100% _\\"], {"venue": "100% _\\"}, None),
        ("source", ["biorxiv*"], {}, None),
        ("source", ["CELL"], {"sources": None, "arxiv_id": None}, None),
        ("source", ["arxiv"], {"venue": None, "sources": None}, None),
        ("source", ["acl"], {}, "other_source"),
        ("source", ["acl"], {"acl_id": "P19-1"}, None),
        ("source", ["acl"], {"venue": None, "sources": [], "arxiv_id": None}, "no_source"),
        ("doi_prefix", ["10.1101"], {}, None),
        ("doi_prefix", ["10.1101/2015.x"], {}, None),
        ("doi_prefix", ["10.110"], {}, "other_doi"),
        ("doi_prefix", ["10.1101"], {"doi": None}, "no_doi"),
    ],
)
def test_each_condition(condition, named, values, reason):
    assert decide({condition: named}, values) == [reason]


def test_all_conditions_must_hold_and_the_first_that_fails_is_the_reason():
    # the order is that of the conditions, whatever that of the configuration
    conditions = {"doi_prefix": ["10.1101"], "years": [2010, 2020], "language": ["en"]}
    papers = [
        {},
        {"language": "de", "year": 2000, "doi": None},
        {"year": 2000, "doi": None},
        {"doi": "10.1/x"},
    ]
    assert decide(conditions, *papers) == [None, "other_language", "other_year", "other_doi"]
    assert make_own_filter(conditions).reasons == (
        "no_language",
        "other_language",
        "no_year",
        "other_year",
        "no_doi",
        "other_doi",
    )


def test_a_filter_with_conditions_needs_a_name_of_its_own():
    filters = make_filters({"none": {}, "mine": {"years": [2010, None]}}, ["retracted"])
    assert filters["mine"].reasons == ("retracted", "no_year", "other_year")
    assert filters["none"].reasons == ("retracted",)


def test_a_table_needs_the_columns_of_what_a_paper_may_not_lack():
    conditions = {"source": ["arxiv"], "fields": ["Law", None], "years": [2010, None]}
    assert list_columns(conditions | {"doi_prefix": ["10.1"]}) == ["year", "doi"]


def test_between_filters_any_keeps_and_what_lacks_a_value_is_counted(tmp_path):
    works = [
        make_work(1, publication_year=2012, language="en"),
        make_work(2, publication_year=2012),
        make_work(3, publication_year=2012, language="de"),
        make_work(4, publication_year=1990, language="en"),
        make_work(5, publication_year=1990, language="en", type="review"),
    ]
    paths = [write_part(tmp_path / f"{n}.gz", works[n::2]) for n in range(2)]
    filters = {
        "mine": {"language": ["en", None, "xx"], "years": [2010, None]},
        "reviews": {"type": ["review"]},
    }
    stage = run_corpus(paths, tmp_path, openalex=list(name_shards(paths)), filters=filters)
    assert sorted(stage.ids) == ["W1", "W2", "W5"]
    kept = {paper["paper_id"]: (paper["in_mine"], paper["in_reviews"]) for paper in stage.papers}
    assert kept == {"W1": (True, False), "W2": (True, False), "W5": (False, True)}
    assert stage.summary["filters"]["mine"] == {
        "kept": 2,
        "kept_always": 0,
        "dropped": {"other_language": 1, "no_year": 0, "other_year": 2},
        "conditions": {
            "language": {"without": 1, "kept_without": 1, "values": {"en": 3, "xx": 0}},
            "years": {"without": 0, "values": {"2010-": 3}},
        },
    }


def test_a_paper_with_several_values_of_a_pattern_counts_once():
    table = pa.Table.from_pylist([PAPER, PAPER | {"fields": ["Law"]}], schema=READABLE)
    made = make_own_filter({"fields": ["*i*", "Law"]})
    assert made.count(table, np.ones(2, bool)) == {
        "fields": {"without": 0, "values": {"*i*": 1, "Law": 1}}
    }


def test_a_mark_of_works_and_a_reason_of_one_name_are_one_count(tmp_path):
    path = write_part(tmp_path / "a.gz", [make_work(1), make_work(2, concepts=[])])
    filters = {"mine": {"fields": ["Computer Science"]}}
    works = {"openalex": list(name_shards([path])), "leave_out": ["no_field"]}
    stage = run_corpus([path], tmp_path, filters=filters, **works)
    assert stage.ids == ["W1"]
    assert stage.summary["filters"]["mine"]["dropped"] == {"no_field": 1, "other_field": 0}


def test_papers_that_are_always_kept_pass_every_condition(tmp_path):
    paths = write_shards(tmp_path, {"a.jsonl": [make_row("1", year=1990), make_row("2")]})
    filters = {"mine": {"years": [2010, None]}}
    stage = run_corpus(paths, tmp_path / "out", filters=filters, keep=["1"])
    counts = stage.summary["filters"]["mine"]
    assert stage.ids == ["1", "2"] and (counts["kept"], counts["kept_always"]) == (2, 1)


def test_real_works_are_kept_as_their_json_says(real_data, tmp_path):
    folder = real_data("openalex-sample")
    paths = sorted(folder.glob("works-*.gz"))
    own = {"language": ["en", None], "years": [2000, 2015], "source": ["PubMed*", "arxiv"]}
    own["type"] = ["article", "journal-article"]
    recent = {"language": ["en", None], "years": [2010, 2020], "fields": ["Medicine", "Psychology"]}
    filters = {"own": own, "recent": recent}
    leave_out = ["retracted", "paratext", "expansion"]
    works = {"openalex": list(name_shards(paths)), "leave_out": leave_out}
    stage = run_corpus(paths, tmp_path, filters=filters, **works)

    expected = set()
    seen = set()
    for path in paths:
        for line in gzip.decompress(path.read_bytes()).splitlines():
            work = json.loads(line)
            if work["id"] in seen:
                continue
            seen.add(work["id"])
            is_left_out = work.get("is_retracted") or work["type"] == "paratext"
            if is_expected(work) and not is_left_out:
                expected.add(work["id"].rpartition("/")[2])
    kept = {paper["paper_id"] for paper in stage.papers if paper["in_own"]}
    assert kept == expected and 100 < len(expected) < len(seen) / 2

    counts = stage.summary["filters"]["own"]
    assert counts["kept"] + sum(counts["dropped"].values()) == len(seen) == 2619
    assert counts["conditions"]["language"]["without"] == 2191
    assert all(counts["conditions"]["source"]["values"].values())

    # the figures of docs/filters.md
    counts = stage.summary["filters"]["recent"]
    assert counts["kept"] == 1340 and list(counts["dropped"].values()) == [
        2,
        3,
        0,
        3,
        0,
        1214,
        3,
        54,
    ]
    language = {"without": 2191, "kept_without": 1336, "values": {"en": 425}}
    assert counts["conditions"]["language"] == language


def is_expected(work):
    """Return whether a work fulfils the conditions of the test above, from its JSON alone."""
    places = [place for place in [work.get("primary_location"), *(work.get("locations") or [])]]
    names = {(place.get("source") or {}).get("display_name") or "" for place in places if place}
    pages = [place.get("landing_page_url") or "" for place in places if place]
    is_on_arxiv = any("arxiv.org/abs/" in page for page in pages)
    is_on_arxiv |= "10.48550/arxiv" in (work["doi"] or "").lower()
    return (
        work.get("language") in ("en", None)
        and 2000 <= work["publication_year"] <= 2015
        and work["type"] in ("article", "journal-article")
        and (is_on_arxiv or any(name.startswith("PubMed") for name in names))
    )
