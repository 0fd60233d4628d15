"""The description of a collection, or of a user's slices of one, for its score tables."""

from collections.abc import Sequence
from dataclasses import replace

from paperpool.benchmarks.benchmark import CORRECTED, Benchmark, Measure
from paperpool.benchmarks.collections import BENCHMARK
from paperpool.benchmarks.registry import judged_benchmark
from paperpool.collections.schemes import Scheme
from paperpool.evaluation.open_collections import TESTED
from paperpool.pages.scores import Score


def describe_collection(name: str, scores: Sequence[Score]) -> Benchmark:
    """Describe the collection called ``name``, whose scores are ``scores``.

    Its measures keep the order of the scores; the first one is the headline.
    """
    source = BENCHMARK.measures[0].source
    names = list(dict.fromkeys(score.measure for score in scores))
    split = scores[0].split
    return replace(
        add_slices(BENCHMARK, scores),
        title=name,
        splits={split: f"{split.capitalize()} split"},
        measures=tuple(Measure(measure, measure, source) for measure in names),
        tested=tuple(names[:TESTED]),
        headline=replace(BENCHMARK.headline, benchmark=name, split=split, measure=names[0]),
        parts=(name,),
    )


def add_slices(benchmark: Benchmark, scores: Sequence[Score]) -> Benchmark:
    """Describe a benchmark with the further slices that ``scores`` have, which a user named."""
    slices = dict(benchmark.slices)
    for score in scores:
        slices.setdefault(score.slice, score.slice)
    return replace(benchmark, slices=slices)


def describe_own_csfcube(name: str, scheme: Scheme) -> Benchmark:
    """Return the description of somebody's own collection in CSFCube's format.

    No published score can stand beside its own, so its headline is of the corrected protocol.
    """
    released = judged_benchmark()
    return replace(
        released,
        title=name,
        slices=scheme.slice_titles,
        measures=tuple(replace(measure, source="") for measure in released.measures),
        headline=replace(released.headline, protocol=CORRECTED),
    )
