"""Make a BEIR folder of any size, and a small model: for the time and memory of whole collections.

``python bench/make_beir.py FOLDER DOCUMENTS QUERIES`` writes FOLDER/beir, FOLDER/model (one
layer, 384 dimensions, weights drawn at random) and FOLDER/beir.yaml, an overlay that ranks the one
with bm25 and the other: ``.venv/bin/snakemake collections --configfile FOLDER/beir.yaml``.
"""

import json
import sys
from pathlib import Path

import numpy as np
import yaml

WORDS, LENGTH, ASKED = 50_000, 150, 8
"""Distinct words, and words of a document and of a query."""


def write_folder(folder: Path, n_documents: int, n_queries: int) -> None:
    """Write documents whose words are drawn by Zipf's law, and queries of words of one of them."""
    rng = np.random.default_rng(13)
    names = np.array([f"w{i}" for i in range(WORDS)])
    edges = np.cumsum(1 / np.arange(1, WORDS + 1))
    edges /= edges[-1]
    (folder / "qrels").mkdir(parents=True, exist_ok=True)
    asked = set(rng.choice(n_documents, n_queries, replace=False).tolist())
    queries = {}
    with (folder / "corpus.jsonl").open("w") as file:
        for i in range(n_documents):
            words = names[np.searchsorted(edges, rng.random(LENGTH))]
            row = {"_id": f"d{i}", "title": " ".join(words[:10]), "text": " ".join(words[10:])}
            file.write(json.dumps(row) + "\n")
            if i in asked:
                queries[f"d{i}"] = " ".join(rng.choice(words, ASKED))
    rows = [{"_id": f"q{n}", "text": text} for n, text in enumerate(queries.values())]
    (folder / "queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    lines = [f"q{n}\t{document}\t1\n" for n, document in enumerate(queries)]
    (folder / "qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\n" + "".join(lines))


def write_model(folder: Path) -> None:
    """Write a BERT of one layer whose vocabulary are the words."""
    from transformers import BertConfig, BertModel, BertTokenizerFast

    folder.mkdir(parents=True, exist_ok=True)
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    (folder / "vocab.txt").write_text("\n".join([*special, *(f"w{i}" for i in range(WORDS))]))
    BertTokenizerFast(str(folder / "vocab.txt"), model_max_length=64).save_pretrained(folder)
    config = BertConfig(
        vocab_size=WORDS + len(special),
        hidden_size=384,
        num_hidden_layers=1,
        num_attention_heads=12,
        intermediate_size=384,
        max_position_embeddings=64,
    )
    BertModel(config).save_pretrained(folder)


def main(folder: str, n_documents: str, n_queries: str) -> None:
    """Write all three."""
    place = Path(folder).resolve()
    write_folder(place / "beir", int(n_documents), int(n_queries))
    write_model(place / "model")
    model = {"kind": "dense", "model": str(place / "model"), "pooling": "mean"}
    overlay = {
        "run": "beir-scale",
        "data": {
            "collections": {
                "made": {
                    "format": "beir",
                    "path": str(place / "beir"),
                    "rankers": ["bm25", "small"],
                }
            }
        },
        "rankers": {"small": {**model, "max_tokens": 64, "precision": "float32"}},
    }
    (place / "beir.yaml").write_text(yaml.safe_dump(overlay))


if __name__ == "__main__":
    main(*sys.argv[1:])
