"""Evaluate rankings of CSFCube's whole corpus: scores, values per query paper and paired tests.

Protocol ``corpus`` counts a query paper that was judged for itself (8781666), so that every ranker
misses it; ``corpus-corrected`` does not. Source: SemRank, arXiv 2505.21815, Table 2, for recall@50
and recall@100; the protocol of its authors was not checked.
"""

from collections.abc import Mapping
from dataclasses import replace

from paperpool.benchmarks.csfcube import BENCHMARK, CORPUS, CORPUS_PROTOCOLS
from paperpool.collections.collection import Collection
from paperpool.collections.csfcube_corpus import SPLIT, leave_out_queries, open_corpus
from paperpool.evaluation.limits import describe_depths
from paperpool.evaluation.named_measures import measure_topics, parse_measures
from paperpool.evaluation.paired_draws import Paired
from paperpool.evaluation.runs import Run
from paperpool.evaluation.tables import Evaluation, EvaluationRows, Slice, measure_slice

MEASURES = {"recall@50": "R@50", "recall@100": "R@100", "map": "AP", "ndcg@10": "nDCG@10"}
"""The measures, and their names in ir_measures; relevant is grade 2 or 3, a gain the grade."""


def evaluate_corpus(
    collection: Collection,
    runs: Mapping[str, Run],
    published: Mapping[tuple[str, str, str], float],
    paired: Paired,
) -> Evaluation:
    """Evaluate rankings of the corpus of a CSFCube collection under both protocols.

    ``runs`` are keyed as the topics of ``open_corpus``; ``published`` maps (protocol, ranker,
    measure) to a published score. Notes tell of runs that end before the measures do.
    """
    corpus = open_corpus(collection)
    queries = [query for query, _ in corpus.pairs()]
    measures = parse_measures(list(MEASURES.values()), corpus.relevant)
    rows = EvaluationRows()
    ranked = [list(MEASURES).index(measure) for measure in CORPUS.tested]
    both = (corpus, leave_out_queries(corpus))
    for protocol, judged in zip(CORPUS_PROTOCOLS, both, strict=True):
        stacks = {r: measure_topics(run, judged, measures)[:, None] for r, run in runs.items()}
        draws = paired.draws([len(queries)], len(BENCHMARK.slices))
        rows.add(
            Slice(BENCHMARK.name, protocol, SPLIT, "all", list(MEASURES), queries),
            measure_slice(stacks, draws, paired.among(runs), ranked),
            {(r, measure): v for (p, r, measure), v in published.items() if p == protocol},
        )
    return replace(rows.tables(), notes=describe_depths(runs, corpus, measures))
