"""Build the run's report: one HTML page that needs nothing else, and two to be browsed.

They are of rankers' errors and of citing sentences.
"""

from pathlib import Path

from paperpool.collections.csfcube_release import QUERIES
from paperpool.collections.facets import FACETS
from paperpool.evaluation.published import published_name
from paperpool.files import write_text
from paperpool.pages.run_info import RunInfo
from paperpool.report.annotation.section import AnnotationFiles
from paperpool.report.corpus.section import CorpusFiles
from paperpool.report.csfcube.section import CsfcubeFiles
from paperpool.report.errors.page import ErrorFiles, build_errors_page
from paperpool.report.mdcr.section import ConstructionFiles, MdcrFiles
from paperpool.report.page import build_page
from paperpool.report.pools.section import PoolFiles
from paperpool.report.scisearch.section import ScisearchFiles
from paperpool.report.scisumm.page import ScisummPageFiles, build_scisumm_page
from paperpool.report.scisumm.section import ScisummFiles
from paperpool.scisearch.names import ranker_name
from paperpool.scripts import running


def find_files(section, name):
    """Return the input files of a section, or None where the run does not make it."""
    found = {field: snakemake.input.get(f"{name}_{field}") for field in section.__annotations__}
    return section(**found) if any(found.values()) else None


def find_mdcr(settings):
    """Return the files of MDCR, of its construction too where the run has one."""
    files = snakemake.input
    names = ("queries", "provenance", "texts", "shortfalls", "jaccard", "models", "grid")
    construction = None
    if settings["built"]:
        built = {name: files.get(f"mdcr_{name}") for name in names}
        construction = ConstructionFiles(**built, **settings["built"])
    return MdcrFiles(
        metrics=files.mdcr_metrics,
        significance=files.mdcr_significance,
        published=files.mdcr_published,
        published_names={
            name: published_name(setting, "mdcr") for name, setting in settings["names"].items()
        },
        comparable=settings["comparable"],
        baselines=settings["baselines"],
        is_released=settings["is_released"],
        checks=dict(zip(settings["checked"], files.mdcr_checks, strict=True)),
        construction=construction,
    )


def find_scisumm(settings):
    """Return the files of cited text identification."""
    files = snakemake.input
    names = "metrics significance human lengths ablation powers corpus malformed vectors published"
    return ScisummFiles(
        **{name: files[f"scisumm_{name}"] for name in names.split()},
        best=files.get("scisumm_best"),
        published_names={
            name: published_name(setting, "scisumm") for name, setting in settings["names"].items()
        },
        **{key: settings[key] for key in ("rankers", "baselines", "confidence", "k")},
        is_released=settings["is_released"],
    )


def find_scisearch(settings):
    """Return the files of SciSearch, those of its models in the rule's order."""
    files = snakemake.input
    names = "metrics per_query significance examples abstracts published"
    listed = [
        (ranker_name(encoder, loss), facet)
        for encoder in settings["encoders"]
        for loss in settings["losses"]
        for facet in FACETS
    ]
    return ScisearchFiles(
        **{name: files[f"scisearch_{name}"] for name in names.split()},
        released_queries=files.scisearch_released_queries,
        histories=dict(zip(listed, files.scisearch_histories, strict=True)),
        predictions=dict(zip(listed, files.scisearch_predictions, strict=True)),
        **settings,
    )


def write_citances(run, settings):
    """Write the page of the citing sentences; without settings it says what it needs."""
    files, found, explain = snakemake.input, None, None
    if settings:
        # not there to be imported by runs without the section
        from paperpool.scisumm.match.explanation import Explainer
        from paperpool.scisumm.match.settings import Matching
        from paperpool.scisumm.match.word_vectors import read_vectors

        found = ScisummPageFiles(
            sentences=files.scisumm_sentences,
            citances=files.scisumm_citances,
            gold=files.scisumm_gold,
            rankings=dict(zip(settings["ranked"], files.scisumm_rankings, strict=True)),
            k=settings["k"],
            submissions=settings["submitted"],
        )
        explain = Explainer(read_vectors(files.scisumm_word_vectors), Matching()).explain
    write_text(snakemake.output.scisumm, build_scisumm_page(run, found, explain))


with running(snakemake):
    files, params = snakemake.input, snakemake.params
    corpus = csfcube = errors = mdcr = scisumm = scisearch = None
    if "corpus" in params.sections:
        corpus = CorpusFiles(files.summary, files.quarantine)
    if "csfcube" in params.sections:
        collection = Path(files.collection[0]).parent
        csfcube = CsfcubeFiles(
            metrics=files.metrics,
            per_query=files.per_query,
            significance=files.significance,
            queries=collection / QUERIES,
            published=files.published,
            released_queries=files.released_queries,
            kinds=params.kinds,
            published_names={
                name: published_name(setting, "csfcube")
                for name, setting in params.published_names.items()
            },
            baselines=params.baselines,
            confidence=params.confidence,
            pool_bias=files.pool_bias,
            checks=dict(zip(params.checked, files.checks, strict=True)),
            designs=dict(zip(params.chosen, files.designs, strict=True)),
        )
        errors = ErrorFiles(
            collection=collection,
            metrics=files.metrics,
            per_query=files.per_query,
            runs=dict(zip(params.kinds, files.runs, strict=True)),
            rankers=params.errors,
            baseline=params.baselines[0],
        )
    if "mdcr" in params.sections:
        mdcr = find_mdcr(params.mdcr)
    if "scisumm" in params.sections:
        scisumm = find_scisumm(params.scisumm)
    if "scisearch" in params.sections:
        scisearch = find_scisearch(params.scisearch)
    annotation = find_files(AnnotationFiles, "annotation")
    pools = find_files(PoolFiles, "pools")
    run = RunInfo(config=files.config, building=snakemake.rule, **params.run)
    page = build_page(
        run,
        corpus,
        csfcube,
        files.get("bench"),
        annotation,
        pools,
        files.get("facets"),
        mdcr,
        scisumm,
        scisearch,
    )
    write_text(snakemake.output.page, page)
    write_text(snakemake.output.errors, build_errors_page(run, errors))
    write_citances(run, params.scisumm)
