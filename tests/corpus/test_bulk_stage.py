"""The whole corpus stage over the bulk datasets: every row is accounted for.

``run_bulk_stage`` itself checks that the summary's sums hold.
"""

import gzip

import pytest

from paperpool.errors import UserError

from ..made.shards import encode, make_abstract, make_citation, make_paper

NONE = {"none": {}}


def bad_lines(row, key):
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


MISSING = {"papers": "year", "abstracts": "abstract", "citations": "citedcorpusid"}
REASONS = "invalid_json invalid_utf8 not_an_object missing_key wrong_type too_large".split()


def without_checksum(rows):
    """Return rows as gzip data whose last four bytes are lost."""
    return gzip.compress(b"".join(encode(row) + b"\n" for row in rows), mtime=0)[:-4]


def test_every_row_of_every_dataset_is_accounted_for(run_bulk_stage):
    lines = {
        "papers": bad_lines(make_paper(8), MISSING["papers"]),
        "abstracts": bad_lines(make_abstract(2), MISSING["abstracts"]),
        "citations": bad_lines(make_citation(1, 2), MISSING["citations"]),
    }
    later = make_paper("1", title="Later")
    ends = [(1, 2), ("1", "2"), (1, 1), (1, None), (None, 2), (None, None), (98, None)]
    stage = run_bulk_stage(
        {
            "a.jsonl": [make_paper(1), make_paper("2")],
            "b.jsonl": [*lines["papers"], later, make_paper(3)],
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
    in_b = of_abstracts["shards"]["abstracts/b.jsonl"]
    assert in_b.pop("quarantined") == dict.fromkeys(REASONS, 1)
    fates = {"joined": 0, "repeated": 1, "without_paper": 1}
    assert in_b == {"read": 8, "readable": 2} | fates
    for part in (of_abstracts, of_citations):
        del part["shards"]
        assert part.pop("quarantined") == counts
    assert stage.summary["missing_keys"] == {"year": 1}
    assert of_abstracts.pop("missing_keys") == {"abstract": 1}
    assert of_citations.pop("missing_keys") == {"citedcorpusid": 1}
    assert of_abstracts == fates | {"read": 2 + 8 + 2, "readable": 5, "joined": 3}
    fates = {"joined": 4, "unresolved": 4, "without_paper": 1}
    assert of_citations == fates | {"read": 7 + 7 + 2, "readable": 9}
    expected = []
    for dataset in ("papers", "abstracts", "citations"):
        texts = [
            (line if isinstance(line, bytes) else encode(line)).decode("utf-8", "replace")[:500]
            for line in lines[dataset]
        ]
        shard = f"{dataset}/b.jsonl"
        expected += [
            (shard, n, reason, MISSING[dataset] if reason == "missing_key" else None, text)
            for n, (reason, text) in enumerate(zip(REASONS, texts, strict=True), start=1)
        ]
        if dataset == "papers":
            expected.append((shard, 7, "duplicate_id", None, encode(later).decode()[:500]))
        expected.append((f"{dataset}/c.jsonl.gz", 2, "truncated", None, ""))
    assert [tuple(row.values()) for row in stage.quarantine] == expected

    papers = {paper["paper_id"]: paper for paper in stage.papers}
    assert list(papers) == ["1", "2", "3", "4"]
    assert papers["1"]["title"] == "Title number 1"
    assert papers["1"]["abstract"] == make_abstract(1)["abstract"]
    assert papers["3"]["abstract"] is None
    assert [papers[one]["n_outbound"] for one in papers] == [3, 1, 0, 0]
    assert stage.citations == [("1", "2"), ("2", "77")]


def test_a_repeated_paper_can_fail_but_a_repeated_abstract_is_no_bad_row(run_bulk_stage):
    papers = {"a.jsonl": [make_paper(1)], "b.jsonl": [make_paper(2), make_paper("1")]}
    abstracts = {"a.jsonl": [make_abstract(1)], "b.jsonl": [make_abstract("1", abstract="Later.")]}
    citations = {"a.jsonl": []}
    with pytest.raises(UserError, match=r"duplicate_id(?s:.*)shard papers/b\.jsonl, line 2"):
        run_bulk_stage(papers, abstracts, citations, on_bad_row="fail")
    del papers["b.jsonl"]
    stage = run_bulk_stage(papers, abstracts, citations, on_bad_row="fail", filters=NONE)
    assert [paper["abstract"] for paper in stage.papers] == [make_abstract(1)["abstract"]]
    assert stage.summary["bulk"]["abstracts"]["repeated"] == 1


def test_empty_shards_of_every_dataset(run_bulk_stage):
    empty = {"a.jsonl": b"", "b.jsonl.gz": gzip.compress(b"\n", mtime=0)}
    stage = run_bulk_stage(empty, empty, empty)
    assert stage.summary["read"] == stage.summary["kept"] == 0
    for part in stage.summary["bulk"].values():
        assert part["read"] == part["joined"] == 0 and len(part["shards"]) == 2
    assert stage.papers == stage.citations == stage.quarantine == stage.twins == []


def test_the_conditions_of_the_filters_see_the_joined_rows(run_bulk_stage):
    seed, cited, other = make_paper(1), make_paper(2), make_paper(3)
    for paper in (cited, other):
        paper["externalids"] = None
    stage = run_bulk_stage(
        {"a.jsonl": [seed, cited, other]},
        {"a.jsonl": [make_abstract(one) for one in (3, 2, 1)]},
        {"a.jsonl": [make_citation(1, 2), make_citation(3, 1)]},
        filters={"csfcube": {}, "mdcr": {"citations": "outbound", "min_citations": 1}},
    )
    kept = {p["paper_id"]: (p["in_csfcube"], p["in_mdcr"]) for p in stage.papers}
    assert kept == {"1": (True, True), "2": (True, False), "3": (False, True)}
