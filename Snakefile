"""paperpool: build and evaluate the test collections of scientific-paper retrieval.

The stages, in the order data flows:

  demo        generated shards and a generated collection, while no data is configured
  corpus      S2ORC metadata or bulk datasets -> filtered papers, citations, twins
  facets      a sentence labeller, trained once -> the facet of each sentence of the papers
  pools       every source ranks the corpus for each query -> candidate pools
  csfcube     rankers and runs -> the tables of CSFCube (faceted query by example)
  mdcr        large pools ranked, a benchmark built of it -> the tables of MDCR (citations)
  collections other people's test collections, ranked and evaluated by trec_eval's measures
  scisumm     citing sentences matched with what they cite -> the tables of CL-SciSumm
  scisearch   re-rankers trained on CSFCube's grades -> the tables of SciSearch, with and without
              its training pairs
  annotation  pools -> tasks for Label Studio; its exports -> a judged collection, agreement
  report      everything on one page
  export      the collections in the formats of other tools, with their licences

Run `snakemake` for all of them but the export, or name a stage or any output file. `check_figures`
compares a run on real data with the figures of resources/expected.
"""

from snakemake.utils import min_version

min_version("9.27")


include: "workflow/rules/common.smk"


pathvars:
    results=RESULTS,
    logs=f"{RESULTS}/logs",
    benchmarks=f"{RESULTS}/benchmarks",


onstart:
    hold_results()


localrules:
    all,
    fetch_csfcube,
    fetch_csfcube_file,
    fetch_csfcube_abstracts,
    fetch_csfcube_abstracts_archive,
    fetch_csabstruct,
    fetch_csabstruct_file,
    fetch_mdcr,
    fetch_mdcr_file,
    fetch_scisumm,
    fetch_scisumm_archive,
    fetch_acl,
    fetch_arxiv,
    fetch_arxiv_file,
    fetch_hepth,
    fetch_hepth_file,
    corpus,
    facets,
    pools,
    csfcube,
    mdcr,
    collections,
    scisumm,
    scisearch,
    annotation,
    report,
    export,
    write_config,


include: "workflow/rules/sections.smk"


rule all:
    default_target: True
    input:
        all_targets,


include: "workflow/rules/fetch.smk"
include: "workflow/rules/fetch_corpora.smk"
include: "workflow/rules/ranker_inputs.smk"
include: "workflow/rules/corpus_inputs.smk"
include: "workflow/rules/csfcube_inputs.smk"
include: "workflow/rules/collections_inputs.smk"
include: "workflow/rules/scisumm_inputs.smk"
include: "workflow/rules/scisearch_inputs.smk"
include: "workflow/rules/demo.smk"
include: "workflow/rules/corpus.smk"
include: "workflow/rules/bulk.smk"
include: "workflow/rules/pools_inputs.smk"
include: "workflow/rules/facets_inputs.smk"
include: "workflow/rules/facets.smk"
include: "workflow/rules/queries_inputs.smk"
include: "workflow/rules/queries.smk"
include: "workflow/rules/pools.smk"
include: "workflow/rules/training_inputs.smk"
include: "workflow/rules/csfcube.smk"
include: "workflow/rules/training.smk"
include: "workflow/rules/mdcr_inputs.smk"
include: "workflow/rules/mdcr_pools.smk"
include: "workflow/rules/mdcr_rankings.smk"
include: "workflow/rules/mdcr_benchmark.smk"
include: "workflow/rules/mdcr_scores.smk"
include: "workflow/rules/collections.smk"
include: "workflow/rules/scisumm.smk"
include: "workflow/rules/scisearch.smk"
include: "workflow/rules/benchmarks.smk"
include: "workflow/rules/annotation_inputs.smk"
include: "workflow/rules/labels.smk"
include: "workflow/rules/annotation.smk"
include: "workflow/rules/agreement.smk"
include: "workflow/rules/report_inputs.smk"
include: "workflow/rules/report.smk"
include: "workflow/rules/expected_inputs.smk"
include: "workflow/rules/expected.smk"
include: "workflow/rules/export_inputs.smk"
include: "workflow/rules/export.smk"
