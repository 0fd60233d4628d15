"""Which jobs read a model's grades: none that makes a release, an export or judgments."""

import re

import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.errors import UserError
from paperpool.workflow.annotation.exports import read_exports
from paperpool.workflow.annotation.items import Item

READERS = {"audit_judges", "predict_scores"}
"""The rules that may read a model's grades."""


def test_only_rules_that_judge_a_model_read_its_grades(root):
    found = set()
    for file in (root / "workflow/rules").rglob("*.smk"):
        for rule in re.split(r"\n(?=(?:rule|use rule) )", file.read_text(encoding="utf-8")):
            if re.search(r"judge\w*\.grade_files|judge_grades\.parquet|get_predicted_file", rule):
                found.add(re.match(r"rule (\w+)", rule)[1])
    assert found == READERS


def test_a_judges_file_is_no_export_of_annotators(tmp_path):
    file = tmp_path / "judge.jsonl"
    file.write_text('{"query": "q", "facet": "method", "candidate": "c", "grade": 2}\n')
    with pytest.raises(UserError, match="annotator"):
        read_exports([file], [Item("q", "method", "c")], default_scheme())
