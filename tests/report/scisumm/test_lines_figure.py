import xml.etree.ElementTree as ET

from paperpool.report.scisumm.lines_figure import Axes, Panel, draw_panels

PANELS = [
    Panel("Training set", {"a & b": {1: 0.1, 2: 0.25}}, {"level": 0.2}),
    Panel("Test set", {"a & b": {1: 0.3}, "other": {2: 0.4}}),
]
AXES = Axes("power", "F1", "d = {}")


def test_every_point_says_its_line_place_and_figure():
    root = ET.fromstring(draw_panels(PANELS, AXES, "lines"))
    titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    assert titles == [
        "a & b, d = 1: 10.00",
        "a & b, d = 2: 25.00",
        "a & b, d = 1: 30.00",
        "other, d = 2: 40.00",
    ]


def test_the_description_has_every_figure():
    root = ET.fromstring(draw_panels(PANELS, AXES, "lines"))
    assert root.get("aria-label") == (
        "F1 against power. Training set: a & b 1: 10.00, 2: 25.00; level 20.00. "
        "Test set: a & b 1: 30.00; other 2: 40.00."
    )


def test_ids_begin_with_the_figures_name():
    root = ET.fromstring(draw_panels(PANELS, AXES, "lines"))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids)) and all(name.startswith("lines-") for name in ids)
