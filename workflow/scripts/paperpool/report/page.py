"""The report: from result files to one HTML page that needs nothing else.

Everything from data goes through Jinja2's escaping; only the figures, which ``svg.make_svg``
made, are put in as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paperpool.pages import wording
from paperpool.pages.environment import make_environment
from paperpool.pages.run_info import RunInfo
from paperpool.report.annotation.section import AnnotationFiles, make_annotation_section
from paperpool.report.bench_table import read_bench
from paperpool.report.corpus.section import CorpusFiles, make_corpus_section
from paperpool.report.csfcube.section import CsfcubeFiles, make_csfcube_section
from paperpool.report.facets.section import make_facets_section
from paperpool.report.mdcr.section import MdcrFiles, make_mdcr_section
from paperpool.report.pools.section import PoolFiles, make_pools_section
from paperpool.report.provenance_table import installed_versions, read_costs, total_cost
from paperpool.report.scisearch.section import ScisearchFiles, make_scisearch_section
from paperpool.report.scisumm.section import ScisummFiles, make_scisumm_section


def build_page(
    run: RunInfo,
    corpus: CorpusFiles | None = None,
    csfcube: CsfcubeFiles | None = None,
    bench: str | Path | None = None,
    annotation: AnnotationFiles | None = None,
    pools: PoolFiles | None = None,
    facets: str | Path | None = None,
    mdcr: MdcrFiles | None = None,
    scisumm: ScisummFiles | None = None,
    scisearch: ScisearchFiles | None = None,
) -> str:
    """Return the page; a section without files is a line that says which key to set.

    ``bench`` is the table of ``make bench``, shown where it is there, as are
    ``annotation``, ``pools``, ``facets`` (facets/metrics.csv), ``mdcr``, ``scisumm`` and
    ``scisearch``.
    """
    sections = {
        "corpus": make_corpus_section(corpus) if corpus else None,
        "pools": make_pools_section(pools) if pools else None,
        "csfcube": make_csfcube_section(csfcube) if csfcube else None,
        "mdcr": make_mdcr_section(mdcr) if mdcr else None,
        "scisumm": make_scisumm_section(scisumm) if scisumm else None,
        "scisearch": make_scisearch_section(scisearch) if scisearch else None,
    }
    costs = read_costs(run.benchmarks, leave_out=run.building)
    return (
        make_environment(Path(__file__).parent)
        .get_template("page.html.jinja")
        .render(
            run=run,
            summary=_summarise(run, sections),
            **sections,
            bench=read_bench(bench) if bench else [],
            annotation=make_annotation_section(annotation) if annotation else None,
            facets=make_facets_section(facets) if facets else None,
            config_text=Path(run.config).read_text(encoding="utf-8"),
            versions=installed_versions(run.packages),
            costs=costs,
            total=total_cost(costs),
        )
    )


def _summarise(run: RunInfo, sections: Mapping[str, dict[str, Any] | None]) -> str:
    """Return the page's one sentence."""
    parts = []
    if corpus := sections["corpus"]:
        funnel = corpus["funnel"]
        rows = wording.plural(funnel.read, "row")
        parts.append(f"{rows} of corpus read and {wording.plural(funnel.kept, 'paper')} kept")
    if pools := sections["pools"]:
        candidates = wording.plural(pools["sizes"].n_candidates, "candidate")
        queries = wording.plural(pools["sizes"].n_queries, "query")
        parts.append(f"{candidates} pooled for {queries}")
    if csfcube := sections["csfcube"]:
        text = f"{wording.plural(csfcube['n_rankers'], 'ranker')} scored on "
        text += "a generated collection" if run.is_demo else "CSFCube"
        if csfcube["headline"]:
            best = csfcube["headline"][0]
            text += (
                f", the best all-NDCG%20 being {best.ranker}'s "
                f"{wording.percent(best.value)} over {wording.plural(best.n_queries, 'query')}"
            )
        parts.append(text)
    if mdcr := sections["mdcr"]:
        text = f"{wording.plural(mdcr['n_rankers'], 'ranker')} scored on "
        text += "a generated benchmark like MDCR" if run.is_demo else "MDCR"
        if best := mdcr["benchmark"]["best"]:
            text += (
                f", the best MAP being {best.ranker}'s {wording.percent(best.value)} "
                f"over {wording.plural(best.n_queries, 'query')}"
            )
        parts.append(text)
    if scisumm := sections["scisumm"]:
        text = f"{wording.plural(scisumm['n_rankers'], 'ranker')} scored on cited text "
        text += "of a generated collection" if run.is_demo else "of CL-SciSumm"
        if best := scisumm["best"]:
            text += (
                f", the best official F1 on the test set being {best.ranker}'s "
                f"{wording.percent(best.value)}"
            )
        parts.append(text)
    if (scisearch := sections["scisearch"]) and (best := scisearch["best"]):
        parts.append(
            f"{wording.plural(scisearch['n_models'], 'model')} of SciSearch trained, the best "
            f"honest all-NDCG%20 being {best.name}'s {wording.percent(best.honest.value)}"
        )
    return "; ".join(parts) + "." if parts else "No section of this run has data."
