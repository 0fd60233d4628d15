"""Download a model of the registry into resources/models/ (no part of `all`).

The registry is paperpool's table of models, with their addresses and files. `paperpool fetch MODEL`
does the same. The job checks every file, and they appear together.
"""

from paperpool.models.registry import read_models


rule fetch_model:
    """Download and check all files of a model; config.json stands for the others. The wildcard
    `model` is its name in the registry, which has no file to read here. One job for each model."""
    output:
        config="resources/models/{model}/config.json",
    log:
        "resources/logs/models/{model}.log",
    benchmark:
        "resources/benchmarks/models/{model}.tsv"
    wildcard_constraints:
        model=any_of(read_models()),
    retries: 2
    localrule: True
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=1000,
        runtime=60,
    message:
        "Downloading the model {wildcards.model}"
    script:
        "../../scripts/fetch_model.py"
