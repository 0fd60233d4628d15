"""Where the data of a run lies."""

from paperpool.collections.readers.reader import Reader
from paperpool.fetch.releases import Source
from paperpool.settings import setting
from paperpool.workflow.config.section import Section, ref


class DataSettings(Section, description="where your data lies"):
    """Where your data lies. While every key is null the run uses generated demo data; once any is
    set nothing is generated, and sections whose data is not set are left out."""

    s2orc: list[Source] | None = setting(
        """A list of sources, which together are one corpus:
          - a table of your own papers: CSV, Parquet, JSON lines, RIS or BibTeX, by the columns that
            have id, title and abstract, and year, fields, doi, venue, arxiv_id, citations (ids of
            cited papers), cited_by (a number), language, type and topics where there are such
            columns (docs/corpus.md):
              - {table: papers.csv, id: record_id, title: title, abstract: abstract}
              - table: export.ris
          - a folder in BEIR's layout, by its corpus.jsonl:
              - beir: scifact
          - the cystic fibrosis collection, whose references are resolved among its papers
            (docs/citations-and-relevance.md; paperpool fetch cystic_fibrosis downloads it):
              - cystic_fibrosis: resources/cystic_fibrosis
          - S2ORC 20200705v1 metadata, a shard or glob (.jsonl.gz or .jsonl):
              - s2orc/metadata/metadata_*.jsonl.gz
            (snakemake fetch_arxiv, fetch_acl and fetch_hepth make such shards: docs/corpora.md)
          - Semantic Scholar's bulk datasets of today, all three, each a list of shards or globs:
              - papers: [s2ag/papers/*.gz]
                abstracts: [s2ag/abstracts/*.gz]
                citations: [s2ag/citations/*.gz]
          - a release of these, by its date: each file is downloaded, read and removed again. First
            `paperpool fetch s2ag 2026-08-25` lists the files; key names the environment variable
            that holds a key of Semantic Scholar's API (docs/tutorials/mdcr-from-nothing.md):
              - s2ag: {release: "2026-08-25", key: S2_API_KEY}
          - OpenAlex's works, parts of a snapshot as JSON lines or Parquet (docs/corpus.md):
              - openalex: [openalex/data/jsonl/works/**/part_*.gz]
            or a release in the public bucket, by its date; first `paperpool fetch openalex
            2026-06-25` (or `… parquet`) lists its files:
              - openalex: {release: "2026-06-25"}
          - the abstracts that CSFCube's authors drew their pools from, shards or globs (.jsonl or
            .jsonl.gz; snakemake fetch_csfcube_abstracts downloads them): their sentences and labels
            stay as released, and they have no citations (docs/csfcube.md):
              - csfcube_abstracts: [resources/csfcube_abstracts/abstracts-preds.jsonl]""",
        {
            "description": (
                "null, or a list such as [m_*.gz]: shards or globs of S2ORC "
                "metadata, or mappings with table and the names of its columns, "
                "with papers, abstracts and citations, or with one of "
                "csfcube_abstracts, openalex, s2ag, beir, cystic_fibrosis"
            ),
            "minItems": 1,
            "items": {
                "if": {"type": "object"},
                "then": {
                    "if": {"required": ["table"]},
                    "then": ref("table"),
                    "else": ref("datasets"),
                },
                "else": ref("path"),
            },
        },
        default=None,
    )
    csfcube: str | dict[str, str] | None = setting(
        """A folder with the files of the CSFCube release (snakemake fetch_csfcube downloads it), or
        with a collection of yours in its format, which can have a name: {acl-methods:
        path/to/release}.""",
        {
            "description": (
                "null, a folder with the CSFCube release or a collection in its "
                "format, or one name and its folder: {acl-methods: "
                "path/to/release}"
            ),
            "if": {"type": "object"},
            "then": {
                "description": "one name and its folder: {acl-methods: path/to/release}",
                "minProperties": 1,
                "maxProperties": 1,
                "propertyNames": ref("name"),
                "additionalProperties": ref("path"),
            },
            "else": ref("optional_path"),
        },
        default=None,
    )
    csabstruct: str | None = setting(
        """A folder with CSAbstruct's train.jsonl, dev.jsonl and test.jsonl, which the labeller of
        sentences is measured on and, where facets.train says so, trained on (snakemake
        fetch_csabstruct downloads them).""",
        ref("optional_path", "null, or a folder with CSAbstruct"),
        default=None,
    )
    mdcr: str | None = setting(
        """A folder with the released MDCR: mdcr_val.json, mdcr_test.json and the texts of their
        papers, mdcr_val_data.jsonl and mdcr_test_data.jsonl (snakemake fetch_mdcr downloads them).
        Set, it is what `mdcr` rankers are scored on; else the benchmark that is built from
        data.s2orc.""",
        ref("optional_path", "null, or a folder with the MDCR release"),
        default=None,
    )
    scisumm: str | None = setting(
        """A folder with CL-SciSumm: Training-Set-2019/Task1/From-Training-Set-2018, Test-Set-2018,
        Test-Set-2018-Gold/Task1 and scisummnet-2019.tar.gz (snakemake fetch_scisumm downloads
        it).""",
        ref("optional_path", "null, or a folder with CL-SciSumm"),
        default=None,
    )
    collections: dict[str, Reader] | None = setting(
        """Other people's test collections, which every ranker of yours ranks: name -> format and
        settings. docs/collections.md tells more.
          nfcorpus: {format: beir, path: data/nfcorpus}
          askubuntu: {format: mteb, path: data/askubuntu}
          cranfield: {format: trec, documents: cran.all.1400.xml, topics: cran.qry.xml,
                      qrels: cranqrel.trec.txt, topic_ids: position}
        The formats, and their settings:""",
        {
            "description": (
                "null, or a mapping of names to collections of others, each a "
                "format and its settings"
            ),
            "minProperties": 1,
            "propertyNames": ref("name"),
            "additionalProperties": ref("collection"),
        },
        default=None,
    )
