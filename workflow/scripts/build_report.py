"""Build the run's report: one HTML page that needs nothing else."""

from paperpool.files import write_text
from paperpool.report.annotation_section import AnnotationFiles
from paperpool.report.page import CorpusFiles, CsfcubeFiles, RunInfo, build_page
from paperpool.report.pools_section import PoolFiles
from paperpool.scripts import running


def find_files(section, name):
    """Return the input files of a section, or None where the run does not make it."""
    found = {field: snakemake.input.get(f"{name}_{field}") for field in section.__annotations__}
    return section(**found) if any(found.values()) else None


with running(snakemake):
    files, params = snakemake.input, snakemake.params
    corpus = csfcube = None
    if "corpus" in params.sections:
        corpus = CorpusFiles(files.summary, files.quarantine, files.funnel)
    if "csfcube" in params.sections:
        csfcube = CsfcubeFiles(
            metrics=files.metrics,
            per_query=files.per_query,
            significance=files.significance,
            queries=files.queries,
            published=files.published,
            released_queries=files.released_queries,
            intervals_figure=files.intervals,
            two_facets_figure=files.two_facets,
            published_names=params.published_names,
            baseline=params.baseline,
            confidence=params.confidence,
            pool_bias=files.pool_bias,
            checks=dict(zip(params.checked, files.checks, strict=True)),
        )
    annotation = find_files(AnnotationFiles, "annotation")
    pools = find_files(PoolFiles, "pools")
    run = RunInfo(config=files.config, building=snakemake.rule, **params.run)
    write_text(
        snakemake.output.page,
        build_page(
            run, corpus, csfcube, files.get("bench"), annotation, pools, files.get("facets")
        ),
    )
