"""Make every file operation of a run's jobs fail, one at a time: `make test-faults`.

For every job of the smoke run and every n, the n-th of the job's own file operations meets a full
disk (ENOSPC, from then on), an input/output error (EIO, once) or a kill (half of what it was
writing is written); and once its disk is read-only (EROFS). The job has to end in one message that
names the file, or well where it could do without (its log); nothing half-written is left; and the
job run again gives the bytes that it gave before.

    python bench/faults/sweep.py FOLDER [--sample N] [--seed N] [--jobs NAME ...]

FOLDER is one in which `snakemake --skip-script-cleanup` ran; it is worked in.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

from shim import BROKEN, FULL, KILL, LOCKED, READS, WORDS, start_again_with_shim

_PART = re.compile(r"\.(.+)\.\w{8}\.part")

_LIBRARY_PART = re.compile(r"\.tmp\w{6}")
"""What safetensors writes first, beside the file that it is to be."""


@dataclass
class Total:
    """What was tried, and what came of it."""

    tried: int = 0
    unmet: int = 0
    survived: int = 0
    done_without: int = 0
    compared: int = 0
    problems: list[str] = field(default_factory=list)


class Trials:
    """The trials of one job in one folder."""

    def __init__(self, job: Job, folder: Path, total: Total):
        self._job, self._folder, self._total = job, folder, total
        self._scratch = folder / "tmp"
        self._before = {file: self._digest(file) for file in job.outputs}

    def count(self) -> list[tuple[str, str]]:
        """Run the job unharmed, and return its operations; its outputs are what they were."""
        self._clear()
        ended = run_job(self._job, self._folder)
        self._n_notes = ended.said.count("  Where: ")  # of warnings
        if ended.status:
            self._tell(f"fails unharmed: {ended.said[-2000:]}")
        for file, digest in self._before.items():
            now = self._digest(file)
            if digest not in (None, now) and "/report/" not in file:
                self._tell(f"writes other bytes than in the run: {file}")
            self._before[file] = now
        import_as(ended)
        return ended.operations

    def meet(self, n: int, operation: tuple[str, str], fault: str) -> None:
        """Run the job with a fault, look at what it leaves, and run it again."""
        total, problems = self._total, len(self._total.problems)
        what = f"{WORDS[fault]} at operation {n} ({operation[0]} {operation[1]})"
        total.tried += 1
        self._clear()
        allowed = {*self._list(), *self._before, self._job.log}
        ended = run_job(self._job, self._folder, n, fault)
        if fault == KILL and not ended.status:  # a library may read in fewer operations
            total.tried, total.unmet = total.tried - 1, total.unmet + 1
            return
        # threads of a library need not read in the same order again
        path = ended.operations[n - 1][1] if len(ended.operations) >= n else operation[1]
        self._look_at_end(ended, what, path, fault)
        self._look_at_files(what, fault, allowed)
        again = ended
        if ended.status:  # Snakemake removes the outputs of a job that failed
            self._clear()
            again = run_job(self._job, self._folder)
        else:
            total.done_without += 1
        if again.status:
            self._tell(f"{what}: the next call fails: {again.said[-500:]}")
        for file, digest in self._before.items():
            if self._digest(file) != digest:
                self._tell(f"{what}: other bytes afterwards: {file}")
            elif digest is not None:
                total.compared += (self._folder / file).stat().st_size
        total.survived += len(total.problems) == problems

    def _look_at_end(self, ended: Ended, what: str, path: str, fault: str) -> None:
        if fault == KILL:
            if ended.status != -9:
                self._tell(f"{what}: was not met (exit status {ended.status})")
            return
        if ended.status < 0:
            self._tell(f"{what}: ended by signal {-ended.status}: {ended.said[-300:]}")
        elif "Traceback" in ended.said:
            self._tell(f"{what}: a traceback: {ended.said[-1500:]}")
        elif ended.status:
            said = ended.said.count("  Where: ")
            if not 1 <= said <= self._n_notes + 1:
                self._tell(f"{what}: {said} messages: {ended.said[-600:]}")
            elif not self._is_named(path, fault, ended.said):
                self._tell(f"{what}: the file is not named: {ended.said[-600:]}")

    def _is_named(self, path: str, fault: str, said: str) -> bool:
        """Return whether a message names the file of a fault, or the folder of temporary ones.

        On a disk that is full or read-only it may be any file that the job could not write.
        """
        whole = _PART.fullmatch(Path(path).name)
        names = [whole.group(1) if whole else Path(path).name]
        if path.startswith(str(self._scratch)):
            names = [str(self._scratch)]
        is_any = fault in (FULL, LOCKED) or _LIBRARY_PART.fullmatch(Path(path).name)
        if is_any:
            names += [Path(file).name for file in self._job.outputs]
        return any(name in said for name in names)

    def _look_at_files(self, what: str, fault: str, allowed: set[str]) -> None:
        if fault == KILL:  # as the next call does
            remove_leftovers(self._folder / "results")
            self._empty_scratch()
        for file in sorted(self._list() - allowed - self._cached()):
            self._tell(f"{what}: left behind: {file}")
            (self._folder / file).unlink()
        for file, digest in self._before.items():
            if (self._folder / file).exists() and self._digest(file) != digest:
                self._tell(f"{what}: half-written: {file}")

    def _clear(self) -> None:
        """Remove what the job writes, as Snakemake does, and an entry of the cache it may use."""
        for file in (*self._job.outputs, self._job.log):
            (self._folder / file).unlink(missing_ok=True)
        self._empty_scratch()
        for entry in sorted(self._cached())[:1]:
            (self._folder / entry).unlink()

    def _empty_scratch(self) -> None:
        shutil.rmtree(self._scratch, ignore_errors=True)
        self._scratch.mkdir()

    def _cached(self) -> set[str]:
        entries = (self._folder / (self._job.cache or "no-cache")).rglob("*.array")
        return {str(path.relative_to(self._folder)) for path in entries}

    def _list(self) -> set[str]:
        folders = (self._folder / "results", self._scratch)
        found = [path for folder in folders for path in folder.rglob("*") if not path.is_dir()]
        return {str(path.relative_to(self._folder)) for path in found}

    def _digest(self, file: str) -> bytes | None:
        path = self._folder / file
        if "/benchmarks/" in file and path.exists():
            return b"times"
        return path.read_bytes() if path.exists() else None

    def _tell(self, what: str) -> None:
        text = f"{self._job.label}: {what}"
        self._total.problems.append(text)
        print("PROBLEM", text, flush=True)


def list_faults(operations: list[tuple[str, str]]) -> list[tuple[int, str]]:
    """Return every fault that can be planted: the number of the operation, and what it meets.

    The first is a disk that is read-only all the time.
    """
    return [(1, LOCKED)] + [
        (n, fault)
        for n, (kind, _) in enumerate(operations, 1)
        for fault in (FULL, BROKEN, KILL)
        if fault != FULL or kind not in READS
    ]


def main() -> int:
    """Plant the faults, and say what came of them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int, help="so many faults of each job, drawn by seed")
    parser.add_argument("--seed", type=int, default=13)
    parser.add_argument("--jobs", nargs="*", help="scripts' names; all")
    given = parser.parse_args()
    folder, total = given.folder.resolve(), Total()
    jobs = [job for job in read_jobs(folder) if not given.jobs or job.name in given.jobs]
    draw = random.Random(given.seed)
    for job in jobs:
        trials = Trials(job, folder, total)
        operations = trials.count()
        faults = list_faults(operations)
        if given.sample:
            first, *rest = faults
            faults = [first, *draw.sample(rest, min(given.sample - 1, len(rest)))]
        print(f"{job.label}: {len(operations)} operations, {len(faults)} faults", flush=True)
        for n, fault in faults:
            trials.meet(n, operations[n - 1], fault)
    print(
        f"{total.tried} faults in {len(jobs)} jobs, {total.survived} survived "
        f"({total.done_without} of them done without the file, {total.unmet} more not met), "
        f"{total.compared:,} bytes compared, {len(total.problems)} problems"
    )
    return bool(total.problems)


if __name__ == "__main__":
    start_again_with_shim(Path(sys.argv[1]).resolve())
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "workflow/scripts"))
    from jobs import Ended, Job, import_as, read_jobs, run_job

    from paperpool.io.files import remove_leftovers

    status = main()
    sys.stdout.flush()
    os._exit(status)  # without the farewells of libraries that were imported and not used
