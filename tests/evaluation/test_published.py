"""Published scores of MDCR: consistent in themselves, and found by a ranker's name."""

import csv

import pytest

from paperpool.evaluation.published import (
    COLUMNS,
    published_name,
    read_cells,
    read_published_scores,
    scores_beside,
)
from paperpool.resources import RESOURCES
from paperpool.workflow.config.loading import load_yaml

SYSTEMS = ["BM25", "SciBERT", "Specter", "SciNCL", "Aspire-BM", "Aspire-CS"]
SIZES = ["200000", "500000", "1000000", "2000000"]
TYPES = ["bm25", "specter", "scincl", "graph", "most_cited", "random"]
HALF = 0.0005000001  # of the last printed digit, as a fraction


@pytest.fixture(scope="module")
def path(root):
    return root / "workflow/scripts/paperpool/resources/published/mdcr.csv"


@pytest.fixture(scope="module")
def figures(path):
    return read_cells(path, ["benchmark", "system", "slice", "metric"])


@pytest.fixture(scope="module")
def fields(figures):
    return sorted({key[2] for key in figures if key[0] == "mdcr-field"} - {"all"})


def test_every_cell_is_there_once(path, figures, fields):
    assert len(fields) == 19
    with path.open(encoding="utf-8", newline="") as file:
        assert len(list(csv.reader(file))) == len(figures) + 1
    expected = {
        ("mdcr-dataset", system, size, metric)
        for system in SYSTEMS[:-1]
        for size in SIZES
        for metric in ("map", "ndcg", "recall_30")
    }
    for system in SYSTEMS:
        for part in [*fields, "all"]:
            of_field = ("map", "ndcg", "recall_30")
            expected |= {("mdcr-field", system, part, metric) for metric in of_field}
            expected |= {("mdcr", system, part, metric) for metric in ("map", "recall_5")}
        for kind in TYPES:
            expected |= {("mdcr", system, f"type:{kind}", metric) for metric in ("map", "recall_5")}
    expected |= {("mdcr", "SciNCL", part, "ndcg") for part in [*fields, "all"]}
    for kind in TYPES:
        expected |= {("mdcr", "AVG", f"type:{kind}", metric) for metric in ("map", "recall_5")}
    for system in ("SciBERT", "Specter", "SciNCL", "ts-Aspire"):
        expected |= {("mdcr-scidocs", system, "cite", metric) for metric in ("map", "ndcg")}
    assert set(figures) == expected
    assert all(0 < value < 1 for value in figures.values())


def test_averages_are_the_means_of_the_fields_within_rounding(figures, fields):
    for benchmark, system, part, metric in figures:
        if part == "all":
            mean = sum(figures[benchmark, system, f, metric] for f in fields) / 19
            printed = figures[benchmark, system, "all", metric]
            assert abs(mean - printed) < 2 * HALF, (benchmark, system, metric)


def test_readme_figures_average_to_their_last_digit(figures, fields):
    for metric in ("map", "ndcg", "recall_5"):
        mean = sum(figures["mdcr", "SciNCL", field, metric] for field in fields) / 19
        assert mean == pytest.approx(figures["mdcr", "SciNCL", "all", metric], abs=0.6e-6)


def test_types_average_to_the_last_row_of_table_4(figures):
    for metric in ("map", "recall_5"):
        for kind in TYPES:
            of_systems = [figures["mdcr", system, f"type:{kind}", metric] for system in SYSTEMS]
            value = figures["mdcr", "AVG", f"type:{kind}", metric]
            assert abs(sum(of_systems) / 6 - value) < 2 * HALF, (kind, metric)


