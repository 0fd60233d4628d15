"""Download published data into resources/ (no part of `all`).

sources.csv has the address of each file, mostly its size, and its digest: a SHA-256 or a git blob
id. Eight files, which docs/security.md names, have no digest there: they are taken as they come,
but CSFCube's abstracts are compared with the MD5 of their publisher. A file that is there is never
downloaded again for a newer table or newer code: its digest settles it.

The targets fetch_… ask for all files of a dataset, or for one that stands for all that its job
unpacks. The parameter `dataset` names the files' rows of sources.csv.
"""

from itertools import chain

from paperpool.fetch.sources import read_datasets, read_sources


rule fetch_csfcube:
    """Download the CSFCube release and its SPECTER rankings to resources/csfcube."""
    input:
        collect("resources/csfcube/{file}", file=read_sources(shipped("sources.csv"), "csfcube")),


rule fetch_csfcube_runs:
    """Download eight public rankings of CSFCube, with vectors of queries, to
    resources/csfcube_runs."""
    input:
        collect(
            "resources/csfcube_runs/{file}",
            file=read_sources(shipped("sources.csv"), "csfcube_runs"),
        ),


rule fetch_file:
    """Download one file of a dataset from the address in sources.csv, and check it. Its size and
    digest are there; a file without a digest is taken as it comes. An empty or different file is an
    error. One job for each file."""
    input:
        sources=ancient(shipped("sources.csv")),
    output:
        file=ensure("resources/{dataset}/{file}", non_empty=True),
    log:
        "resources/logs/{dataset}/{file}.log",
    benchmark:
        "resources/benchmarks/{dataset}/{file}.tsv"
    wildcard_constraints:
        dataset=(
            "csfcube|csfcube_runs|csabstruct|cystic_fibrosis|mdcr|arxiv|hepth|beir|scisearch|synergy"
        ),
        file=any_of(chain(*read_datasets(shipped("sources.csv")).values())),
    retries: 2
    localrule: True
    conda:
        "../../../envs/fetch.yaml"
    resources:
        mem_mb=500,
        runtime=30,
    params:
        dataset="{dataset}",
    message:
        "Downloading {wildcards.file}"
    script:
        "../../scripts/fetch_file.py"


rule fetch_csfcube_abstracts:
    """Download the 800,000 abstracts that CSFCube's pools were drawn from."""
    input:
        "resources/csfcube_abstracts/abstracts-preds.jsonl",


use rule fetch_file as fetch_csfcube_abstracts_archive with:
    """Download the archive of CSFCube's abstracts. It has no digest in sources.csv, but is compared
    with the MD5 of its publisher. The file is an output under temp(): it is removed once it was
    unpacked. One job."""
    input:
        sources=ancient(shipped("sources.csv")),
    output:
        file=temp(ensure("resources/csfcube_abstracts/{file}", non_empty=True)),
    log:
        "resources/logs/csfcube_abstracts/{file}.log",
    benchmark:
        "resources/benchmarks/csfcube_abstracts/{file}.tsv"
    wildcard_constraints:
        file=any_of(read_sources(shipped("sources.csv"), "csfcube_abstracts")),
    localrule: True
    resources:
        mem_mb=500,
        runtime=120,
    params:
        dataset="csfcube_abstracts",


rule unpack_csfcube_abstracts:
    """Unpack the abstracts to a file with a paper on each line. The archive, an output under
    temp(), is removed afterwards, and downloaded again if this job has to run again. One job."""
    input:
        archive="resources/csfcube_abstracts/abstracts-preds.zip",
    output:
        papers="resources/csfcube_abstracts/abstracts-preds.jsonl",
    log:
        "resources/logs/csfcube_abstracts/unpack.log",
    benchmark:
        "resources/benchmarks/csfcube_abstracts/unpack.tsv"
    conda:
        "../../../envs/fetch.yaml"
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        code=code_digest("unpack_csfcube_abstracts.py"),
    message:
        "Unpacking CSFCube's released abstracts"
    script:
        "../../scripts/unpack_csfcube_abstracts.py"


rule fetch_cystic_fibrosis:
    """Download the cystic fibrosis collection to resources/cystic_fibrosis."""
    input:
        collect(
            "resources/cystic_fibrosis/{file}",
            file=read_sources(shipped("sources.csv"), "cystic_fibrosis"),
        ),


rule fetch_csabstruct:
    """Download CSAbstruct, abstracts whose sentences people labelled, to resources/csabstruct."""
    input:
        collect(
            "resources/csabstruct/{file}", file=read_sources(shipped("sources.csv"), "csabstruct")
        ),


rule fetch_mdcr:
    """Download MDCR's released benchmark, and its SciNCL scores, to resources/mdcr."""
    input:
        collect("resources/mdcr/{file}", file=read_sources(shipped("sources.csv"), "mdcr")),


rule fetch_scisearch:
    """Download vectors of papers that SciSearch's authors published to resources/scisearch, a
    folder for each of their encoders."""
    input:
        collect(
            "resources/scisearch/{file}", file=read_sources(shipped("sources.csv"), "scisearch")
        ),


rule fetch_scisumm:
    """Download CL-SciSumm and unpack the needed files to resources/cl-scisumm. files.csv, their
    list, stands for all."""
    input:
        "resources/cl-scisumm/files.csv",


rule fetch_scisumm_archive:
    """Download the archive of CL-SciSumm's repository, which has no digest in sources.csv. The file
    is an output under temp(): it is removed once all jobs have read it. One job."""
    input:
        sources=ancient(shipped("sources.csv")),
    output:
        file=temp(ensure("resources/cl-scisumm/{file}", non_empty=True)),
    log:
        "resources/logs/scisumm/{file}.log",
    benchmark:
        "resources/benchmarks/scisumm/{file}.tsv"
    wildcard_constraints:
        file=any_of(read_sources(shipped("sources.csv"), "scisumm")),
    retries: 2
    localrule: True
    conda:
        "../../../envs/fetch.yaml"
    resources:
        mem_mb=500,
        runtime=30,
    params:
        dataset="scisumm",
    message:
        "Downloading {wildcards.file}"
    script:
        "../../scripts/fetch_file.py"


rule unpack_scisumm:
    """Unpack what is read here of CL-SciSumm's repository beside the archive. These are the papers
    and gold (what annotators chose) of both splits, and two teams' submissions; files.csv
    (`listing`) lists them with their digests. The papers of ScisummNet, which are many, are put
    into an archive of their own (`scisummnet`). One job."""
    input:
        archive="resources/cl-scisumm/scisumm-corpus.tar.gz",
    output:
        listing="resources/cl-scisumm/files.csv",
        scisummnet="resources/cl-scisumm/scisummnet-2019.tar.gz",
    log:
        "resources/logs/scisumm/unpack.log",
    benchmark:
        "resources/benchmarks/scisumm/unpack.tsv"
    conda:
        "../../../envs/fetch.yaml"
    resources:
        mem_mb=1000,
        runtime=30,
    params:
        code=code_digest("unpack_scisumm.py"),
    message:
        "Unpacking CL-SciSumm"
    script:
        "../../scripts/unpack_scisumm.py"
