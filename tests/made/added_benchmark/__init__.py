"""A made-up benchmark with a protocol of its own: is the first document relevant?

A test puts this folder into ``paperpool/benchmarks``, as its ``added``: nothing else is changed.
"""

from paperpool.benchmarks.benchmark import Benchmark, DataFolder, Headline, Measure, Release

FILE = "added.json"


def holds(folder):
    """Return whether a folder has the data."""
    return (folder / FILE).is_file()


BENCHMARK = Benchmark(
    name="added",
    title="Added",
    place=27,
    data_keys=("added",),
    slices={"all": "All topics"},
    splits={"test": "Test split"},
    measures=(Measure("first", "First", "made up"),),
    tested=("first",),
    headline=Headline("added", "made-up", "test", "all", "first"),
    parts=("added",),
    folder=DataFolder("added", holds),
    rankings="added/runs/{ranker}.parquet",
    release=Release("added", (FILE,), "Write it by hand, or correct the path."),
)
