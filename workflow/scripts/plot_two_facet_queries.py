"""Draw the figures of the papers that are queried by two facets, a panel per ranker."""

from paperpool.report.scores import best_with_baseline, read_scores
from paperpool.report.two_facets import MAX_PANELS, read_titles, read_two_facet_papers
from paperpool.report.two_facets_figure import plot_two_facet_papers
from paperpool.scripts import running

with running(snakemake):
    scores = read_scores(snakemake.input.metrics)
    panels = read_two_facet_papers(
        snakemake.input.per_query,
        read_titles(snakemake.input.queries),
        best_with_baseline(scores, snakemake.params.baseline, MAX_PANELS),
    )
    plot_two_facet_papers(panels, snakemake.output.figure)
