"""The table ``mistakes.yaml``: every mistake is named in full, and sound overlays pass."""

import re
from pathlib import Path

import pytest
import yaml

ENTRIES = yaml.safe_load(Path(__file__).with_name("mistakes.yaml").read_text(encoding="utf-8"))


def name_entry(entry):
    """Return the first key that is found, or those of the overlay."""
    return str(entry["found"][0][0] if "found" in entry else ",".join(map(str, entry["overlay"])))


def matches(written, found):
    """Return whether ``found`` is as ``written``; "…" is any text."""
    parts = map(re.escape, written.split("…"))
    return re.fullmatch(".*".join(parts), found, re.DOTALL) is not None


@pytest.mark.parametrize("entry", ENTRIES, ids=name_entry)
def test_all_that_is_found_is_said_in_full(problems, entry, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in entry.get("files", {}).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text or "")
    found = [[one.where, one.what, one.hint] for one in problems(entry["overlay"])]
    wanted = entry.get("found", [])
    assert len(found) == len(wanted), found
    for one, expected in zip(found, wanted, strict=True):
        assert all(map(matches, expected, one)), one
