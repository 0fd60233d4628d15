"""LaTeX's accents and signs as characters."""

import pytest

from paperpool.workflow.corpus.own_tables.latex import to_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (r"Erd\H{o}s and R\'enyi", "Erdős and Rényi"),
        (
            r"{\'E}tude, \^{\i}le, \c{c}a, \v s, Mu{\~n}oz, \aa ngstr\"om",
            "Étude, île, ça, š, Muñoz, ångström",
        ),
        (r"Stra{\ss}e \O{}re \L{}\'od\'z", "Straße Øre Łódź"),
        (r"50\% of \$5 \& A\_B \{x\}", "50% of $5 & A_B {x}"),
        (r"\emph{very} \textbf{bold} {\it old}", "very bold old"),
        (r"pages 1--2---``so''~it", "pages 1–2—“so” it"),
        (r"the $\mathcal{O}(n^{2})$ bound of {X}", r"the $\mathcal{O}(n^{2})$ bound of X"),
        ("several\n   lines", "several lines"),
        (r"\unknown{command} stays", r"\unknowncommand stays"),
    ],
)
def test_text_of_latex(value, text):
    assert to_text(value) == text
