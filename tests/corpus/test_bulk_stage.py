"""The whole corpus stage over the bulk datasets, and beside the same rows as S2ORC metadata.

``run_bulk_stage`` itself checks that the summary's sums hold.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperpool.errors import UserError

from .made_shards import (
    encode,
    make_abstract,
    make_citation,
    make_paper,
    make_row,
    write_shards,
)
from .whole_stage import Stage, run_bulk, run_corpus

NONE = {"none": {}}


def bad_lines(row: dict[str, Any], key: str) -> list[Any]:
    """Return a line for each reason that a row of any dataset may have, but for ``truncated``."""
    lacking = {name: value for name, value in row.items() if name != key}
    return [
        b'{"corpusid": 1',
        b'{"corpusid": "\xff"}',
        b"[1]",
        lacking,
        row | {key: 7.5},
        row | {"long": "x" * 2000},
    ]


REASONS = [
    "invalid_json",
    "invalid_utf8",
    "not_an_object",
    "missing_key",
    "wrong_type",
    "too_large",
]


def without_checksum(rows: list[Any]) -> bytes:
    """Return rows as gzip data whose last four bytes are lost."""
    return gzip.compress(b"".join(encode(row) + b"\n" for row in rows), mtime=0)[:-4]


def test_every_row_of_every_dataset_is_accounted_for(run_bulk_stage: Callable) -> None:
    lines = {
        "papers": bad_lines(make_paper(8), "year"),
        "abstracts": bad_lines(make_abstract(2), "abstract"),
        "citations": bad_lines(make_citation(1, 2), "citedcorpusid"),
    }
    ends = [(1, 2), ("1", "2"), (1, 1), (1, None), (None, 2), (None, None), (98, None)]
    stage = run_bulk_stage(
        {
            "a.jsonl": [make_paper(1), make_paper("2")],
            "b.jsonl": [*lines["papers"], make_paper(1), make_paper(3)],
            "c.jsonl.gz": without_checksum([make_paper(4)]),
        },
        {
            "a.jsonl": [make_abstract("2"), make_abstract(1)],
            "b.jsonl": [
                *lines["abstracts"],
                make_abstract(1, abstract="Later."),
                make_abstract(99),
            ],
            "c.jsonl.gz": without_checksum([make_abstract(4)]),
        },
        {
            "a.jsonl": [make_citation(*pair) for pair in ends],
            "b.jsonl": [*lines["citations"], make_citation(99, 1)],
            "c.jsonl.gz": without_checksum([make_citation(2, 77)]),
        },
        filters=NONE,
        max_row_bytes=1500,
    )
    counts = dict.fromkeys(["truncated", *REASONS], 1)
    assert stage.summary["read"] == 5 + 6 + 1 and stage.summary["readable"] == 4
    assert stage.summary["quarantined"] == counts | {"duplicate_id": 1}
    of_abstracts, of_citations = stage.summary["bulk"].values()
    assert list(stage.summary["bulk"]) == ["abstracts", "citations"]
    assert of_abstracts["shards"]["abstracts/b.jsonl"] == {
        "read": 8,
        "readable": 2,
        "quarantined": dict.fromkeys(REASONS, 1),
        "joined": 0,
        "repeated": 1,
        "without_paper": 1,
    }
    assert {key: n for key, n in of_abstracts.items() if key != "shards"} == {
        "read": 2 + 8 + 2,
        "quarantined": counts,
        "readable": 5,
        "joined": 3,
        "repeated": 1,
        "without_paper": 1,
    }
    assert {key: n for key, n in of_citations.items() if key != "shards"} == {
        "read": 7 + 7 + 2,
        "quarantined": counts,
        "readable": 9,
        "joined": 4,
        "unresolved": 4,
        "without_paper": 1,
    }
    expected = []
    for dataset in ("papers", "abstracts", "citations"):
        texts = [
            (line if isinstance(line, bytes) else encode(line)).decode("utf-8", "replace")[:500]
            for line in lines[dataset]
        ]
        shard = f"{dataset}/b.jsonl"
        expected += [
            (shard, n, reason, text)
            for n, (reason, text) in enumerate(zip(REASONS, texts, strict=True), start=1)
        ]
        if dataset == "papers":
            expected.append((shard, 7, "duplicate_id", encode(make_paper(1)).decode()[:500]))
        expected.append((f"{dataset}/c.jsonl.gz", 2, "truncated", ""))
    assert [tuple(row.values()) for row in stage.quarantine] == expected

    papers = {paper["paper_id"]: paper for paper in stage.papers}
    assert list(papers) == ["1", "2", "3", "4"]
    assert papers["1"]["abstract"] == make_abstract(1)["abstract"]
    assert papers["3"]["abstract"] is None
    assert [papers[one]["n_outbound"] for one in papers] == [3, 1, 0, 0]
    assert stage.citations == [("1", "2"), ("2", "77")]


@pytest.mark.parametrize("dataset", ["papers", "abstracts", "citations"])
@pytest.mark.parametrize("bad", [b"[]", b'{"corpusid": 1', {"x": 1}])
def test_bad_rows_of_any_dataset_can_fail(run_bulk_stage: Callable, dataset: str, bad: Any) -> None:
    good = {
        "papers": make_paper(1),
        "abstracts": make_abstract(1),
        "citations": make_citation(1, 2),
    }
    shards = {name: {"a.jsonl": [row]} for name, row in good.items()}
    shards[dataset]["a.jsonl"].append(bad)
    with pytest.raises(UserError, match=rf"shard {dataset}/a\.jsonl, line 2"):
        run_bulk_stage(**shards, on_bad_row="fail")


def test_a_repeated_paper_can_fail_but_a_repeated_abstract_is_no_bad_row(
    run_bulk_stage: Callable,
) -> None:
    papers = {"a.jsonl": [make_paper(1)], "b.jsonl": [make_paper(2), make_paper("1")]}
    abstracts = {"a.jsonl": [make_abstract(1)], "b.jsonl": [make_abstract("1", abstract="Later.")]}
    citations = {"a.jsonl": []}
    with pytest.raises(UserError, match=r"duplicate_id(?s:.*)shard papers/b\.jsonl, line 2"):
        run_bulk_stage(papers, abstracts, citations, on_bad_row="fail")
    del papers["b.jsonl"]
    stage = run_bulk_stage(papers, abstracts, citations, on_bad_row="fail", filters=NONE)
    assert [paper["abstract"] for paper in stage.papers] == [make_abstract(1)["abstract"]]
    assert stage.summary["bulk"]["abstracts"]["repeated"] == 1


def test_of_a_repeated_paper_the_first_row_is_kept_with_its_abstract_and_citations(
    run_bulk_stage: Callable,
) -> None:
    stage = run_bulk_stage(
        {"a.jsonl": [make_paper(1)], "b.jsonl": [make_paper("1", title="Later"), make_paper(2)]},
        {"a.jsonl": [make_abstract(1)]},
        {"a.jsonl": [make_citation("1", 7), make_citation(2, 1)]},
        filters=NONE,
    )
    assert [paper["title"] for paper in stage.papers] == ["Title number 1", "Title number 2"]
    assert stage.papers[0]["abstract"] == make_abstract(1)["abstract"]
    assert stage.citations == [("1", "7"), ("2", "1")]
    assert stage.bad == [("papers/b.jsonl", 1, "duplicate_id")]
    joined = {dataset: part["joined"] for dataset, part in stage.summary["bulk"].items()}
    assert joined == {"abstracts": 1, "citations": 2}


def test_empty_shards_of_every_dataset(run_bulk_stage: Callable) -> None:
    empty = {"a.jsonl": b"", "b.jsonl.gz": gzip.compress(b"\n")}
    stage = run_bulk_stage(empty, empty, empty)
    assert stage.summary["read"] == stage.summary["kept"] == 0
    for part in stage.summary["bulk"].values():
        assert part["read"] == part["joined"] == 0 and len(part["shards"]) == 2
    assert stage.papers == stage.citations == stage.quarantine == stage.twins == []


def test_the_conditions_of_the_filters_see_the_joined_rows(run_bulk_stage: Callable) -> None:
    seed, cited, other = make_paper(1), make_paper(2), make_paper(3)
    for paper in (cited, other):
        paper["externalids"] = None
    stage = run_bulk_stage(
        {"a.jsonl": [seed, cited, other]},
        {"a.jsonl": [make_abstract(one) for one in (3, 2, 1)]},
        {"a.jsonl": [make_citation(1, 2), make_citation(3, 1)]},
        filters={"csfcube": {}, "mdcr": {"citations": "outbound", "min_citations": 1}},
    )
    assert {
        paper["paper_id"]: (paper["in_csfcube"], paper["in_mdcr"]) for paper in stage.papers
    } == {
        "1": (True, True),
        "2": (True, False),
        "3": (False, True),
    }


IDS = st.integers(0, 8)
TEXTS = st.sampled_from(
    [
        None,
        "",
        "A word.",
        "A NUL \0 and a surrogate \ud800 stand here. It is quite long, as it has to be. Yes it is.",
        "The first sentence is here. The second one follows it. The third one ends it all.",
    ]
)
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "paper_id": IDS.map(str),
            "title": st.sampled_from([None, "", "One title", "one TITLE!", "Another", "A third"]),
            "abstract": TEXTS,
            "year": st.none() | st.integers(1990, 2020),
            "mag_field_of_study": st.none()
            | st.lists(st.sampled_from(["Computer Science", "Art", "Law"]), unique=True),
            "arxiv_id": st.sampled_from([None, "1901.1"]),
            "acl_id": st.sampled_from([None, "P19-1"]),
            "doi": st.sampled_from([None, "10/x"]),
            "outbound_citations": st.lists(IDS.map(str), max_size=5),
            "inbound_citations": st.lists(IDS.map(str), max_size=5),
        }
    ),
    max_size=12,
)


def as_bulk(rows: list[dict[str, Any]], random: Any) -> dict[str, list[dict[str, Any]]]:
    """Return the same rows as bulk datasets: papers in their order, the others in any order.

    Rows that belong to no paper, or to one that has what they say already, stand among them.
    """
    either = random.choice
    papers, abstracts, citations = [], [make_abstract(99)], [make_citation(99, 1)]
    seen: set[str] = set()
    for row in rows:
        paper_id = row["paper_id"]
        fields = [
            {"category": field, "source": "external"} for field in row["mag_field_of_study"] or []
        ]
        if fields and either([True, False]):
            fields.insert(0, {"category": "Law", "source": "s2-fos-model"})
        papers.append(
            {
                "corpusid": either([int, str])(paper_id),
                "externalids": {name: row[f"{name.lower()}_id"] for name in ("ArXiv", "ACL")}
                | {"DOI": row["doi"]},
                "title": row["title"],
                "year": row["year"],
                "s2fieldsofstudy": fields or either([None, []]),
                "citationcount": len(row["inbound_citations"]),
            }
        )
        if paper_id in seen:
            continue
        seen.add(paper_id)
        if row["abstract"] is not None or either([True, False]):
            abstracts.append(make_abstract(either([int, str])(paper_id), abstract=row["abstract"]))
        for cited in row["outbound_citations"]:
            citations.append(make_citation(either([int, str])(paper_id), either([int, str])(cited)))
        citations.append(make_citation(paper_id, None))
    random.shuffle(abstracts)
    random.shuffle(citations)
    return {"papers": papers, "abstracts": abstracts, "citations": citations}


def cut(rows: list[Any], random: Any) -> dict[str, list[Any]]:
    """Return ``rows`` as up to four shards, in their order."""
    places = sorted(random.randint(0, len(rows)) for _ in range(random.randint(0, 3)))
    bounds = zip([0, *places], [*places, len(rows)], strict=True)
    return {f"{n}.jsonl": rows[start:end] for n, (start, end) in enumerate(bounds)}


def outcome(stage: Stage) -> dict[str, Any]:
    summary = {key: n for key, n in stage.summary.items() if key not in ("shards", "bulk")}
    return {
        "papers": stage.papers,
        "citations": stage.citations,
        "twins": stage.twins,
        "summary": summary,
    }


@settings(max_examples=12, deadline=None)
@given(rows=ROWS, random=st.randoms(use_true_random=False))
def test_the_same_rows_in_either_format_give_the_same_corpus(
    tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, Any]], random: Any
) -> None:
    folder = tmp_path_factory.mktemp("formats")
    metadata = run_corpus(write_shards(folder / "s2orc", cut(rows, random)), folder / "metadata")
    datasets = {
        dataset: write_shards(folder / "s2ag" / dataset, cut(of_dataset, random))
        for dataset, of_dataset in as_bulk(rows, random).items()
    }
    bulk = run_bulk(datasets, folder / "bulk")
    assert outcome(bulk) == outcome(metadata)


def test_a_row_of_either_format_is_the_same_paper(tmp_path: Path) -> None:
    """The property above would hold of two empty tables too."""
    rows = [make_row("1", outbound_citations=["2", "5"]), make_row("2", outbound_citations=["1"])]
    [metadata] = write_shards(tmp_path / "m", {"a.jsonl": rows})
    bulk = {
        "papers": write_shards(tmp_path / "p", {"a.jsonl": [make_paper(1), make_paper(2)]}),
        "abstracts": write_shards(
            tmp_path / "a", {"a.jsonl": [make_abstract(2), make_abstract(1)]}
        ),
        "citations": write_shards(
            tmp_path / "c", {"a.jsonl": [make_citation(*pair) for pair in [(2, 1), (1, 5), (1, 2)]]}
        ),
    }
    one, other = run_corpus([metadata], tmp_path / "1"), run_bulk(bulk, tmp_path / "2")
    assert outcome(one) == outcome(other)
    assert one.ids == ["1", "2"] and one.citations == [("1", "2"), ("1", "5"), ("2", "1")]


def test_the_same_bytes_twice_on_any_number_of_threads(tmp_path: Path) -> None:
    rows = [make_row(str(n % 70), title=f"T{n % 9}", outbound_citations=["3"]) for n in range(100)]
    random = Random(5)
    datasets = {
        dataset: write_shards(tmp_path / dataset, cut(of_dataset, random))
        for dataset, of_dataset in as_bulk(rows, random).items()
    }
    for threads in (1, 3):
        run_bulk(datasets, tmp_path / str(threads), threads=threads)
    files = sorted((tmp_path / "1").glob("*.*"))
    assert len(files) > 30
    for file in files:
        assert file.read_bytes() == (tmp_path / "3" / file.name).read_bytes(), file.name
