"""Notes the processor seconds and the peak memory of each job beside its log.

Python imports this file where its folder is on PYTHONPATH, as `bench/take_measurements.py` has it.
Snakemake's benchmark files have these by samples, which miss much of a short job.
"""

import atexit
import json
import resource
import sys
from pathlib import Path


def note() -> None:
    """Write the file of a job's log with another end, if this process is one."""
    job = getattr(sys.modules.get("__main__"), "snakemake", None)
    if job is None or not job.log:
        return
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    seconds = sum(usage.ru_utime + usage.ru_stime for usage in used)
    peak = max(usage.ru_maxrss for usage in used) * 1024 / 1e6  # of kilobytes
    text = json.dumps({"seconds": round(seconds, 3), "peak_mb": round(peak)})
    Path(job.log[0]).with_suffix(".seconds").write_text(text, encoding="utf-8")


atexit.register(note)
