"""Imports that a job is spared."""

import subprocess
import sys

JOB = """
import sys
import pyarrow as pa
from paperpool.workflow.running.spared_imports import spare_pandas

spare_pandas()
table = pa.table({"a": [1, None]})
assert "pandas" not in sys.modules
assert table.to_pandas()["a"].isna().tolist() == [False, True]
spare_pandas()
assert pa.array(table.to_pandas()["a"]).null_count == 1
"""

WORD2VEC = """
import sys
from paperpool.workflow.running.spared_imports import spare_statistics

spare_statistics()
from paperpool.text.word_vectors import train_words

words, vectors = train_words([["a", "b"]] * 5, 1, "a test")
assert vectors.any() and "scipy.stats" not in sys.modules
from scipy import stats

assert stats.entropy([1.0]) == 0
"""

OPTIMISER = """
import sys
import torch
from paperpool.workflow.running.spared_imports import spare_compiler

if sys.argv[1] == "spared":
    spare_compiler()
torch.manual_seed(1)
layer = torch.nn.Linear(3, 1)
optimiser = torch.optim.Adam(layer.parameters(), fused=True)
for _ in range(3):
    optimiser.zero_grad()
    layer(torch.ones(2, 3)).square().sum().backward()
    optimiser.step()
print("torch._dynamo.config" in sys.modules, layer.weight.tolist(), layer.bias.tolist())
"""


def test_pyarrow_imports_pandas_only_where_a_frame_is_asked_for():
    subprocess.run([sys.executable, "-c", JOB], check=True)


def test_word2vec_is_trained_without_statistics_which_can_be_imported_later():
    subprocess.run([sys.executable, "-c", WORD2VEC], check=True)


def test_an_optimiser_learns_the_same_without_the_compiler():
    told = {}
    for how in ("spared", "as it is"):
        command = [sys.executable, "-c", OPTIMISER, how]
        told[how] = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    without, weights = told["spared"].split(maxsplit=1)
    assert without == "False" and told["as it is"] == f"True {weights}"
