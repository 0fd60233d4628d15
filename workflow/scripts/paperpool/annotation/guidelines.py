"""What annotators are told, per facet: the facet, each grade, and how much context counts.

Source: "Faceted Relevances - Annotator Guidelines" of the CSFCube release, sections 1.3 and 2, in
our own words.
"""

from __future__ import annotations

from dataclasses import dataclass

GRADES = {
    3: "Near-identical (+3)",
    2: "Similar (+2)",
    1: "Related (+1)",
    0: "Unrelated (0)",
}
"""The grades as annotators see them, highest first (CSFCube, section 4)."""

GENERAL = (
    "Grade the marked sentences of the facet against each other, not the whole abstracts.",
    "Labels of sentences are predicted: correct wrong ones in your mind.",
    "Where a facet speaks of several aspects, one that both papers share is enough.",
    "Go by the abstracts alone; look up a term that you need. Do not overthink, and do not "
    "discuss single papers with other annotators.",
)
"""What holds for every facet."""

MEETINGS = (
    "Where a set of papers is too hard to understand, bring it up with us.",
    "All annotators meet between batches of tasks, to agree on what counts as alike and to talk "
    "about odd cases. Discuss papers there and nowhere else.",
)
"""How annotators are looked after, in the instructions alone."""

FROM_FULL_TEXTS = (
    "Grade from the full texts: open both papers, and skim them for what concerns the facet rather "
    "than read them whole. Pass over the abstracts.",
    "Where a facet speaks of several aspects, one that both papers share is enough.",
    "Do not discuss single papers with other annotators.",
)
"""The same where full texts are graded (CSFCube, appendix B)."""


@dataclass(frozen=True)
class Guideline:
    """The guideline of one facet; ``grades`` says what each grade means, highest first."""

    title: str
    definition: str
    context: str
    grades: dict[int, str]


GUIDELINES = {
    "background": Guideline(
        "Background / objective",
        "What motivates the work, how it relates to prior work, and the problem or research "
        "question that it takes up.",
        "The rest of the text matters least for this facet.",
        {
            3: "Both papers pursue the same specific goal, solve the same specific problem or "
            "task, or are motivated in the same specific way.",
            2: "The goal or the theoretical or prior background is alike on a higher level; the "
            "specifics overlap little.",
            1: "Goal or motivation are alike only on a very high level, with next to no overlap "
            "of specifics, or both take up different parts of one larger problem.",
            0: "None of these.",
        },
    ),
    "method": Guideline(
        "Method",
        "What is proposed or adopted: a model, an analysis, data, or the procedure of "
        "experiments, described at any level of detail.",
        "Go by the mechanism, by what is done step by step to which objects. A shared task or "
        "input alone is no shared method.",
        {
            3: "The overall mechanism is the same, and the details of the objects that are "
            "worked on are alike too.",
            2: "The mechanism is alike; the details are no more than comparable.",
            1: "Details are alike and the mechanism only on a high level; or the mechanism only on "
            "a very high level; or small parts of it; or one paper is so much less detailed that "
            "only a high-level likeness can be seen. A mere mention of the other's method "
            "does not count.",
            0: "None of these.",
        },
    ),
    "result": Guideline(
        "Result",
        "What was found: statements of findings or results, or concluding statements.",
        "The rest of the text matters most for this facet.",
        {
            3: "The same finding or conclusion, also where the findings are opposite; or, for "
            "methods, an evaluation on a similar task.",
            2: "The results are alike in general but not in the specifics, or are parts of one "
            "larger finding.",
            1: "The results are alike only coarsely or in what is not salient, or their contexts "
            "in background and method are only coarsely related.",
            0: "None of these.",
        },
    ),
}
