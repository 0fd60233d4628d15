"""Arrays that are written batch by batch."""

import numpy as np
import pytest

from paperpool.search.appended_arrays import appending


@pytest.mark.parametrize("width", [(), (3,)])
def test_batches_make_one_array(tmp_path, width):
    rows = np.arange(7 * int(np.prod(width, dtype=int)), dtype=np.float32).reshape(7, *width)
    with appending(tmp_path / "a.npy", np.dtype(np.float32)) as array:
        for part in (rows[:4], rows[4:4], rows[4:]):
            array.append(part)
    assert (np.load(tmp_path / "a.npy", mmap_mode="r") == rows).all()


def test_what_breaks_off_leaves_no_file(tmp_path):
    with pytest.raises(RuntimeError), appending(tmp_path / "a.npy", np.dtype(np.int64)) as array:
        array.append(np.arange(3))
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []
