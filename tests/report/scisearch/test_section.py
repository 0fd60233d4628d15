"""SciSearch on the report: protocols are named and kept apart."""

import re
from dataclasses import replace

import pytest

from paperpool.pages.scores import Score
from paperpool.workflow.report.scisearch.section import lose_to_encoders
from paperpool.workflow.report.scisearch.tables import ModelScores
from paperpool.workflow.scisearch.tables import EXAMPLE_COLUMNS

from ...made.page_checker import read_text
from ...made.scisearch_run import EVIL, example_rows, make_page, write_frame, write_run


@pytest.fixture(scope="module")
def run(tmp_path_factory, root):
    """The folder of a run, its files and its page."""
    folder = tmp_path_factory.mktemp("scisearch")
    files = write_run(folder, root)
    return folder, files, make_page(folder, files)


def one_model(files):
    """Return the files of one model alone: a short page."""
    return replace(files, encoders=["minilm"], losses=["kl"])


def test_an_untrained_encoder_is_told_from_the_ranker_of_its_name(run):
    found = read_text(run[2], " ")
    assert re.search(r"minilm-nll 41\.00 .{0,30} minilm, by facet 40\.00 ", found)


def test_it_says_so_where_every_model_is_below_its_encoder():
    def model(name, untrained, honest):
        scores = [None if v is None else _score(name, v) for v in (untrained, honest)]
        return ModelScores(name, *scores, None, None, None)

    worse, better = model("worse", 0.6, 0.2), model("better", 0.5, 0.55)
    assert lose_to_encoders([worse, model("unknown", None, 0.9)])
    assert not lose_to_encoders([worse, better])
    assert not lose_to_encoders([])


def _score(ranker, value):
    return Score("honest", "test", ranker, "all", "ndcg%20", value, None, 1, None, None, 5, None)


def test_a_row_per_model_has_both_protocols_and_what_lies_between(run):
    found = read_text(run[2], " ")
    row = "minilm-kl 40.00 45.00 [40.00, 51.00] +5.00 [+2.00, +9.00] 0.0120 75.00 +30.00 82.00"
    assert row in found
    assert "tiny-nll 30.00 31.00 [26.00, 37.00] +1.00 [−2.00, +5.00] 0.4000 61.00 +30.00 –" in found


def test_it_warns_and_says_how_models_were_trained(run):
    found = read_text(run[2], " ")
    # 2 pairs in training per trained facet and 1 where none was, of 2 scored pairs per query
    assert "real pairs: 5 of the 6 scored pairs (83.3%) were trained on as they are." in found
    assert "without synthetic ones" not in found
    files = replace(one_model(run[1]), oversampling="none", start="identity", candidate="abstract")
    other = read_text(make_page(run[0], files), " ")
    assert "without synthetic ones" in other and "Candidates by the whole abstract" in other
    assert "Networks begin as the encoder ranks" in other


def test_every_figure_is_there(run):
    drawings = re.findall(r'<figure[^>]* aria-label="([^"]*)"', run[2])
    models = [f"{e}-{loss}" for e in ("minilm", "tiny") for loss in ("nll", "kl", "kl-fitted")]
    assert drawings == [
        "NDCG%20 of each model, honest and as-published",
        "Confusion of grades",
        "The target distribution of each true grade",
        "Mean predicted probabilities by true grade, honest",
        *(f"Training of {model}" for model in models),
    ]


def test_the_gaussian_of_the_predictions_has_their_moments(run):
    label = next(
        label
        for label in re.findall(r'<svg[^>]* aria-label="([^"]*)"', run[2])
        if label.startswith("mean probability")
    )
    # mean 0.6; variance 0.4 * 0.36 + 0.6 * 0.16 + 1/12 = 0.3233
    bars = "; ".join(f"grade {g}: {p}" for g, p in enumerate(("0.400", "0.600", "0.000", "0.000")))
    says = f"{bars}; Gaussian of mean 0.60 and sd 0.57"
    assert f"True grade 0: 3 pairs: {says}. True grade 3: 3 pairs: {says}." in label


def test_documents_of_appendix_d_have_their_ranks(run):
    found = read_text(run[2], " ")
    assert f"Context dependence, result: “{EVIL}” → “Time series of rumours”" in found
    assert "grade 2; the paper: false negative → true positive" in found
    assert "minilm-nll 31 of 105 22 of 105 2 of 106" in found
    assert found.count("the grade says otherwise") == 1
    bold = re.findall(r'class="n best">(\d+) of \d+</td>', run[2])
    assert set(bold) == {"2"} and len(bold) == 2 * 6


def test_a_collection_without_the_papers_examples_has_none(run):
    files = replace(
        one_model(run[1]), examples=write_frame(run[0] / "none.csv", EXAMPLE_COLUMNS, [])
    )
    page = make_page(run[0], files)
    assert 'id="scisearch-examples"' in run[2] and 'id="scisearch-examples"' not in page
    assert len(example_rows()) > 0


def test_nothing_is_published_for_other_queries(run):
    folder, files, page = run
    (folder / "other.txt").write_text("9_method\n")
    other = read_text(
        make_page(folder, replace(one_model(files), released_queries=folder / "other.txt"))
    )
    for figure in ("82.00", "SciBERT-CASED", "34.83", "Published only"):
        assert figure in read_text(page, " ") and figure not in other
    assert "no published score can be compared" in other
