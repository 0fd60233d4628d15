"""Long work is announced once, soon, and only if much of it is left."""

import pytest

from paperpool.forecasts import Forecast


@pytest.fixture
def clock(monkeypatch):
    seconds = [0.0]
    monkeypatch.setattr("paperpool.forecasts.time.monotonic", lambda: seconds[0])
    return seconds


@pytest.mark.parametrize(
    ("total", "free", "said"),
    [
        (25, 0, []),  # two steps in ten seconds; the others take 115
        (200, 0, ["Baking takes about 16 minutes more here. Buy bread."]),
        (2002, 0, ["Baking takes about 2.8 hours more here. Buy bread."]),
        (202, 150, ["Baking takes about 4 minutes more here. Buy bread."]),
    ],
)
def test_what_is_left_is_told_once_where_it_is_long(caplog, clock, total, free, said):
    forecast = Forecast("Baking", total, "Buy bread.")
    for _ in range(free):
        forecast.step(is_free=True)
    for _ in range(20):
        clock[0] += 5
        forecast.step()
    assert [record.getMessage() for record in caplog.records] == said
