"""Whether ir_datasets and mteb, given the code of an export, read and score it as we do.

    .venv/bin/python studies/register_collection.py EXPORT --ir-datasets PYTHON --mteb PYTHON

EXPORT is a folder of `snakemake export`, with a run below trec/test/runs or another split. Each
PYTHON is that of an environment with ir_datasets 0.6.3 and ir_measures, or with mteb 2.26. Counts
and scores of both stand beside ours: those of `paperpool.evaluate` for the same rankings. It ends
with 1 where a count differs, or a score by more than 0.00001 (mteb rounds).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "workflow/scripts"))

IR_DATASETS = """
import json, sys
sys.path.insert(0, sys.argv[1])
import ir_datasets, ir_measures, register_ir_datasets as code
from ir_measures import AP, nDCG

split, path = sys.argv[2:]
dataset = ir_datasets.load(f"{code.NAME}/{split}")
run = list(ir_measures.read_trec_run(path))
scores = ir_measures.calc_aggregate([nDCG @ 10, AP], dataset.qrels_iter(), run)
counts = [sum(1 for _ in rows()) for rows in (dataset.docs_iter, dataset.queries_iter)]
store = dataset.docs_store()
first = next(dataset.docs_iter())
assert store.get(first.doc_id) == first
print(json.dumps({"documents": counts[0], "queries": counts[1]}
    | {"grades": sum(1 for _ in dataset.qrels_iter())}
    | {str(measure): value for measure, value in scores.items()}))
"""

MTEB = """
import json, re, sys, zlib
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import datasets, numpy as np
from mteb.models import ModelMeta
import register_mteb

split, folder = sys.argv[2:]
datasets.config.HF_DATASETS_CACHE = folder


class Words:
    def __init__(self):
        self.mteb_model_meta = ModelMeta.create_empty({"name": "local/words", "revision": "1"})

    def encode(self, inputs, **settings):
        texts = [text for batch in inputs for text in batch["text"]]
        vectors = np.zeros((len(texts), 256), np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            words = re.findall(r"[a-z]+", text)
            np.add.at(vector, [zlib.crc32(word.encode()) % 256 for word in words], 1)
        return vectors

    def similarity(self, queries, documents):
        return queries @ documents.T

    def similarity_pairwise(self, queries, documents):
        return (queries * documents).sum(1)


task = register_mteb.Task()
task.load_data()
loaded = task.dataset["default"][split]
found = task.evaluate(Words(), split, encode_kwargs={}, prediction_folder=Path(folder, "runs"))
[file] = Path(folder, "runs").glob("*.json")
print(json.dumps({
    "documents": len(loaded["corpus"]),
    "queries": len(loaded["queries"]),
    "grades": sum(map(len, loaded["relevant_docs"].values())),
    "nDCG@10": found["default"]["ndcg_at_10"],
    "AP": found["default"]["map_at_1000"],
    "run": json.loads(file.read_text())["default"][split],
}))
"""


def main() -> int:
    """Print the counts and scores of each tool beside ours."""
    parser = argparse.ArgumentParser()
    parser.add_argument("export", type=Path)
    parser.add_argument("--ir-datasets", metavar="PYTHON")
    parser.add_argument("--mteb", metavar="PYTHON")
    arguments = parser.parse_args()

    [path, *_] = sorted(arguments.export.glob("trec/*/runs/*.txt"))
    split = path.parent.parent.name
    is_equal = True
    with tempfile.TemporaryDirectory() as folder:
        if arguments.ir_datasets:
            found = call(arguments.ir_datasets, IR_DATASETS, arguments.export, split, str(path))
            run = read_run(path)
            is_equal &= compare("ir_datasets", found, count_ours(arguments.export, split, run))
        if arguments.mteb:
            found = call(arguments.mteb, MTEB, arguments.export, split, folder)
            run = found.pop("run")
            is_equal &= compare("mteb", found, count_ours(arguments.export, split, run))
    return int(not is_equal)


def call(python: str, code: str, export: Path, *words: str) -> dict:
    """Return the JSON that some code prints last, run by another Python."""
    command = [python, "-c", code, str(export.resolve()), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.strip().splitlines()[-1])


def read_run(path: Path) -> dict[str, dict[str, float]]:
    """Return the scores of a TREC run by query."""
    run: dict[str, dict[str, float]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        query, _, document, _, score, _ = line.split()
        run.setdefault(query, {})[document] = float(score)
    return run


def count_ours(export: Path, split: str, run: dict[str, dict[str, float]]) -> dict[str, float]:
    """Return our counts of the exported files, and our scores of a run."""
    import paperpool as pp

    rows = [line.split("\t") for line in read_lines(export / f"beir/qrels/{split}.tsv")[1:]]
    qrels: dict[str, dict[str, int]] = {}
    for query, document, grade in rows:
        qrels.setdefault(query, {})[document] = int(grade)
    papers = {row["_id"]: row["text"] for row in read_json(export / "beir/corpus.jsonl")}
    queries = {}
    for row in read_json(export / "beir/queries.jsonl"):
        if row["_id"] in qrels:
            queries[row["_id"]] = row["text"]

    collection = pp.collection("exported", papers=papers, queries=queries, qrels=qrels)
    scores = pp.evaluate(collection, run, measures=["nDCG@10", "AP"])
    values = dict(zip(scores["measure"], scores["value"], strict=True))
    counts = {"documents": len(papers), "queries": len(queries), "grades": len(rows)}
    return counts | {name: float(value) for name, value in values.items()}


def read_lines(path: Path) -> list[str]:
    """Return the lines of a file."""
    return path.read_text(encoding="utf-8").splitlines()


def read_json(path: Path) -> list[dict]:
    """Return the objects of a file of JSON lines."""
    return [json.loads(line) for line in read_lines(path)]


def compare(tool: str, found: dict[str, float], ours: dict[str, float]) -> bool:
    """Print the values of a tool beside ours; return whether they are equal."""
    is_equal = True
    for name, value in ours.items():
        other = found[name]
        is_equal &= abs(value - other) <= 1e-5
        print(f"{tool:12} {name:10} {other:.6f}  ours {value:.6f}")
    return is_equal


if __name__ == "__main__":
    sys.exit(main())
