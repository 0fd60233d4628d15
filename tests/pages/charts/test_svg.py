import xml.etree.ElementTree as ET

from paperpool.pages.charts.svg import drawing, make_svg


def test_a_figure_says_from_which_width_on_its_smallest_text_has_nine_pixels():
    with drawing(10, 2) as figure:
        axes = figure.add_subplot()
        axes.set_xticks([], [])
        axes.set_yticks([], [])
        axes.text(0.5, 0.5, "small", fontsize=6, weight="bold")
        axes.set_title("larger", fontsize=12)
        svg = make_svg(figure, "x", "about")
    assert "--readable: 1080px" in ET.fromstring(svg).get("style")  # 720 points wide
