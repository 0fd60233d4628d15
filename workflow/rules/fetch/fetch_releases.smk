"""Download the files of a release that data.s2orc names, each for the job that reads it.

A release is one of Semantic Scholar's or OpenAlex's. `paperpool fetch s2ag RELEASE`, or `openalex`,
has listed its files in listing.json: their addresses and sizes. A file is removed again once it was
read, unless corpus.keep_raw is true, and a broken download is resumed.
"""


rule fetch_s2ag_file:
    """Download one file of a dataset of Semantic Scholar's release, and check its size by the
    `listing`. `key` is the name of the environment variable with the API key. One job for each
    file."""
    input:
        listing=ancient("resources/s2ag/{release}/listing.json"),
    output:
        file=keep_where(run.settings.corpus.keep_raw, "resources/s2ag/{release}/{dataset}/{file}"),
    log:
        "resources/logs/s2ag/{release}/{dataset}/{file}.log",
    benchmark:
        "resources/benchmarks/s2ag/{release}/{dataset}/{file}.tsv"
    wildcard_constraints:
        release=any_of(run.corpus.s2ag_releases),
        dataset="[a-z0-9_-]+",
        file="[^/]+",
    retries: 2
    localrule: True
    conda:
        "../../../envs/fetch.yaml"
    resources:
        mem_mb=500,
        runtime=240,
    params:
        key=run.corpus.get_key_name,
    message:
        "Downloading {wildcards.file} of {wildcards.dataset}"
    script:
        "../../scripts/fetch_s2ag_file.py"


rule fetch_openalex_file:
    """Download one file of OpenAlex's works, and check its size by the `listing`. One job for each
    file."""
    input:
        listing=ancient("resources/openalex/{release}/listing.json"),
    output:
        file=keep_where(run.settings.corpus.keep_raw, "resources/openalex/{release}/works/{file}"),
    log:
        "resources/logs/openalex/{release}/works/{file}.log",
    benchmark:
        "resources/benchmarks/openalex/{release}/works/{file}.tsv"
    wildcard_constraints:
        release=any_of(run.corpus.openalex_releases),
        file=".+[.](gz|parquet)",
    retries: 2
    localrule: True
    conda:
        "../../../envs/fetch.yaml"
    resources:
        mem_mb=500,
        runtime=240,
    message:
        "Downloading {wildcards.file} of OpenAlex's works"
    script:
        "../../scripts/fetch_openalex_file.py"
