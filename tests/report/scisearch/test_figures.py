"""The figures of SciSearch say what they are drawn of, and are drawn without some of it."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from paperpool.pages.scores import Score
from paperpool.report.scisearch.curves_figure import draw_curves
from paperpool.report.scisearch.files import Epoch
from paperpool.report.scisearch.grades_figure import GradePanel, draw_grade_panels
from paperpool.report.scisearch.inflation_figure import draw_inflation
from paperpool.report.scisearch.tables import ModelFigures

HONEST = Score("honest", "test", "m", "all", "ndcg%20", 0.5, None, 1, 0.4, 0.6, 50, None)
MODEL = ModelFigures(
    "m", replace(HONEST, value=0.45), HONEST, replace(HONEST, value=0.8), 0.82, None
)


def parse(svg):
    return ET.fromstring(svg)


def titles(svg):
    return [title.text for title in parse(svg).iter("{http://www.w3.org/2000/svg}title")]


def words(svg):
    return [element.text for element in parse(svg).iter() if element.text]


def test_every_mark_of_a_model_says_its_figure():
    svg = draw_inflation([MODEL], 0.95, "inflation")
    assert titles(svg) == [
        "m, untrained: 45.00",
        "m, honest: 50.00",
        "m, as-published: 80.00",
        "m, published: 82.00",
    ]
    assert "50.00 → 80.00  (+30.00)" in words(svg)
    assert {"honest, 95% interval", "the paper's"} <= set(words(svg))


def test_what_a_model_lacks_is_not_drawn():
    svg = draw_inflation([ModelFigures("m", None, HONEST, None, None, None)], 0.9, "inflation")
    assert titles(svg) == ["m, honest: 50.00"]
    assert not {"the paper's", "untrained encoder", "as-published"} & set(words(svg))


def test_bars_and_curve_of_a_grade_say_their_figures():
    panel = GradePanel("True grade 1", 1, [0.25, 0.5, 0.25, 0.0], 1.0, 0.8)
    svg = draw_grade_panels([panel], "probability", "grades")
    assert titles(svg) == [
        *(
            f"True grade 1: probability of grade {g} {p}"
            for g, p in enumerate(("0.250", "0.500", "0.250", "0.000"))
        ),
        "Gaussian of mean 1.00 and sd 0.80",
    ]
    assert parse(svg).get("aria-label") == (
        "probability of grades 0 to 3. True grade 1: 0.250, 0.500, 0.250, 0.000, "
        "Gaussian of mean 1.00 and sd 0.80."
    )


EPOCHS = [Epoch(1, 0.9, 0.3, 5, 2), Epoch(2, 0.5, 0.6, 5, 2), Epoch(3, 0.7, 0.7, 5, 2)]


@pytest.mark.parametrize(
    ("model", "kept"),
    [
        ("as-published", "as-published, epoch 3 of 3: validation loss 0.700, accuracy 70.00"),
        ("honest-fold1", "honest-fold1, epoch 2 of 3: validation loss 0.500, accuracy 60.00"),
    ],
)
def test_a_dot_marks_the_weights_that_are_kept(model, kept):
    assert titles(draw_curves({"method": {model: EPOCHS}}, "curves")) == [kept, kept]


def test_a_model_that_was_not_trained_is_told():
    untrained = {"honest-fold2": [Epoch(0, None, None, 0, 0)]}
    svg = draw_curves({"result": untrained, "method": {"honest-fold1": EPOCHS}}, "curves")
    assert words(svg).count("not trained") == 2
    assert "result, honest-fold2: not trained" in parse(svg).get("aria-label")
    assert words(svg).index("Method") < words(svg).index("Result")


def test_ids_begin_with_the_figures_name():
    for svg in (
        draw_inflation([MODEL], 0.95, "own"),
        draw_curves({"method": {"as-published": EPOCHS}}, "own"),
    ):
        ids = [element.get("id") for element in parse(svg).iter() if element.get("id")]
        assert len(ids) == len(set(ids)) and all(name.startswith("own-") for name in ids)
