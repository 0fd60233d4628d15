"""The queries' labels go out as a sheet and come back: rankers and tasks use the corrections."""

import csv
import json

from paperpool.evaluation.stored_runs import read_run

SHEET = "results/labels/annotation/label_sheet.csv"
TASKS = "results/labels/annotation/tasks.json"
RUN = "results/labels/csfcube/runs/tfidf.parquet"


def call(place, *targets, labels=None, check=True):
    settings = {"run": "labels", "data": {"csfcube": "release"}, "pools": {"labels": labels}}
    return place.run(*targets, check=check, **settings)


def bold(place):
    """Return the bold text in the query of q1's first task on methods."""
    tasks = [task["data"] for task in json.loads((place.folder / TASKS).read_text())]
    text = next(t["query_html"] for t in tasks if (t["query_id"], t["facet"]) == ("q1", "method"))
    return text.count("<b>")


def test_tasks_and_rankers_use_the_corrected_labels(place):
    finished = call(place, SHEET, TASKS, RUN)
    assert "correct_labels" not in finished.jobs()
    told = "annotators will see 16 sentences of 4 query papers with the labels that were predicted"
    assert told in finished.output and f"`snakemake {SHEET}`" in finished.output
    before, run = bold(place), read_run(place.folder / RUN)
    with (place.folder / SHEET).open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["paper_id"] for row in rows] == [
        q for q in ("q1", "q2", "q3", "q4") for _ in "1234"
    ]
    for row in rows:
        if row["paper_id"] == "q1" and row["predicted_label"] in ("background", "result"):
            row["corrected_label"] = {"background": "method", "result": "result"}[
                row["predicted_label"]
            ]
    filled = place.folder / "filled.csv"
    with filled.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], delimiter=";")
        writer.writeheader()
        writer.writerows(rows)
    finished = call(place, TASKS, RUN, labels="filled.csv")
    assert (
        finished.jobs()["correct_labels"] == 1 and "pools.labels is not set" not in finished.output
    )
    assert (before, bold(place)) == (1, 2)
    again = read_run(place.folder / RUN)
    assert {pair for pair in run if run[pair] != again[pair]} <= {
        ("q1", "background"),
        ("q1", "method"),
    }
    assert again != run


def test_a_sheet_that_does_not_fit_is_an_error_with_its_place(place):
    (place.folder / "wrong.csv").write_text(
        "paper_id,sentence_id,sentence,predicted_label,corrected_label\nq1,0,Another.,method,\n"
    )
    finished = call(place, TASKS, labels="wrong.csv", check=False)
    assert finished.returncode != 0 and "wrong.csv, line 2" in finished.output
    assert "Sentence 0 of paper q1 differs from the sheet." in finished.output
