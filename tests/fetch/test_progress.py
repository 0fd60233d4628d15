"""How far a download is."""

import logging

import pytest

from paperpool.fetch import progress
from paperpool.fetch.progress import format_bytes, showing_progress


@pytest.mark.parametrize(("n_all", "of"), [(5_000_000, " of 5.0 MB"), (None, "")])
def test_the_log_gets_a_line_now_and_then(monkeypatch, caplog, n_all, of):
    clock = iter([0, 10, 31, 31, 40])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    with (
        caplog.at_level(logging.INFO, "paperpool"),
        showing_progress("a.zip", 1_000_000, n_all, bar=False) as advance,
    ):
        for _ in range(3):
            advance(500_000)
    assert caplog.messages == [f"a.zip: 2.0 MB{of}"]


def test_a_terminal_gets_a_bar(capsys):
    with showing_progress("a.zip", 1_000_000, 5_000_000, bar=True) as advance:
        advance(4_000_000)
    assert "a.zip:  20%" in capsys.readouterr().err


def test_bytes_are_readable():
    sizes = [7, 4943, 2_623_812, 1_200_000_000]
    assert [format_bytes(n) for n in sizes] == ["7 bytes", "4.9 kB", "2.6 MB", "1.2 GB"]
