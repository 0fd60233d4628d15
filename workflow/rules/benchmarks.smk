"""The rules of further benchmarks, each in a file of its own, found by its name. No rules here.

A benchmark is described in paperpool/benchmarks/<name>.py. Its rules are in benchmarks/<name>.smk,
with two functions beside: ``<name>_targets`` returns what the section makes, ``<name>_section``
what its section of the report is made of (see csfcube_inputs.smk).
"""

for name in BENCHMARKS:
    if f"{name}_targets" not in globals():

        include: f"benchmarks/{name}.smk"
