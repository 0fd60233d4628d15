"""The rules of further benchmarks, each in a file of its own, found by its name. No rules here.

A benchmark is described in paperpool/benchmarks/<name>.py, what its rules read is planned in
paperpool/plan/<name>.py (see plan/csfcube.py), and its rules are in <name>/<name>.smk.
"""

for name in run.further_benchmarks:

    include: f"{name}/{name}.smk"
