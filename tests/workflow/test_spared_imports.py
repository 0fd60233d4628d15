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


def test_pyarrow_imports_pandas_only_where_a_frame_is_asked_for():
    subprocess.run([sys.executable, "-c", JOB], check=True)
