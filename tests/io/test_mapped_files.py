"""Tables, arrays and sorted texts that are read as memory maps."""

from bisect import bisect_left

import numpy as np
import pyarrow as pa
import pytest

from paperpool.io.mapped_files import SortedTexts, map_array, map_table, read_mapped, writing_mapped

TABLE = pa.table({"word": ["a", "é", "\uffff", "\U0001f600"], "number": [3, None, 1, 2]})


@pytest.fixture
def path(tmp_path):
    with writing_mapped(tmp_path / "table.arrow", TABLE.schema) as writer:
        writer.write_table(TABLE, max_chunksize=3)
    return tmp_path / "table.arrow"


def test_a_table_comes_back(path):
    assert map_table(path).equals(TABLE)
    batches = list(read_mapped(path, ["number"]))
    assert [batch.to_pydict() for batch in batches] == [{"number": [3, None, 1]}, {"number": [2]}]


def test_a_table_appears_whole_or_not_at_all(tmp_path):
    with pytest.raises(KeyError), writing_mapped(tmp_path / "table", TABLE.schema) as writer:
        writer.write_table(TABLE)
        raise KeyError
    assert list(tmp_path.iterdir()) == []


def test_sorted_texts_are_found(path):
    texts = SortedTexts(map_table(path)["word"])
    assert list(texts) == sorted(TABLE["word"].to_pylist())
    assert [texts.find(text) for text in texts] == [0, 1, 2, 3]
    assert texts.find("b") is texts.find("") is texts.find("\U0001f601") is None
    assert texts[1:3] == ["é", "\uffff"] and texts[3:1] == []
    assert bisect_left(texts, "f") == 1


@pytest.mark.parametrize("shape", [(0,), (3, 2)])
def test_an_array_comes_back(tmp_path, shape):
    np.save(tmp_path / "array.npy", np.ones(shape))
    assert map_array(tmp_path / "array.npy").tolist() == np.ones(shape).tolist()
