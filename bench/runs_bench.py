"""Many submissions to CL-SciSumm's task 1a at once: imported, checked, scored and tested.

The papers are the first of the training set, the chosen sentences are drawn. No other tool does the
same, so nothing stands beside.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from measuring import DATA, Row, measure

RUNS, PAPERS, CHOSEN = 200, 20, 2


def bench_runs(folder: Path) -> list[Row]:
    """Return the seconds of the import and of the evaluation; none where the data is absent."""
    if not (DATA / "cl-scisumm").is_dir():
        return []
    n_citances, _, _ = measure(partial(make_runs, folder))
    _, importing, peak = measure(partial(import_all, folder))
    _, scoring, peak_scoring = measure(partial(score_all, folder))
    name = f"{RUNS} submissions to CL-SciSumm, {PAPERS} files and {n_citances} citances each"
    return [
        Row(f"{name}, imported, s; no other", importing, 0.0, 1.0, importing, peak, PAPERS),
        Row(
            f"{name}, scored with intervals and tests, s; no other",
            scoring,
            0.0,
            1.0,
            scoring,
            peak_scoring,
            PAPERS,
        ),
    ]


def make_runs(folder: Path) -> int:
    """Write the release's tables and the submissions below ``folder``; return the citances."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute as pc

    from paperpool.io.tables import write_table
    from paperpool.scisumm.corpus import collect_papers
    from paperpool.scisumm.rankings import rank_sentences
    from paperpool.scisumm.read.release import read_release
    from paperpool.scisumm.read.submissions import write_submission
    from paperpool.scisumm.scoring.evaluator import Judge
    from paperpool.scisumm.tables import of_split

    release = read_release(DATA / "cl-scisumm", [])
    train = [of_split(t, "train") for t in (release.sentences, release.citances, release.gold)]
    kept = sorted(set(train[0].column("paper_id").to_pylist()))[:PAPERS]
    tables = [table.filter(pc.is_in(table.column("paper_id"), pa.array(kept))) for table in train]
    for name, table in zip(("sentences", "citances", "gold"), tables, strict=True):
        write_table(folder / f"{name}.parquet", table)
    sentences, citances, gold = tables
    papers = collect_papers(sentences, citances, str(folder))
    judge = Judge(sentences, citances, gold, CHOSEN)
    chance = np.random.default_rng(13)
    for run in range(RUNS):
        scores = {p.paper_id: chance.random((len(p.citances), len(p.sids))) for p in papers}
        for paper_id, rows in judge.choose(rank_sentences(papers, scores)).items():
            write_submission(folder / "runs" / f"run{run:03}" / f"{paper_id}.csv", rows)
    return len(citances)


def import_all(folder: Path) -> None:
    """Check every submission and store its rows."""
    import pyarrow.parquet as pq

    from paperpool.scisumm.read.submitted import read_submissions, write_rows

    citances = pq.read_table(folder / "citances.parquet")
    sentences = pq.read_table(folder / "sentences.parquet", columns=["paper_id", "sid"])
    for run in sorted((folder / "runs").iterdir()):
        rows = read_submissions(run.name, run, citances, sentences, True)
        write_rows(folder / "rows" / f"{run.name}.json", rows)


def score_all(folder: Path) -> None:
    """Score the stored rows as the workflow does, and test each submission against the first."""
    from paperpool.evaluation.paired_draws import Resampling
    from paperpool.scisumm.read.submitted import load_rows
    from paperpool.scisumm.scoring.evaluation import evaluate
    from paperpool.scisumm.scoring.evaluator import load_judge

    tables = [folder / f"{name}.parquet" for name in ("sentences", "citances", "gold")]
    judge = load_judge(*tables, CHOSEN)
    rows = sorted((folder / "rows").iterdir())
    submissions = {path.stem: judge.submit_rows(load_rows(path)) for path in rows}
    tables = evaluate(judge.splits(submissions), ["run000"], Resampling(13), {})
    assert tables.metrics.ranker.nunique() == RUNS
