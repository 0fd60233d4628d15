"""The files that docs/how-it-works.md lists for an addition: they exist, and few are shared."""

import re

import pytest

from . import test_rooms

EXAMPLES = {
    "A ranker kind": {"kind": "bm25"},
    "A format of collections, or a measure": {"format": "trec"},
    "A model of the registry": {},
    "A strategy of MDCR's negatives": {},
    "A key of the configuration": {"section": "mdcr"},
    "A benchmark with a protocol of its own": {"name": "added"},
}

LIBRARY = "workflow/scripts/paperpool"

ELSEWHERE = {
    f"{LIBRARY}/benchmarks/added": "tests/made/added_benchmark",
    f"{LIBRARY}/resources/published/added.csv": f"{LIBRARY}/resources/published/csfcube.csv",
    f"{LIBRARY}/resources/expected/added.csv": f"{LIBRARY}/resources/expected/csfcube.csv",
    "docs/added.md": "docs/csfcube.md",
}
"""Where the folder of the example lies; files of another benchmark that it has none of."""


@pytest.fixture
def sections(root):
    """The files that each section names, and whether they are shared."""
    parts = re.split(r"^### ", (root / "docs/how-it-works.md").read_text(), flags=re.MULTILINE)[1:]
    return {
        part.partition("\n")[0]: re.findall(r"^- (shared: )?`([^`]+)`:", part, re.MULTILINE)
        for part in parts
    }


def test_every_file_that_it_names_is_there(sections, root):
    assert set(sections) == set(EXAMPLES)
    for title, files in sections.items():
        assert len(files) >= 2
        for _, file in files:
            for word, example in EXAMPLES[title].items():
                file = file.replace(f"<{word}>", example)
            assert "<" not in file
            for place, elsewhere in ELSEWHERE.items():
                file = file.replace(place, elsewhere)
            assert (root / file).is_file(), file


def test_few_shared_files_are_touched(sections):
    for files in sections.values():
        assert sum(bool(shared) for shared, _ in files) <= 5


def test_the_picture_shows_every_room(root):
    """resources/house.svg has the rooms of each floor, from the extras down to the ground."""
    shown = re.findall(r'"rooms".*>([\w, ]+)</text>', (root / "resources/house.svg").read_text())
    rooms = [room for line in shown for room in line.strip(", ").split(", ")]
    floors = [test_rooms.EXTRAS, *reversed(test_rooms.WORKFLOW), *reversed(test_rooms.LIBRARY)]
    assert rooms == [room for floor in floors for room in floor]
