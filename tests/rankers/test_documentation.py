"""The configuration's list of kinds is up to date."""

from paperpool.rankers.documentation import FIRST, LAST, document_kinds, put_kinds
from paperpool.rankers.registry import find_kinds


def test_the_configuration_lists_the_kinds_as_they_are(root):
    text = (root / "config/config.yaml").read_text(encoding="utf-8")
    assert f"{FIRST}\n" in text and f"{LAST}\n" in text
    assert put_kinds(text) == text, (
        "Write the list anew: PYTHONPATH=workflow/scripts .venv/bin/python "
        "-m paperpool.rankers.documentation config/config.yaml"
    )


def test_every_kind_and_setting_has_its_line():
    lines = [line[1:].split() for line in document_kinds()]
    kinds = {line[1] for line in lines if line[0] == "kind:"}
    assert kinds == set(find_kinds())
    names = {line[0] for line in lines}
    settings = {name for kind in find_kinds().values() for name in kind.settings()}
    assert settings - names == {"published"}


def test_a_stale_list_is_replaced_and_nothing_else():
    text = f"a: 1\n{FIRST}\n#  kind: gone\n{LAST}\nb: 2\n"
    written = put_kinds(text)
    assert written.startswith(f"a: 1\n{FIRST}\n") and written.endswith(f"{LAST}\nb: 2\n")
    assert "gone" not in written and put_kinds(written) == written
