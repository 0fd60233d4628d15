"""Overlays that name different runs: the last one wins, and is named."""

import pytest

from paperpool.workflow.config.named_runs import describe_winning_run


@pytest.fixture
def overlay(tmp_path, monkeypatch):
    """Return a function: an overlay of the working directory with a text."""
    monkeypatch.chdir(tmp_path)

    def write(name, text):
        (tmp_path / name).write_text(text)
        return name

    return write


def test_the_last_overlay_that_names_a_run_wins_and_the_others_are_named(overlay):
    smoke, mine = overlay("smoke.yaml", "run: smoke"), overlay("mine.yaml", "run: mine\nseed: 1")
    sections = overlay("sections.yaml", "sections: [csfcube]")
    assert describe_winning_run([mine, smoke, sections]) == (
        "The run is smoke, of smoke.yaml, the last overlay that sets run: mine.yaml sets mine."
    )
    third = overlay("third.yaml", "run: smoke")
    assert describe_winning_run([smoke, mine, third]) == (
        "The run is smoke, of third.yaml, the last overlay that sets run: mine.yaml sets mine."
    )


def test_nothing_is_said_if_the_overlays_name_one_run_or_none(overlay):
    smoke, same = overlay("smoke.yaml", "run: smoke"), overlay("same.yaml", "run: smoke")
    sections = overlay("sections.yaml", "sections: [csfcube]")
    for overlays in ([], [sections], [smoke, sections], [smoke, same], [{"run": "module"}]):
        assert describe_winning_run(overlays) == ""
