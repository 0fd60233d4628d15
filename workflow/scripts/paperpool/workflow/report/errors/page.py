"""The errors of two rankers side by side, query by query, as a page of its own.

Source: CSFCube, appendix G. A stylesheet shows the query that the page's address names; the page
needs no script.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from paperpool.benchmarks.benchmark import Headline
from paperpool.collections.collection import Collection, pair_name
from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.schemes import Scheme
from paperpool.evaluation.csfcube_measures import CUTOFF
from paperpool.evaluation.runs import Run
from paperpool.evaluation.stored_runs import read_run
from paperpool.io.csv_rows import Rows
from paperpool.pages.environment import make_environment
from paperpool.pages.headline import headline, read_query_values
from paperpool.pages.marked_papers import MarkedPaper, mark_paper
from paperpool.pages.run_info import RunLabel
from paperpool.pages.scores import Score

N_SHOWN = 5
"""The errors of each kind that are shown of a ranker."""


@dataclass(frozen=True)
class Errors:
    """The errors of one ranker for one query, the worst first, and its score, if any.

    ``false_positives`` are irrelevant and retrieved, by rank; ``false_negatives`` relevant and not
    retrieved: unranked ones first, then from the lowest rank. ``ranks`` are from 1.
    """

    false_positives: list[str]
    false_negatives: list[str]
    ranks: dict[str, int]
    value: float | None = None


@dataclass(frozen=True)
class QueryErrors:
    """A query, the grades of its candidates, the errors of each ranker, and the papers of these.

    Candidates are relevant from the grade ``relevant`` on.
    """

    anchor: str
    facet: str
    paper: MarkedPaper
    grades: Mapping[str, int]
    relevant: float
    errors: Mapping[str, Errors]
    papers: Mapping[str, MarkedPaper]

    @property
    def n_relevant(self) -> int:
        """The candidates with a relevant grade."""
        return sum(grade >= self.relevant for grade in self.grades.values())

    @property
    def difference(self) -> float | None:
        """The score of the last ranker minus that of the first, if both have one."""
        values = [errors.value for errors in self.errors.values()]
        first = values[0]
        last = values[-1]
        if first is None or last is None:
            return None
        return last - first


def build_errors_page(
    run: RunLabel,
    collection: str | Path,
    per_query: str | Path | Rows,
    runs: Mapping[str, str | Path],
    cell: Headline,
) -> str:
    """Return the page, with headline scores.

    ``collection`` is a folder, ``runs`` are the files of the rankers shown.
    """
    judged = read_collection(collection, evaluable=False)
    queries = find_query_errors(
        judged,
        {ranker: read_run(path) for ranker, path in runs.items()},
        read_query_values(per_query, cell),
    )
    return write_errors_page(run, judged.scheme, list(runs), queries, cell.protocol)


def write_errors_page(
    run: RunLabel,
    scheme: Scheme,
    rankers: Sequence[str],
    queries: Mapping[str, Sequence[QueryErrors]],
    protocol: str,
) -> str:
    """Return the page of the ``queries`` of each facet."""
    template = make_environment(Path(__file__).parent).get_template("page.html.jinja")
    return template.render(
        run=run,
        rankers=rankers,
        queries=queries,
        scheme=scheme,
        depth=CUTOFF,
        n_shown=N_SHOWN,
        protocol=protocol,
    )


def choose_rankers(scores: Iterable[Score], cell: Headline, baseline: str) -> list[str]:
    """Return the baseline and the best of the others by ``headline``, if there are others."""
    for score in headline(scores, cell):
        if score.ranker != baseline:
            return [baseline, score.ranker]
    return [baseline]


def find_query_errors(
    collection: Collection, runs: Mapping[str, Run], values: Mapping[str, Mapping[str, float]]
) -> dict[str, list[QueryErrors]]:
    """Return {facet: its queries}, from the largest lead of the last of ``runs`` down.

    ``values`` are scores by ranker and <paper>_<facet>. Queries are not their own candidates.
    """
    facets: dict[str, list[QueryErrors]] = {facet: [] for facet in collection.scheme.facet_names}
    for number, (query, facet) in enumerate(collection.pairs(), 1):
        pair = (query, facet)
        grades = collection.judgments[pair].grades()
        grades.pop(query, None)

        errors = {}
        shown: set[str] = set()
        for ranker, run in runs.items():
            ranking = [candidate for candidate, _ in run.get(pair, []) if candidate != query]
            value = values.get(ranker, {}).get(pair_name(*pair))
            found = replace(find_errors(ranking, grades, collection.relevant), value=value)
            errors[ranker] = found
            shown.update(found.false_positives[:N_SHOWN])
            shown.update(found.false_negatives[:N_SHOWN])

        labels = collection.scheme.labels_of(facet)
        paper = mark_paper(collection.labelled(query), labels)
        papers = {}
        for candidate in shown:
            papers[candidate] = mark_paper(collection.labelled(candidate), labels)
        facets[facet].append(
            QueryErrors(f"q{number}", facet, paper, grades, collection.relevant, errors, papers)
        )

    ordered = {}
    for facet, queries in facets.items():
        if queries:
            ordered[facet] = sorted(queries, key=lambda query: -(query.difference or 0.0))
    return ordered


def find_errors(ranking: Sequence[str], grades: Mapping[str, int], relevant: float) -> Errors:
    """Return the errors of ``ranking``, distinct candidates from best to worst.

    Source: CSFCube, appendix G. Retrieved are the first 20, as P@20 and R@20 count them; relevant
    are grades from ``relevant`` on. ``ranking`` and ``grades`` leave the query itself out.
    """
    ranks = {candidate: rank for rank, candidate in enumerate(ranking, 1)}
    irrelevant = [candidate for candidate in ranking[:CUTOFF] if grades[candidate] < relevant]
    missed = []
    for candidate, grade in grades.items():
        rank = ranks.get(candidate, math.inf)
        if grade >= relevant and rank > CUTOFF:
            missed.append((-rank, candidate))
    return Errors(irrelevant, [candidate for _, candidate in sorted(missed)], ranks)
