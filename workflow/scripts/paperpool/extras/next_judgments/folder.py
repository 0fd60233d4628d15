"""The folder of a comparison: the requests, the answers, and the verdict of each look.

``requests.csv`` grows by a batch at a time; its grades are filled in and never changed. A folder is
of one comparison: ``comparison.json`` has the digest of its runs and judgments.
"""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from paperpool.collections.collection import Pair
from paperpool.errors import Problem, UserError
from paperpool.io.files import read_json, write_json
from paperpool.io.tables import defuse_texts, write_csv
from paperpool.io.user_csv import read_user_csv
from paperpool.io.user_text import read_user_text
from paperpool.judging.answers import parse_answers
from paperpool.judging.asking import Request
from paperpool.judging.batches import DIFFERENCES, SCORES
from paperpool.judging.comparing import Comparison
from paperpool.judging.items import Items
from paperpool.judging.tables import tabulate_requests, tabulate_systems

_ASKED = "requests.csv"
_LOOKS = "looks.csv"
_DESCRIPTION = "comparison.json"
_REQUESTS_HINT = "Put the file back as it was written, or begin in another folder: --to FOLDER."


def describe_question(
    items: Items, name: str, hide: float, seed: int, *, for_scores: bool
) -> dict[str, Any]:
    """Return what a comparison is of; its ``digest`` changes with any run, judgment or setting."""
    digest = hashlib.sha256(repr((items.topics, items.candidates, hide, seed)).encode())
    for array in (items.weights, np.nan_to_num(items.grades, nan=-1.0), items.depths):
        digest.update(np.ascontiguousarray(array).tobytes())
    return {
        "collection": name,
        "measure": items.measure.name,
        "runs": list(items.runs),
        "hidden": hide,
        "seed": seed,
        "drawn for": SCORES if for_scores else DIFFERENCES,
        "digest": digest.hexdigest()[:16],
    }


class Folder:
    """The files of a comparison; ``names`` are the ids of topics."""

    def __init__(self, path: Path, names: Mapping[Pair, str]) -> None:
        self.path = path
        self.names = names

    def check(self, described: Mapping[str, Any]) -> None:
        """Raise UserError if the folder is of another comparison, or has other files."""
        file = self.path / _DESCRIPTION
        if file.is_file():
            before = read_json(file)
            changed = [key for key, value in described.items() if before.get(key) != value]
            if changed:
                if changed == ["digest"]:
                    changed = ["rankings or judgments"]
                changed = [key for key in changed if key != "digest"]
                message = f"The folder is of another comparison: other {', '.join(changed)}."
                hint = "Give the runs and options of the time, or another folder: --to FOLDER."
                raise UserError(Problem(message, str(self.path), hint))
        elif self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
            message = "The folder holds something else."
            raise UserError(Problem(message, str(self.path), "Name a new folder: --to FOLDER."))

    def start(self, described: Mapping[str, Any]) -> None:
        """Write what the folder is of, unless it is there."""
        if not (self.path / _DESCRIPTION).is_file():
            write_json(self.path / _DESCRIPTION, described)

    def batch_folder(self, batch: int) -> Path:
        """Return the folder of a batch's tasks."""
        return self.path / f"batch-{batch}"

    def read_requests(self, items: Items) -> list[Request]:
        """Return all requests so far, in the order of their draws; they are of ``items``.

        Raises UserError if the file was edited so that it is no table of requests any more.
        """
        path = self.path / _ASKED
        if not path.is_file():
            return []
        topics = {name: pair for pair, name in self.names.items()}
        text = read_user_text(path, _REQUESTS_HINT)
        if not text.strip():
            raise UserError(Problem("The file is empty.", str(path), _REQUESTS_HINT))
        cells = [row for _, row in read_user_csv(path, _REQUESTS_HINT)]
        if not cells:
            return []
        table = pd.DataFrame(cells)
        table = table.where(table != "", None)
        return parse_answers(table, items, topics, str(path))

    def write_requests(self, requests: Sequence[Request]) -> None:
        """Write all requests with their probabilities, and the grades of those answered."""
        table = tabulate_requests(requests, self.names)
        write_csv(self.path / _ASKED, defuse_texts(table))

    def add_look(self, comparison: Comparison) -> None:
        """Add the present verdicts to the looks before, unless they are the same."""
        table = tabulate_systems(comparison)
        table.insert(0, "judgments", len(comparison.sample))
        path = self.path / _LOOKS
        if path.is_file():
            before = pd.read_csv(path)
            if (before["judgments"] == len(comparison.sample)).any():
                return
            table = pd.concat([before, defuse_texts(table)], ignore_index=True)
        write_csv(path, defuse_texts(table))
