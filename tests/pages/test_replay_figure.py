"""The replay's tables as they are read back, and their figure."""

import pandas as pd
import pytest

from paperpool.judging.replay import FOUND_COLUMNS, NEEDED_COLUMNS, TAU_COLUMNS
from paperpool.pages.replay_figure import draw_replay, read_replay
from paperpool.tables import write_csv


@pytest.fixture
def replay(tmp_path):
    found = [
        ("depth", "all", 0.5, 10, 4, 3, 0.75),
        ("depth", "all", 1.0, 20, 4, 4, 1.0),
        ("depth", "first half", 1.0, 9, 2, 2, 1.0),
        ("<b>", "all", 1.0, 20, 4, 4, 1.0),
    ]
    tau = [
        ("depth", 0.5, "map", 0.5, 0.25, 1.0, 6, 2),
        ("depth", 1.0, "map", 1.0, 1.0, 1.0, 6, 2),
        ("<b>", 0.5, "map", None, None, None, 6, 2),
    ]
    needed = [
        (order, part, recall, share, 1)
        for order, share in (("depth", 0.4567), ("<b>", 1.0))
        for part in ("all", "first half")
        for recall in (0.8, 0.9)
    ]
    tables = {
        "found": pd.DataFrame(found, columns=FOUND_COLUMNS),
        "tau": pd.DataFrame(tau, columns=TAU_COLUMNS),
        "needed": pd.DataFrame(needed, columns=NEEDED_COLUMNS),
    }
    for name, table in tables.items():
        write_csv(tmp_path / f"{name}.csv", table)
    return read_replay(*(tmp_path / f"{name}.csv" for name in tables))


def test_all_queries_and_half_of_the_judgments_are_shown(replay):
    depth, other = replay.orders
    assert depth.name == "depth" and depth.curve == [(0.5, 0.75), (1.0, 1.0)]
    assert depth.needed == ["45.7%", "45.7%"] and depth.taus == ["0.50 [0.25, 1.00]"]
    assert other.taus == ["– [–, –]"]
    assert (replay.levels, replay.measures) == (["80.0%", "90.0%"], ["map"])
    assert (replay.n_systems, replay.n_fed) == (6, 2)


def test_the_figure_escapes_names_and_is_the_same_each_time(replay):
    figure = draw_replay(replay)
    assert figure == draw_replay(replay) and "<b>" not in figure and "&lt;b&gt;" in figure
    assert "Judgments needed, depth: 45.7% for 80.0%, 45.7% for 90.0%" in figure
