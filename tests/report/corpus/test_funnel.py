import copy

import pytest

from paperpool.workflow.report.corpus.funnel import EXCERPT, make_funnel, read_bad_rows

from ...made.results import BULK, SUMMARY


def test_every_step_leaves_what_it_did_not_drop():
    funnel = make_funnel(SUMMARY)
    assert list(funnel.groups) == ["Reading", "Filter mdcr", "Corpus"]
    reading, mdcr, corpus = funnel.groups.values()
    assert [(s.label, s.kind, s.n, s.left) for s in reading] == [
        ("rows read", "remain", 1031, 1031),
        ("quarantined: invalid json", "drop", 1, 1030),
        ("quarantined: missing key", "drop", 30, 1000),
        ("readable", "remain", 1000, 1000),
    ]
    assert [(s.label, s.n, s.left) for s in mdcr] == [
        ("no year", 13, 987),
        ("no title", 0, 987),
        ("short abstract", 499, 488),
        ("few citations", 371, 117),
        ("kept (2 of them always, by id)", 117, 117),
    ]
    assert [(s.label, s.n) for s in corpus] == [("kept by any filter", 117)]
    assert (funnel.read, funnel.quarantined, funnel.kept) == (1031, 31, 117)


def test_kept_papers_without_a_value_are_told_of():
    conditions = {
        "language": {"without": 900, "kept_without": 50, "values": {"en": 1}},
        "doi_prefix": {"without": 9, "values": {"10.1": 1}},
    }
    counts = SUMMARY["filters"]["mdcr"] | {"conditions": conditions}
    funnel = make_funnel(SUMMARY | {"filters": {"mine": counts}})
    label = funnel.groups["Filter mine"][-1].label
    assert label == "kept (2 of them always, by id), 50 without language"


def test_own_labels_marks_and_broken_shards_are_named_if_there_are_any():
    alone = make_funnel(SUMMARY)
    assert (alone.own_labels, alone.marks, alone.broken) == ([], "", [])
    assert make_funnel(SUMMARY | {"own_labels": ["b"]}).own_labels == ["b"]
    marks = {"retracted": 2, "cut_abstract": 1200}
    assert make_funnel(SUMMARY | {"marks": marks}).marks == "retracted 2, cut abstract 1,200"
    counts = {"why": "its checksum does not match", "bytes_read": 5, "bytes": 9, "rows": 500}
    [broken] = make_funnel(SUMMARY | {"broken_shards": {"a.jsonl.gz": counts}}).broken
    assert broken == {"name": "a.jsonl.gz", **counts}


@pytest.mark.parametrize("change", ["readable", "kept"])
def test_counts_that_do_not_add_up_are_refused(change):
    summary = copy.deepcopy(SUMMARY)
    if change == "readable":
        summary["readable"] = 999
    else:
        summary["filters"]["mdcr"]["kept"] = 118
    with pytest.raises(ValueError, match="rows leave"):
        make_funnel(summary)


@pytest.mark.parametrize("change", [{"joined": 901}, {"repeated": 0}, {"lost": 5, "read": 1205}])
def test_joined_datasets_that_do_not_add_up_are_refused(change):
    bulk = BULK | {"abstracts": BULK["abstracts"] | change}
    with pytest.raises(ValueError, match="abstracts joined"):
        make_funnel(SUMMARY | {"bulk": bulk})


def test_an_empty_corpus_and_a_filter_without_conditions():
    funnel = make_funnel(
        {
            "read": 0,
            "quarantined": {},
            "readable": 0,
            "kept": 0,
            "filters": {"none": {"kept": 0, "kept_always": 0, "dropped": {}}},
            "shards": {},
        }
    )
    assert [len(steps) for steps in funnel.groups.values()] == [2, 1, 1]


def test_bad_rows_are_the_first_twenty_cut_and_visible(results):
    rows = read_bad_rows(results.folder / "quarantine.parquet")
    assert len(rows) == 20
    assert len(rows[0]["text"]) == EXCERPT
    assert "\x00" not in rows[0]["text"] and "␀" in rows[0]["text"]
    assert rows[0]["text"].endswith("…")
    assert [row["line"] for row in rows[:3]] == [3, 10, 11]
