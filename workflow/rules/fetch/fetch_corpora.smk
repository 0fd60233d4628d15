"""Download public corpora and turn them into S2ORC metadata, for data.s2orc (no part of `all`).

S2ORC's metadata is a paper on each line, in shards. SciFact is unpacked as it is, for
data.collections. A target names one file, which stands for all that its job writes. `counts`
(counts.json) counts rows read, kept, dropped and quarantined; `quarantine` (quarantine.csv) has the
rows that cannot be used, with the reason; `metadata` are the shards. The archives and tables that
are read are downloaded by the rules of fetch.smk.
"""

from paperpool.fetch.sources import read_sources


rule fetch_arxiv:
    """Download arXiv's metadata and turn it into S2ORC's, without citations."""
    input:
        "resources/s2orc-arxiv/counts.json",


rule convert_arxiv:
    """Turn arXiv's tables by category into eight shards of S2ORC's metadata, without citations. One
    job."""
    input:
        tables=collect("resources/arxiv/{file}", file=read_sources(shipped("sources.csv"), "arxiv")),
    output:
        counts="resources/s2orc-arxiv/counts.json",
        quarantine="resources/s2orc-arxiv/quarantine.csv",
        metadata=expand("resources/s2orc-arxiv/metadata/metadata_{shard}.jsonl.gz", shard=range(8)),
    log:
        "resources/logs/arxiv/convert.log",
    benchmark:
        "resources/benchmarks/arxiv/convert.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1500),
        runtime=60,
    params:
        code=code_digest("convert_arxiv.py"),
    message:
        "Turning arXiv's metadata into S2ORC's"
    script:
        "../../scripts/convert_arxiv.py"


rule fetch_hepth:
    """Download high-energy physics theory, with its citations, as S2ORC's metadata."""
    input:
        "resources/s2orc-hepth/counts.json",


rule convert_hepth:
    """Turn the abstracts and the citation graph (`edges`) of high-energy physics theory into four
    shards of S2ORC's metadata. One job."""
    input:
        abstracts="resources/hepth/cit-HepTh-abstracts.tar.gz",
        edges="resources/hepth/cit-HepTh.txt.gz",
    output:
        counts="resources/s2orc-hepth/counts.json",
        quarantine="resources/s2orc-hepth/quarantine.csv",
        metadata=expand("resources/s2orc-hepth/metadata/metadata_{shard}.jsonl.gz", shard=range(4)),
    log:
        "resources/logs/hepth/convert.log",
    benchmark:
        "resources/benchmarks/hepth/convert.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=30,
    params:
        code=code_digest("convert_hepth.py"),
    message:
        "Turning high-energy physics theory into S2ORC's metadata"
    script:
        "../../scripts/convert_hepth.py"


rule fetch_scifact:
    """Download SciFact in BEIR's layout to resources/scifact. corpus.jsonl stands for queries.jsonl
    and qrels/test.tsv, too."""
    input:
        "resources/scifact/corpus.jsonl",


rule unpack_scifact:
    """Unpack SciFact's corpus, queries and test judgments (`qrels`) from its archive. One job."""
    input:
        archive="resources/beir/scifact.zip",
    output:
        corpus="resources/scifact/corpus.jsonl",
        queries="resources/scifact/queries.jsonl",
        qrels="resources/scifact/qrels/test.tsv",
    log:
        "resources/logs/scifact/unpack.log",
    benchmark:
        "resources/benchmarks/scifact/unpack.tsv"
    conda:
        "../../../envs/fetch.yaml"
    resources:
        mem_mb=500,
        runtime=10,
    params:
        code=code_digest("unpack_scifact.py"),
    message:
        "Unpacking SciFact"
    script:
        "../../scripts/unpack_scifact.py"


rule fetch_synergy:
    """Download two systematic reviews of medicine, as works of OpenAlex, to resources/synergy."""
    input:
        "resources/synergy/Jeyaraman_2020.jsonl.gz",
        "resources/synergy/Oud_2018.jsonl.gz",


rule unpack_synergy:
    """Write the works of a review from its archive, a work on each line. One job for each
    review."""
    input:
        archive="resources/synergy/{review}.zip",
    output:
        works="resources/synergy/{review}.jsonl.gz",
    log:
        "resources/logs/synergy/{review}.log",
    benchmark:
        "resources/benchmarks/synergy/{review}.tsv"
    wildcard_constraints:
        review="Jeyaraman_2020|Oud_2018",
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=500,
        runtime=10,
    params:
        code=code_digest("unpack_synergy.py"),
    message:
        "Unpacking the works of {wildcards.review}"
    script:
        "../../scripts/unpack_synergy.py"


rule fetch_acl:
    """Turn CL-SciSumm's papers of the ACL Anthology into S2ORC's metadata. Downloads the archive
    that they are in."""
    input:
        "resources/s2orc-acl/counts.json",


rule convert_acl:
    """Turn the ACL Anthology's papers in CL-SciSumm's archive into two shards of S2ORC's metadata.
    One job."""
    input:
        archive="resources/cl-scisumm/scisumm-corpus.tar.gz",
    output:
        counts="resources/s2orc-acl/counts.json",
        quarantine="resources/s2orc-acl/quarantine.csv",
        metadata=expand("resources/s2orc-acl/metadata/metadata_{shard}.jsonl.gz", shard=range(2)),
    log:
        "resources/logs/acl/convert.log",
    benchmark:
        "resources/benchmarks/acl/convert.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=30,
    params:
        code=code_digest("convert_acl.py"),
    message:
        "Turning CL-SciSumm's papers of the ACL Anthology into S2ORC's metadata"
    script:
        "../../scripts/convert_acl.py"
