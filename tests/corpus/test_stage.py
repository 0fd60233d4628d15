"""The whole corpus stage over shards in every state, and over real data.

``run_stage`` itself checks that the summary's sums hold.
"""

import gzip
import json

from ..made.corpus_stage import run_corpus
from ..made.shards import encode, make_row

NONE = {"none": {}}


def test_every_kind_of_bad_row_is_accounted_for(run_stage):
    good = [make_row(str(n)) for n in range(6)]
    without_title = make_row("9")
    del without_title["title"]
    whole = gzip.compress(b"".join(encode(row) + b"\n" for row in good[:2]), mtime=0)
    cut = gzip.compress(encode(good[2]) + b"\n" + encode(good[3]) + b"\n", mtime=0)[:-20]
    stage = run_stage(
        {
            "a.jsonl.gz": whole,
            "b.jsonl.gz": cut,
            "c.jsonl.gz": b"",
            "d.jsonl.gz": gzip.compress(b"", mtime=0),
            "e.jsonl": [b"", b"  ", b"\r"],
            "f.jsonl": [
                b'{"paper_id": "x"',
                b"\0\0\0",
                b'{"paper_id": "\xff"}',
                b"[1]",
                without_title,
                make_row("10", year="2019"),
                make_row("1"),
                make_row("11", abstract="x" * 10_000_000),
                make_row("12", title="a\0b"),
                make_row("13", title="\ud800"),
                make_row("13"),
            ],
        },
        filters=NONE,
        max_row_bytes=8_000_000,
    )
    assert [bad for bad in stage.bad if bad[0] == "f.jsonl"] == [
        ("f.jsonl", 1, "invalid_json"),
        ("f.jsonl", 2, "invalid_json"),
        ("f.jsonl", 3, "invalid_utf8"),
        ("f.jsonl", 4, "not_an_object"),
        ("f.jsonl", 5, "missing_key"),
        ("f.jsonl", 6, "wrong_type"),
        ("f.jsonl", 7, "duplicate_id"),
        ("f.jsonl", 8, "too_large"),
        ("f.jsonl", 11, "duplicate_id"),
    ]
    assert stage.summary["missing_keys"] == {"title": 1}
    keys = [row["key"] for row in stage.quarantine if row["key"] is not None]
    assert keys == ["title"]
    assert stage.bad[0][::2] == ("b.jsonl.gz", "truncated")
    assert stage.ids[:2] == ["0", "1"]
    assert stage.ids[-2:] == ["12", "13"]
    titles = {paper["paper_id"]: paper["title"] for paper in stage.papers}
    assert (titles["12"], titles["13"]) == ("a b", "\ufffd")
    assert all(len(row["text"]) <= 500 for row in stage.quarantine)
    for name in ("c.jsonl.gz", "d.jsonl.gz", "e.jsonl"):
        assert stage.summary["shards"][name] == {"read": 0, "readable": 0, "quarantined": {}}


def test_a_corpus_of_empty_shards(run_stage):
    stage = run_stage({"a.jsonl": b"", "b.jsonl.gz": gzip.compress(b"\n", mtime=0)})
    assert stage.summary["read"] == stage.summary["kept"] == 0
    assert stage.papers == stage.citations == stage.quarantine == stage.twins == []


def test_the_same_input_gives_the_same_bytes(tmp_path):
    path = tmp_path / "a.jsonl"
    rows = [make_row(str(n % 70), title=f"T{n % 9}") for n in range(100)]
    path.write_bytes(b"\n".join(map(encode, rows)))
    for name in ("one", "two"):
        run_corpus([path], tmp_path / name)
    for one in sorted((tmp_path / "one").glob("*.*")):
        assert one.read_bytes() == (tmp_path / "two" / one.name).read_bytes(), one.name


def test_the_released_sample(real_data, tmp_path):
    shards = (real_data("s2orc-sample") / "metadata").glob("*.jsonl.gz")
    stage = run_corpus(shards, tmp_path, filters={"mdcr": {}})
    assert stage.summary["readable"] == 1000
    assert stage.summary["filters"]["mdcr"] == {
        "kept": 117,
        "kept_always": 0,
        "dropped": {"no_year": 13, "no_title": 0, "short_abstract": 499, "few_citations": 371},
    }


def test_twins_of_two_real_sources(real_data, tmp_path):
    sources = ("s2orc-acl", "s2orc-csfcube")
    shards = [path for one in sources for path in (real_data(one) / "metadata").glob("*.jsonl.gz")]
    with (real_data("csfcube") / "abstracts-csfcube-preds.jsonl").open() as lines:
        keep = {json.loads(line)["paper_id"] for line in lines}
    stage = run_corpus(shards, tmp_path, filters=NONE, keep=keep)
    assert stage.summary["kept"] == 6537 + 4205
    assert stage.summary["filters"]["none"]["kept_always"] == 4205
    across = [pair for pair in stage.twins if len(keep.intersection(pair)) == 1]
    assert len(across) == 135  # the title of one has &rsquo; in place of its apostrophe