def test_figures_are_found_by_name_for_comparable_benchmarks(path):
    names = {"mine": "SciNCL", "other": None, "unknown": "SPECTER"}
    keys = ("benchmark", "ranker", "slice", "measure")
    found = scores_beside(read_published_scores(path, ["mdcr", "mdcr-dataset"]), names, keys)
    assert {key[1] for key in found} == {"mine"}
    assert {key[0] for key in found} == {"mdcr", "mdcr-dataset"}
    assert found["mdcr", "mine", "Art", "ndcg"] == 0.603739
    assert found["mdcr-dataset", "mine", "2000000", "map"] == 0.216
    assert scores_beside(read_published_scores(path, []), names, keys) == {}


@pytest.mark.parametrize(
    ("name", "n", "total"),
    [
        ("csfcube", 222, 83.1966),
        ("mdcr", 772, 296.25294),
        ("scisumm", 107, 2333.579131617769),
        ("scisearch", 380, 224.2985),
        ("scifact", 7, 5.81994),
    ],
)
def test_the_figures_of_every_benchmark_have_one_shape(root, name, n, total):
    path = root / f"workflow/scripts/paperpool/resources/published/{name}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        assert tuple(next(csv.reader(file))) == COLUMNS
    figures = read_published_scores(path)
    cells = {(f.benchmark, f.protocol, f.split, f.system, f.slice, f.measure) for f in figures}
    assert len(figures) == len(cells) == n
    assert all(f.source and f.split and f.benchmark.startswith(name) for f in figures)
    assert sum(f.value for f in figures) == pytest.approx(total, abs=1e-9)


@pytest.mark.parametrize(
    ("setting", "csfcube", "mdcr"),
    [
        (None, None, None),
        ("SciNCL", "SciNCL", "SciNCL"),
        ({"csfcube": "SPECTER", "mdcr": "Specter"}, "SPECTER", "Specter"),
        ({"mdcr": "Specter"}, None, "Specter"),
    ],
)
def test_a_name_is_for_every_benchmark_or_for_each(setting, csfcube, mdcr):
    assert published_name(setting, "csfcube") == csfcube
    assert published_name(setting, "mdcr") == mdcr


@pytest.mark.parametrize(
    ("overlay", "ranker", "ndcg", "map_"),
    [
        ("hub", "otaspire-cs", 0.6181, 0.4124),
        ("hub", "tsaspire-cs", 0.6146, 0.4133),
        ("hub", "cosentbert", 0.5386, 0.3058),
        ("hub", "mpnet", 0.5494, 0.3464),
        ("specter-cocite", "specter-cocite", 0.5926, 0.3767),
        ("specter-cocite", "specter-cocite-transformer", 0.5791, 0.3717),
    ],
)
def test_a_released_model_stands_beside_its_own_scores_not_a_mean(
    root, overlay, ranker, ndcg, map_
):
    setting = load_yaml(root / f"config/{overlay}.yaml")["rankers"][ranker]["published"]
    system = published_name(setting, "csfcube")
    figures = read_published_scores(RESOURCES / "published/csfcube.csv")
    own = {figure.measure: figure for figure in figures if figure.system == system}
    assert {name: figure.value for name, figure in own.items()} == {"ndcg%20": ndcg, "map": map_}
    for figure in own.values():
        assert "model card allenai/" in figure.source and "README.md line" in figure.source
        assert "mean" not in figure.source


def test_the_page_has_the_same_aspire_scores(root):
    """Of docs/results.md, in hundredths; a mean is under the system's bare name."""
    figures = read_cells(RESOURCES / "published/csfcube.csv", ("system", "slice", "metric"))
    path = root / "docs/tables/measured/csfcube-published.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["MAP, all"]]
    named = {
        "aspire-sentence-embedder (released)": "aspire-sentence-embedder",
        "paraphrase-TinyBERT-L6-v2 (SentBERT-PP)": "SentBERT-PP",
    }
    for row in rows:
        system = named.get(row["system"], row["system"].partition(",")[0])
        beside = [100 * figures[system, "all", metric] for metric in ("ndcg%20", "map")]
        assert [float(row["all"]), float(row["MAP, all"])] == pytest.approx(beside), row["system"]
    assert len(rows) == 11
