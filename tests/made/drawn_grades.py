"""A collection of one's own with every grade, two runs of it, and a model's grades."""

import json

import numpy as np

DOCUMENTS = [f"d{i}" for i in range(30)]
QUERIES = [f"q{i}" for i in range(10)]


def write_graded(home):
    """Write a BEIR folder ``own``, the runs near.trec and far.trec, and model.csv below ``home``.

    Papers have the grades 0 to 3 by a relevance that the runs, and the model, see through noise.
    """
    rng = np.random.default_rng(11)
    own = home / "own"
    (own / "qrels").mkdir(parents=True)
    papers = [{"_id": i, "title": f"On {i}", "text": f"The words of {i}."} for i in DOCUMENTS]
    queries = [{"_id": i, "text": f"words of {i}"} for i in QUERIES]
    for name, rows in (("corpus", papers), ("queries", queries)):
        (own / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    relevance = rng.normal(size=(len(QUERIES), len(DOCUMENTS)))
    grades = np.clip(np.round(relevance + 0.5), 0, 3)
    judged = ["query-id\tcorpus-id\tscore"]
    model = ["query_id,doc_id,grade"]
    for q, query in enumerate(QUERIES):
        for d, document in enumerate(DOCUMENTS):
            judged.append(f"{query}\t{document}\t{grades[q, d]:g}")
            model.append(f"{query},{document},{np.clip(grades[q, d] + rng.integers(0, 2), 0, 3):g}")
    (own / "qrels/test.tsv").write_text("\n".join(judged) + "\n")
    (home / "model.csv").write_text("\n".join(model) + "\n")
    for name, noise in (("near", 0.5), ("far", 2.0)):
        seen = relevance + noise * rng.normal(size=relevance.shape)
        lines = []
        for q, query in enumerate(QUERIES):
            for d, document in enumerate(DOCUMENTS):
                lines.append(f"{query} Q0 {document} 0 {seen[q, d]:.6f} {name}\n")
        (home / f"{name}.trec").write_text("".join(lines))


def take_grades(own, queries):
    """Take away the grades of some queries of a folder, of which they could be drawn still."""
    path = own / "qrels/test.tsv"
    head, *rows = path.read_text().splitlines()
    kept = [row for row in rows if row.split("\t")[0] not in queries]
    path.write_text("\n".join([head, *kept]) + "\n")
    frame = {"highest_grade": 3, "relevant": 1, "pairs": dict.fromkeys(QUERIES, DOCUMENTS)}
    (own / "frame.json").write_text(json.dumps(frame))
