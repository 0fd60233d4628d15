import xml.etree.ElementTree as ET

from paperpool.pages.svg import drawing, make_svg


def test_text_that_xml_cannot_hold_is_made_visible():
    with drawing(2, 1) as figure:
        axes = figure.add_subplot()
        axes.plot([0], [0], "o", gid="mark")
        svg = make_svg(figure, "x", "a\x01b", {"mark": "c\x00\ufffed"})
    assert "c␀\ufffdd" in [element.text for element in ET.fromstring(svg).iter()]
