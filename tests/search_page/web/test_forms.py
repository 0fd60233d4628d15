"""Requests read back: settings survive their own address, and mistakes leave the default."""

from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from paperpool.collections.schemes import default_scheme
from paperpool.extras.search_page.model import MAX_RESULTS, Filters, RunFacts, Settings
from paperpool.extras.search_page.web.forms import (
    clean,
    default_settings,
    read_form,
    settings_pairs,
)

FACTS = RunFacts(
    run="tiny",
    n_papers=4,
    rankers=("fusion", "bm25", "trained"),
    fields=(("Art & Music", 1), ("Physics", 2)),
    years=(1, 9999),
    scheme=default_scheme(),
    facets=True,
)
YEARS = st.none() | st.integers(1, 9999)


@st.composite
def settings(draw):
    ranker = draw(st.sampled_from(FACTS.rankers))
    first, last = draw(YEARS), draw(YEARS)
    if first and last and first > last:
        first, last = last, first
    return Settings(
        draw(st.sampled_from(("background", "method", "result", "all"))),
        tuple(sorted(draw(st.sets(st.integers(0, 30), max_size=4)))),
        ranker,
        draw(st.integers(1, MAX_RESULTS)),
        Filters(
            first, last, tuple(sorted(draw(st.sets(st.sampled_from(["Art & Music", "Physics"])))))
        ),
    )


@given(settings())
def test_settings_are_read_back_from_what_is_sent_for_them(asked):
    pairs = settings_pairs(asked, default_settings(FACTS))
    form = read_form(MultiDict([("paper", "10"), *pairs]), FACTS)
    assert form.settings == asked and form.problems == ()


def test_the_default_settings_need_not_be_sent():
    assert default_settings(FACTS) == Settings(ranker="fusion")
    assert settings_pairs(Settings(ranker="fusion"), default_settings(FACTS)) == []


@given(
    st.dictionaries(
        st.sampled_from(
            ["paper", "facet", "ranker", "n", "from", "to", "field", "sentence", "like", "page"]
        ),
        st.lists(
            st.text("019 a²é文<\n\0", max_size=8) | st.sampled_from(["10", "1" * 5000, "bm25"]),
            max_size=3,
        ),
    ),
    st.booleans(),
)
def test_whatever_is_sent_is_read(sent, pasted):
    form = read_form(MultiDict(sent), FACTS, pasted)
    assert form.settings.ranker in FACTS.rankers
    assert 1 <= form.settings.n_results <= MAX_RESULTS
    assert all(place >= 0 for place in form.settings.marked)
    assert all(problem.what and problem.hint for problem in form.problems)


def test_line_ends_become_plain():
    assert clean("\r\n a\r\nb\rc ") == "a\nb\nc"
    assert read_form(MultiDict({"abstract": "a\r\nb"}), FACTS, True).abstract == "a\nb"
