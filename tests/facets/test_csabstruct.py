"""CSAbstruct is read as it is, and malformed lines are named."""

import json

import pytest

from paperpool.errors import UserError
from paperpool.workflow.facets.csabstruct import LabelledAbstract, read_split

ROW = {
    "abstract_id": 0,
    "sentences": ["A.", "B."],
    "labels": ["method", "other"],
    "confs": [1, 0.4],
}


def test_an_abstract_is_read(tmp_path):
    (tmp_path / "dev.jsonl").write_text(json.dumps(ROW) + "\n\n")
    assert read_split(tmp_path / "dev.jsonl") == [
        LabelledAbstract(("A.", "B."), ("method", "other"), (1.0, 0.4))
    ]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("{", "Expecting"),
        ("[]", "not a JSON object"),
        (json.dumps({k: v for k, v in ROW.items() if k != "confs"}), "missing key 'confs'"),
        (json.dumps({**ROW, "sentences": "A. B."}), "must be lists"),
        (json.dumps({**ROW, "sentences": ["A.", " "]}), "sentences must be texts"),
        (json.dumps({"sentences": [], "labels": [], "confs": []}), "at least one"),
        (json.dumps({**ROW, "labels": ["method"]}), "2 sentences, 1 labels and 2 confs"),
        (json.dumps({**ROW, "labels": ["method", "aim"]}), "unknown label 'aim'"),
        (json.dumps({**ROW, "confs": [1, 1.1]}), "from 0 to 1"),
        (json.dumps({**ROW, "confs": [1, True]}), "from 0 to 1"),
    ],
)
def test_a_bad_line_is_named(tmp_path, line, what):
    path = tmp_path / "train.jsonl"
    path.write_text(f"{json.dumps(ROW)}\n{line}\n{line}\n")
    with pytest.raises(UserError) as caught:
        read_split(path)
    expected = [f"{path}, line 2", f"{path}, line 3"]
    assert [problem.where for problem in caught.value.problems] == expected
    assert what in str(caught.value)


def test_an_empty_or_missing_split_is_an_error(tmp_path):
    (tmp_path / "test.jsonl").write_text("\n")
    with pytest.raises(UserError, match="holds no abstract"):
        read_split(tmp_path / "test.jsonl")
    with pytest.raises(UserError, match="It cannot be read"):
        read_split(tmp_path / "nowhere.jsonl")


def test_the_real_splits_have_the_published_sizes(real_data):
    folder = real_data("csabstruct")
    sizes = {
        split: len(read_split(folder / f"{split}.jsonl")) for split in ("train", "dev", "test")
    }
    assert sizes == {"train": 1668, "dev": 295, "test": 226}
