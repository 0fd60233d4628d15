"""What CI runs of others is pinned: a tag can be moved to other code, a commit cannot."""

import re

TAGGED: dict[str, str] = {}
"""Actions whose tag's commit could not be read, each with the reason."""

_USES = re.compile(r"^\s*(?:- )?uses: *(\S+)(?: +# *(\S+))?", re.MULTILINE)


def test_every_action_is_pinned_by_its_commit_and_names_its_version(root):
    used = []
    for workflow in sorted((root / ".github/workflows").glob("*.y*ml")):
        used += _USES.findall(workflow.read_text(encoding="utf-8"))

    assert used
    for action, version in used:
        name, _, reference = action.partition("@")
        if name in TAGGED:
            continue
        assert re.fullmatch("[0-9a-f]{40}", reference), f"{action}: pin its commit"
        assert re.fullmatch(r"v\d+\.\d+\.\d+", version), f"{action}: name the version behind it"


def test_an_action_is_pinned_to_the_same_commit_everywhere(root):
    pins = {}
    for workflow in sorted((root / ".github/workflows").glob("*.y*ml")):
        for action, version in _USES.findall(workflow.read_text(encoding="utf-8")):
            pins.setdefault(action.partition("@")[0], set()).add((action, version))
    assert [name for name, found in pins.items() if len(found) > 1] == []
