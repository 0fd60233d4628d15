"""CL-SciSumm, task 1a: the sentences of a paper that another paper's sentence cites."""

from paperpool.benchmarks.benchmark import OFFICIAL, Benchmark, Headline, Measure
from paperpool.benchmarks.scisumm_folder import FOLDER

_TABLE = "Ricci et al. (2022), Table 2"

BENCHMARK = Benchmark(
    name="scisumm",
    title="CL-SciSumm",
    place=30,
    data_keys=("scisumm",),
    slices={"all": "All annotation files"},  # and reference papers and annotators
    splits={"train": "Training set", "test": "Test set"},
    measures=(
        Measure("precision", "Precision", _TABLE),
        Measure("recall", "Recall", _TABLE),
        Measure("f1", "F1", _TABLE),
        Measure("rouge_s_f1", "ROUGE-S*", _TABLE),
    ),
    tested=("f1", "rouge_s_f1"),
    headline=Headline("scisumm", OFFICIAL, "test", "all", "f1"),
    parts=("scisumm",),
    published="scisumm.csv",
    folder=FOLDER,
    rankings="scisumm/runs/{ranker}",
)
