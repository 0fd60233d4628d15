"""The replay of the judgments in other orders: what each finds and keeps, as lines and a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from paperpool.pages.csv_rows import read_number, read_rows
from paperpool.pages.svg import drawing, line_style, make_svg
from paperpool.pages.wording import coefficient, share

HALF = 0.5
"""The share of the judgments that the table tells the systems' order for."""

FEW = 0.02
"""The same where all of a collection's documents are asked for, most of them in vain."""


@dataclass(frozen=True)
class ReplayedOrder:
    """One order: its curve of (share judged, share found), and the cells of its row."""

    name: str
    curve: list[tuple[float, float]]
    needed: list[str]
    taus: list[str]


@dataclass(frozen=True)
class ReplayTables:
    """The tables of a replay; ``levels`` and ``measures`` head the columns.

    The systems' order is that after ``share`` of the judgments.
    """

    orders: list[ReplayedOrder]
    levels: list[str]
    measures: list[str]
    n_systems: int
    n_fed: int
    share: str

    def names(self) -> list[str]:
        """Return the names of the orders."""
        return [order.name for order in self.orders]


def read_replay(
    found: str | Path, tau: str | Path, needed: str | Path, share_told: float = HALF
) -> ReplayTables:
    """Read replay_found.csv, replay_tau.csv and replay_needed.csv, all queries together.

    ``share_told`` is the share of the judgments that the systems' order is told for.
    """
    curves: dict[str, list[tuple[float, float]]] = {}
    for row in read_rows(found):
        if row["slice"] == "all" and row["recall"] != "":
            point = (float(row["share"]), float(row["recall"]))
            curves.setdefault(row["order"], []).append(point)
    wanted = [row for row in read_rows(needed) if row["slice"] == "all"]
    taus = [row for row in read_rows(tau) if float(row["share"]) == share_told]
    orders = [
        ReplayedOrder(
            name,
            curve,
            [_percent(row["share"]) for row in wanted if row["order"] == name],
            [_with_interval(row) for row in taus if row["order"] == name],
        )
        for name, curve in curves.items()
    ]
    return ReplayTables(
        orders,
        list(dict.fromkeys(_percent(row["recall"]) for row in wanted)),
        list(dict.fromkeys(row["metric"] for row in taus)),
        int(taus[0]["n_systems"]),
        int(taus[0]["n_fed"]),
        "half" if share_told == HALF else f"{100 * share_told:g}%",
    )


def draw_replay(replay: ReplayTables, name: str = "replay") -> str:
    """Return the figure as SVG: the share of relevant candidates found by share judged."""
    titles = {}
    with drawing(6.4, 3.6) as figure:
        axes = figure.subplots()
        for number, order in enumerate(replay.orders):
            colour, dashes, marker = line_style(number)
            x, y = ([100 * value for value in side] for side in zip(*order.curve, strict=True))
            gid = f"order-{number}"
            axes.plot(
                x, y, color=colour, linestyle=dashes, marker=marker, markersize=3, linewidth=1.2,
                label=order.name, gid=gid,
            )  # fmt: skip
            titles[gid] = order.name
        axes.set(xlim=(0, 101), ylim=(0, 101))
        axes.set_xlabel("% of the candidates judged")
        axes.set_ylabel("% of the relevant found")
        axes.grid()
        axes.legend(loc="lower right")
        return make_svg(figure, name, _describe(replay.orders, replay.levels), titles)


def _describe(orders: Sequence[ReplayedOrder], levels: Sequence[str]) -> str:
    parts = "; ".join(
        f"{order.name}: "
        + ", ".join(f"{n} for {level}" for n, level in zip(order.needed, levels, strict=True))
        for order in orders
    )
    return f"Relevant candidates found by candidates judged. Judgments needed, {parts}."


def _percent(text: str) -> str:
    return share(round(1000 * float(text)), 1000)


def _with_interval(row: dict[str, str]) -> str:
    low, high = (coefficient(read_number(row[f"tau_{side}"])) for side in ("low", "high"))
    return f"{coefficient(read_number(row['tau']))} [{low}, {high}]"
