"""The descriptions of the benchmarks: found by their names, short, and sound."""

import pytest

from paperpool.benchmarks import registry
from paperpool.benchmarks.registry import find_benchmarks, find_protocols
from paperpool.csfcube.corpus_evaluation import MEASURES as CORPUS_MEASURES
from paperpool.csfcube.evaluation import SPLITS as CSFCUBE_SPLITS
from paperpool.evaluation.csfcube_measures import PROTOCOLS
from paperpool.evaluation.published import read_published_scores
from paperpool.plugins import find_part
from paperpool.workflow.config.benchmark_parts import BenchmarkSettings, find_settings
from paperpool.workflow.report.section_files import find_inputs, find_section

MOST_LINES = 100


@pytest.fixture(params=sorted(find_benchmarks()))
def benchmark(request):
    return find_benchmarks()[request.param]


def test_they_stand_in_the_order_of_their_places():
    assert list(find_benchmarks()) == ["csfcube", "mdcr", "collections", "scisumm", "scisearch"]


def test_a_description_is_short_and_holds_no_functions(benchmark, root):
    file = root / f"workflow/scripts/paperpool/benchmarks/{benchmark.name}.py"
    text = file.read_text()
    assert len(text.splitlines()) <= MOST_LINES and "def " not in text and "class " not in text


def test_what_it_names_is_there(benchmark, root):
    inputs = find_inputs(benchmark.name)
    assert callable(inputs.list_files) and callable(inputs.list_settings)
    assert callable(find_section(benchmark.name).build_section)
    assert find_part(benchmark.name, "plan") is not None
    settings = find_part(benchmark.name, "settings").SETTINGS
    assert settings == find_settings(benchmark.name) != BenchmarkSettings()
    for page in benchmark.pages:
        assert (root / f"workflow/report/{page}.rst").is_file()


def test_its_names_agree_with_each_other(benchmark):
    titles, of = benchmark.measure_titles, benchmark.headline
    assert len(titles) == len(benchmark.measures) and all(m.source for m in benchmark.measures)
    assert {*benchmark.tested, of.measure} <= set(titles)
    assert of.slice in benchmark.slices and of.split in benchmark.splits
    assert of.benchmark in benchmark.parts
    assert benchmark.slice_title(of.slice) == benchmark.slices[of.slice]
    assert benchmark.slice_title("no such slice") == "no such slice"


def test_the_figures_that_papers_print_are_of_its_cells(benchmark, root):
    if benchmark.name == "collections":  # of which nothing is printed
        assert benchmark.published is None
        return
    figures = read_published_scores(
        root / "workflow/scripts/paperpool/resources/published" / benchmark.published,
        benchmark.parts,
    )
    of_pools = [f for f in figures if not f.protocol.startswith("corpus")]
    assert of_pools
    assert {f.measure for f in of_pools} <= set(benchmark.measure_titles)
    assert {f.measure for f in figures if f not in of_pools} <= set(CORPUS_MEASURES)
    assert {f.split for f in figures} <= set(benchmark.splits)


def test_the_measures_of_csfcube_are_those_that_are_computed():
    csfcube = find_benchmarks()["csfcube"]
    assert set(csfcube.splits) == set(CSFCUBE_SPLITS)
    for measures in PROTOCOLS.values():
        assert set(csfcube.measure_titles) <= set(measures)


def test_a_benchmark_that_is_added_is_a_module_alone(tmp_path, monkeypatch):
    (tmp_path / "added.py").write_text(
        "from dataclasses import replace\n"
        "from paperpool.benchmarks.csfcube import BENCHMARK as CSFCUBE\n"
        'BENCHMARK = replace(CSFCUBE, name="added", title="Added", place=15)\n'
    )
    (tmp_path / "other.py").write_text('BENCHMARK = "no description"\n')
    monkeypatch.setattr(
        registry.benchmarks, "__path__", [*registry.benchmarks.__path__, str(tmp_path)]
    )
    find_benchmarks.cache_clear()
    try:
        assert " ".join(find_benchmarks()) == "csfcube added mdcr collections scisumm scisearch"
    finally:
        monkeypatch.undo()
        find_benchmarks.cache_clear()


def test_a_folder_is_recognised_by_one_benchmark(tmp_path):
    files = {
        "csfcube": "evaluation_splits.json",
        "mdcr": "mdcr_test.json",
        "scisumm": "inner/Test-Set-2018/x",
        "": "other.json",
    }
    for benchmark, file in files.items():
        path = tmp_path / (benchmark or "other") / file
        path.parent.mkdir(parents=True)
        path.touch()
        folder = tmp_path / (benchmark or "other")
        described = find_benchmarks().items()
        found = [name for name, of in described if of.folder and of.folder.holds(folder)]
        assert found == [benchmark][: bool(benchmark)]


def test_released_rankings_lie_in_the_folder_and_beside_it(tmp_path):
    inside, beside = tmp_path / "csfcube/ranked_pools", tmp_path / "csfcube_runs/cospecter"
    for folder, system in ((inside, "specter"), (beside, "cospecter")):
        folder.mkdir(parents=True)
        (folder / f"test-pid2pool-csfcube-{system}-background-ranked.json").touch()
    folder = find_benchmarks()["csfcube"].folder
    found = folder.find_runs(tmp_path / "csfcube")
    assert list(found) == ["cospecter", "specter"]
    assert found["specter"] == f"{inside}/test-pid2pool-csfcube-specter-{{facet}}-ranked.json"
    assert find_protocols()["csfcube-corpus"].folder.find_runs(tmp_path / "csfcube") == {}
