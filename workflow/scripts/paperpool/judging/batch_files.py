"""The files of the next batch: its tasks, all that was asked for so far, and where each pair is."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from paperpool.annotation.exports import Exports, read_exports
from paperpool.annotation.material import Material
from paperpool.annotation.tasks import write_tasks
from paperpool.io.tables import write_csv
from paperpool.judging.asked_tasks import check_asked
from paperpool.judging.asking import Asking, ask, list_batches, list_stops, make_batch_tasks
from paperpool.judging.batches import BatchRules
from paperpool.judging.orders import JudgingPool
from paperpool.judging.pools import Pair

_LOG = logging.getLogger("paperpool")


@dataclass(frozen=True)
class BatchPaths:
    """Where a batch is written."""

    tasks: str | Path
    batches: str | Path
    stops: str | Path


def ask_with_exports(
    material: Material,
    pools: dict[Pair, JudgingPool],
    exports: Sequence[str | Path],
    rules: BatchRules,
    seed: int,
) -> Asking:
    """Return the batches that follow from exports, none before the first batch.

    Raises UserError as ``read_exports`` and ``check_asked`` do.
    """
    said = read_exports(exports, material.items()) if exports else Exports()
    asking = ask(material, pools, said, rules, seed)
    check_asked(exports, asking.items(), asking.key)
    return asking


def write_batch(
    asking: Asking, material: Material, seed: int, confidence: float, paths: BatchPaths
) -> None:
    """Write the waiting batch, and what led to it; where all has stopped, the tasks of all batches.

    The same batch has the same tasks however much of it is judged.
    """
    waiting = asking.waiting()
    stops = list_stops(asking, confidence)
    write_tasks(
        make_batch_tasks(waiting or list(asking.items()), asking, material, seed), paths.tasks
    )
    write_csv(paths.batches, list_batches(asking))
    write_csv(paths.stops, stops)
    end = stops.iloc[-1]
    if waiting:
        n_open = sum(item not in asking.gold for item in waiting)
        _LOG.warning("Batch %d waits: %d of its %d tasks have no settled grade.",
                     asking.batch, n_open, len(waiting))  # fmt: skip
    else:
        _LOG.warning("Every query and facet has stopped, after %d of %d candidates.",
                     end.n_judged, end.n_pool)  # fmt: skip
    if end.recall is not None:
        shares = (100 * end[name] for name in ("recall", "recall_low", "recall_high"))
        _LOG.warning("Of the relevant candidates %.0f%% are found (%.0f%% to %.0f%%).", *shares)
