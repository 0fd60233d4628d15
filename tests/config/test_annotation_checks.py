"""Practice needs settled grades, and its exports the pairs that they are of."""

from paperpool.config.annotation_checks import find_annotation_problems
from paperpool.config.checked import Checked


def test_of_a_section_that_the_schema_refuses_nothing_more_is_said():
    config = Checked({"annotation": "none"}, {("annotation",)})
    assert list(find_annotation_problems(config)) == []
