"""Known vectors of papers, read from the files of a job."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from paperpool.rankers.scoring.paper_vectors import KnownVectors


def test_known_vectors_are_read_where_a_job_has_some(tmp_path):
    assert KnownVectors.read({"papers": "none", "known": []}) is None
    pq.write_table(pa.table({"paper_id": ["a", "b"], "year": [1, 2]}), tmp_path / "papers")
    arrays = {"vectors": np.arange(6.0).reshape(3, 2), "starts": np.array([0, 1, 3])}
    for name, array in arrays.items():
        np.save(tmp_path / f"{name}.npy", array)
    known = [tmp_path / f"{name}.npy" for name in arrays]
    found = KnownVectors.read({"papers": tmp_path / "papers", "known": known})
    assert found.find(["b", "c"]).tolist() == [1, -1]
    assert found.rows(1).tolist() == [[2, 3], [4, 5]]
    assert KnownVectors.read({"papers": tmp_path / "papers", "known": known[:1]}).starts is None
