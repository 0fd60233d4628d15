"""The files that docs/how-it-works.md lists for an addition: they exist, and few are shared."""

import re

import pytest

from .test_rooms import FLOORS

EXAMPLES = {
    "A ranker kind": {"kind": "bm25"},
    "A format of collections, or a measure": {"format": "trec"},
    "A model of the registry": {},
    "A strategy of MDCR's negatives": {},
    "A benchmark with a protocol of its own": {"name": "scisearch"},
}

EXPECTED = "workflow/scripts/paperpool/resources/expected"

LIBRARY = "workflow/scripts/paperpool"

ELSEWHERE = {
    f"{EXPECTED}/scisearch.csv": f"{EXPECTED}/csfcube.csv",
    f"{LIBRARY}/scoring/scisearch.py": f"{LIBRARY}/scoring/csfcube.py",
    f"{LIBRARY}/report/scisearch/scored.py": f"{LIBRARY}/report/csfcube/scored.py",
}
"""Files of older benchmarks that lie in another place, or of another benchmark."""


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
            assert (root / ELSEWHERE.get(file, file)).is_file(), file


def test_few_shared_files_are_touched(sections):
    for files in sections.values():
        assert sum(bool(shared) for shared, _ in files) <= 5


def test_the_picture_shows_every_room(root):
    """resources/house.svg has the rooms of each floor, the highest first."""
    shown = re.findall(r'"rooms".*>([\w, ]+)</text>', (root / "resources/house.svg").read_text())
    rooms = [room for line in shown for room in line.strip(", ").split(", ")]
    assert rooms == [room for floor in reversed(FLOORS) for room in floor]
