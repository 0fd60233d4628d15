"""Score a run of CSFCube's pools once more, with each query that is in its own pool ranked first.

    PYTHONPATH=workflow/scripts python studies/score_own_queries.py resources/csfcube \\
        results/csfcube-mpnet/csfcube/runs/mpnet-1b.parquet

The release has query 8781666 in its own pool. Our rankers leave it out there, and published runs
may have it: a query is most like itself. Printed are NDCG%20 and MAP (×100) of the official
protocol's test split, both ways.
"""

import argparse
import json
import tempfile
from pathlib import Path

import pyarrow.parquet as pq

import paperpool as pp


def write_runs(run: Path, pools: Path, folder: Path) -> dict[str, str]:
    """Write a run as TREC files, as it is and with own queries; return the files by their names."""
    rows = pq.read_table(run, columns=["query_id", "facet", "candidate_id", "score"]).to_pylist()
    pool_of = json.loads(pools.read_text(encoding="utf-8"))
    lines, first = [], {}
    for row in rows:
        query = f"{row['query_id']}_{row['facet']}"
        lines.append(f"{query} Q0 {row['candidate_id']} 0 {row['score']!r} run\n")
        if row["query_id"] in pool_of[row["query_id"]]["cands"]:
            first[query] = f"{query} Q0 {row['query_id']} 0 1e9 run\n"

    (folder / "run.trec").write_text("".join(lines), encoding="utf-8")
    (folder / "own.trec").write_text("".join([*first.values(), *lines]), encoding="utf-8")
    return {"run": str(folder / "run.trec"), "with_own_queries": str(folder / "own.trec")}


def main() -> None:
    """Print both scores."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("release", type=Path, help="the folder of CSFCube's release")
    parser.add_argument("run", type=Path, help="a run of ours, a parquet table")
    arguments = parser.parse_args()
    csfcube = pp.collection("csfcube", arguments.release)
    with tempfile.TemporaryDirectory() as folder:
        pools = arguments.release / "test-pid2pool-csfcube.json"
        runs = write_runs(arguments.run, pools, Path(folder))
        scores = pp.evaluate(csfcube, runs, measures=["ndcg%20", "map"], checks="warn")
    shown = scores.query("protocol == 'official' and split == 'test' and slice == 'all'")
    for row in shown.itertuples():
        print(f"{row.run} {row.measure}: {100 * row.value:.2f}")


if __name__ == "__main__":
    main()
