"""Damage rows and files at random, for as long as one likes: `make test-faults` takes an hour.

What `make test` does with one seed is done with one seed after the other: damaged rows of every
format go through the corpus stage, where each has to be kept, dropped or quarantined; what is read
in blocks is read line by line, too, which has to give the same bytes; and every file that users
give is damaged and read, which may raise nothing but an error for the user.

    PYTHONPATH=workflow/scripts python -m bench.faults.fuzz [--seconds N] [--seed N]

Each finding is printed with the seed that leads to it; --seed starts there.
"""

from __future__ import annotations

import argparse
import logging
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from itertools import count
from pathlib import Path

from tests.made.fuzzed_rows import KINDS, fuzz_rows
from tests.made.inputs import fuzz_input, list_inputs
from tests.made.two_readers import KINDS as READ_TWICE
from tests.made.two_readers import fuzz_readers

_SHARDS = 4
_MUTATIONS = 30


def fuzz_all_rows(seed: int, folder: Path, total: Counter[str]) -> None:
    """Put damaged shards of each format through the corpus stage, and count their rows."""
    for kind in KINDS:
        try:
            counts = fuzz_rows(kind, seed, folder / kind, _SHARDS)
        except Exception:  # whatever it is, it is a finding
            total["findings"] += 1
            print(f"seed {seed}, {kind} rows:\n{traceback.format_exc()}", flush=True)
        else:
            total.update({key: counts[key] for key in ("read", "readable", "quarantined")})


def fuzz_both_readers(seed: int, folder: Path, total: Counter[str]) -> None:
    """Read damaged shards in blocks and line by line, and count the blocks."""
    for kind in READ_TWICE:
        try:
            counts = fuzz_readers(kind, seed, folder / kind, _SHARDS)
        except Exception:  # whatever it is, it is a finding
            total["findings"] += 1
            print(f"seed {seed}, {kind} in blocks:\n{traceback.format_exc()}", flush=True)
        else:
            total["blocks"] += counts.total()
            total["taken"] += counts["taken"]


def fuzz_all_inputs(seed: int, folder: Path, total: Counter[str]) -> None:
    """Damage each of the files that users give some times, and count what is refused."""
    for one in list_inputs(folder):
        place = folder / "damaged" / one.name
        place.mkdir(parents=True)
        one.write(place)
        escaped, n_refused = fuzz_input(one, place, random.Random(f"{seed} {one.name}"), _MUTATIONS)
        total["files"] += _MUTATIONS // len(one.files) * len(one.files)
        total["refused"] += n_refused
        total["findings"] += len(escaped)
        for file, number, error in escaped:
            print(f"seed {seed}, {one.name}, {file}, change {number}: {error}", flush=True)


def main() -> int:
    """Go on until the time is over, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    logging.getLogger("paperpool").setLevel(logging.ERROR)  # warnings of what is damaged
    end, total = time.monotonic() + given.seconds, Counter[str]()
    for seed in count(given.seed):
        with tempfile.TemporaryDirectory() as folder:
            fuzz_all_rows(seed, Path(folder, "rows"), total)
            fuzz_both_readers(seed, Path(folder, "blocks"), total)
            fuzz_all_inputs(seed, Path(folder), total)
        total["seeds"] += 1
        if time.monotonic() >= end:
            break
    print(
        f"{total['seeds']} seeds: {total['read']:,} rows read, {total['readable']:,} readable and "
        f"{total['quarantined']:,} quarantined; {total['blocks']:,} blocks, of which "
        f"{total['taken']:,} were read at once, as line by line; {total['files']:,} damaged files, "
        f"{total['refused']:,} refused; {total['findings']} findings"
    )
    return bool(total["findings"])


if __name__ == "__main__":
    sys.exit(main())
