"""The rules of further benchmarks: those of <name> are in <name>/<name>.smk, and ask its plan,
paperpool/plan/<name>.py (see plan/csfcube.py). A benchmark is one that paperpool/benchmarks/ describes.
"""

for name in run.further_benchmarks:

    include: f"{name}/{name}.smk"
