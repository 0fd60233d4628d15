"""Evaluate rankings of CSFCube's whole corpus: scores, values per query paper and paired tests.

Protocol ``corpus`` counts a query paper that was judged for itself (8781666), so that every ranker
misses it; ``corpus-corrected`` does not. Recall at 50 and 100 is what SemRank prints (arXiv
2505.21815, Table 2). What its authors counted was not found out: no published score is comparable.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from paperpool.benchmarks.csfcube import BENCHMARK, CORPUS, CORPUS_PROTOCOLS
from paperpool.collections.collection import Collection
from paperpool.collections.csfcube_corpus import SPLIT, leave_out_queries, open_corpus
from paperpool.evaluation.float_scores import describe_beyond
from paperpool.evaluation.limits import describe_depths
from paperpool.evaluation.named_measures import measure_topics, parse_measures
from paperpool.evaluation.paired_draws import Paired
from paperpool.evaluation.runs import Run
from paperpool.evaluation.slices import read_slices
from paperpool.evaluation.tables import Evaluation, EvaluationRows, Slice, measure_slice

MEASURES = {"recall@50": "R@50", "recall@100": "R@100", "map": "AP", "ndcg@10": "nDCG@10"}
"""The measures, and their names in ir_measures; relevant is grade 2 or 3, a gain the grade."""


def evaluate_corpus(
    collection: Collection,
    runs: Mapping[str, Run],
    paired: Paired,
    slices: str | Path | None = None,
) -> Evaluation:
    """Evaluate rankings of the corpus of a CSFCube collection under both protocols.

    ``runs`` are keyed as the topics of ``open_corpus``. ``slices`` is a file of further ones (see
    ``read_slices``), of query papers. Notes tell of runs that end before the measures do.
    """
    corpus = open_corpus(collection)
    queries = [query for query, _ in corpus.pairs()]
    places = {"all": list(range(len(queries)))}
    if slices:
        places |= _read_places(slices, queries)

    measures = parse_measures(list(MEASURES.values()), corpus.relevant)
    rows = EvaluationRows()
    ranked = [list(MEASURES).index(measure) for measure in CORPUS.tested]
    judged_by_protocol = (corpus, leave_out_queries(corpus))
    for protocol, judged in zip(CORPUS_PROTOCOLS, judged_by_protocol, strict=True):
        stacks = {}
        for ranker, run in runs.items():
            stacks[ranker] = measure_topics(run, judged, measures)[:, None]

        # the streams of draws are numbered after those of the slices of CSFCube's pools
        for stream, (name, positions) in enumerate(places.items(), len(BENCHMARK.slices)):
            chosen = {ranker: stack[positions] for ranker, stack in stacks.items()}
            names = [queries[position] for position in positions]
            draws = paired.draws([len(names)], stream)
            rows.add(
                Slice(BENCHMARK.name, protocol, SPLIT, name, list(MEASURES), names),
                measure_slice(chosen, draws, paired.among(runs), ranked),
                {},
            )
    notes = [*describe_beyond(runs), *describe_depths(runs, corpus, measures)]
    return replace(rows.tables(), notes=notes)


def _read_places(path: str | Path, queries: Sequence[str]) -> dict[str, list[int]]:
    """Read the positions of each slice's query papers in ``queries``."""
    reserved = [*CORPUS.slices, *CORPUS.slices.values()]
    hint = "Each row is query_id,slice: a query paper by its id, and any name but all."
    positions = {query: [position] for position, query in enumerate(queries)}
    slices = read_slices(path, positions, reserved, hint)
    return {name: sorted(members) for name, members in slices.items()}
