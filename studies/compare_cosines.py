"""How far a run of CSFCube's pools is from a public ranking, cosine by cosine.

    PYTHONPATH=workflow/scripts python studies/compare_cosines.py \
        results/csfcube-mpnet/csfcube/runs/facet-cosine-mpnet.parquet \
        'resources/csfcube_runs/all_mpnet_base_v2/test-pid2pool-csfcube-all_mpnet_base_v2-{facet}-ranked.json'

prints how many pairs of query and candidate both have, how many differ by more than 1e-5, which
these are, and the pairs that only the public ranking has.
"""

import argparse
import json
from pathlib import Path

import pyarrow.parquet as pq

from paperpool.collections.schemes import default_scheme

ALLOWED = 1e-5

Pair = tuple[str, str, str]
"""Query, facet and candidate."""


def read_run(path: Path) -> dict[Pair, float]:
    """Return the scores of a run of ours."""
    rows = pq.read_table(path, columns=["query_id", "facet", "candidate_id", "score"]).to_pylist()
    return {(row["query_id"], row["facet"], row["candidate_id"]): row["score"] for row in rows}


def read_public(pattern: str) -> dict[Pair, float]:
    """Return the scores of a public ranking, of which each facet has a file."""
    scores = {}
    for facet in default_scheme().facet_names:
        text = Path(pattern.format(facet=facet)).read_text(encoding="utf-8")
        for query, ranking in json.loads(text).items():
            for candidate, score in ranking:
                scores[query, facet, candidate] = score
    return scores


def main() -> None:
    """Print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("run", type=Path, help="a run of ours, a parquet table")
    parser.add_argument("public", help="a public ranking as JSON, with {facet} in its path")
    arguments = parser.parse_args()
    ours, public = read_run(arguments.run), read_public(arguments.public)

    differences = {pair: abs(ours[pair] - public[pair]) for pair in ours if pair in public}
    far = {pair: found for pair, found in differences.items() if found > ALLOWED}
    nearest = max(found for found in differences.values() if found <= ALLOWED)
    print(f"{len(differences)} pairs in both; all but {len(far)} agree to {nearest:.1e}")
    for pair, found in sorted(far.items()):
        print(f"{' '.join(pair)}: {found:.1e}")
    for pair in sorted(public.keys() - ours.keys()):
        print(f"{' '.join(pair)}: only in the public ranking")


if __name__ == "__main__":
    main()
