"""The instructions for annotators through the workflow: examples of one's own, and mistakes."""

from ..made.collection import make_collection

PAGE = "results/mine/annotation/instructions.html"


def call(place, examples=None, check=True):
    own = examples and place.overlay("own", {"examples": examples})
    settings = {"run": "mine", "data": {"csfcube": "release"}, "annotation": {"examples": own}}
    return place.run(PAGE, check=check, **settings)


def example(candidate):
    return {"query": "q1", "candidate": candidate, "facet": "method", "grade": 3, "why": "<i>Why"}


def test_own_examples_take_their_texts_from_the_collection(place):
    assert call(place).jobs() == {"write_instructions": 1}
    papers = make_collection().papers
    page = (place.folder / PAGE).read_text()
    assert "Who wrote this review?" in page and papers["q1"].title not in page
    candidate = make_collection().pools["q1"].candidates[0]
    finished = call(place, [example(candidate)])
    assert "1 worked examples are tasks too" in finished.output
    page = (place.folder / PAGE).read_text()
    assert "Who wrote this review?" not in page and "&lt;i&gt;Why" in page
    assert papers["q1"].title in page and papers[candidate].title in page
    failed = call(place, [example("no-such")], check=False)
    assert failed.returncode != 0 and "Traceback" not in failed.output
    assert "No paper 'no-such' with a text." in failed.output
    assert "own.yaml, examples.0.candidate" in failed.output
    assert not (place.folder / PAGE).exists()
