"""A small made corpus, its graph, and a tiny model."""

import gzip
import json

import pytest
import torch
from transformers import BertConfig, BertModel, BertTokenizerFast

WORDS = (
    "we study graphs of papers and show that citation helps retrieval a lot in every case".split()
)


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory):
    """A bare two-layer BERT, as hub models are laid out, in safetensors."""
    folder = tmp_path_factory.mktemp("tiny-bert")
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *sorted(set(WORDS))]
    (folder / "vocab.txt").write_text("\n".join(vocabulary))
    BertTokenizerFast(vocab=str(folder / "vocab.txt")).save_pretrained(folder)
    torch.manual_seed(0)
    sizes = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2}
    more = {"intermediate_size": 32, "max_position_embeddings": 64}
    BertModel(BertConfig(vocab_size=len(vocabulary), **sizes, **more)).save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def real_graph(real_data):
    """The ACL graph without CSFCube's own rows: its twins are known by their texts alone."""
    rows = {}
    for file in sorted((real_data("s2orc-acl") / "metadata").iterdir()):
        with gzip.open(file, "rt") as lines:
            rows |= {row["paper_id"]: row for row in map(json.loads, lines)}
    return rows
