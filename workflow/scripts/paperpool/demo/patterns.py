"""The sentence patterns of the demo corpus, by rhetorical role.

A slot names the words that it takes:

======== =====================================================================================
``<s>``   a subject ("speech recognition"); some are plural, so no verb agrees with it
``<n>``   a thing in the singular; ``<p>`` in the plural, ``<an>`` after "a" or "an"
``<a>``   a quality; ``<aa>`` after "a" or "an"
``<m>``   a method, ``<d>`` a source, ``<o>`` a measure; all without an article, and methods and
          sources some of them plural
``<v>``   what an author does ("examine"); ``<vs>``, ``<ved>`` and ``<ving>`` its other forms
``<w>``   what the field does ("sinter"); ``<ws>``, ``<wed>`` and ``<wing>`` its other forms
``<#>``   a number with a decimal, ``<##>`` a count
``<e>``   a name that the topic is tied to, ``<x>`` one that the paper alone has
======== =====================================================================================

A letter before the kind names the facet whose topic the word comes from (b, m, r), by default
that of the role. A sentence is a clause of its role plus, often, one of the role's endings. No
word ends in a full stop, so that splitting at full stops gives the sentences back.
"""

from __future__ import annotations

COMMON: dict[str, tuple[str, ...]] = {
    "background": (
        "Research on <s> has grown rapidly in recent years, and <p> now play a central role in it",
        "Understanding how <p> and <p> are related is a long-standing problem in the study of <s>",
        "In recent years, <s> attracted considerable attention because of the importance of <o>",
        "Most existing work on <s> assumes that the <n> is known in advance, which is rarely "
        "true of <a> <p>",
        "Although <a> <p> are common in practice, their effect on <o> is still poorly understood",
        "Previous studies of <s> have mainly focused on <p> and have paid little attention to "
        "<a> <p>",
        "There is still no agreement on how <a> <p> should be treated in the study of <s>",
        "Despite decades of research on <s>, the relationship between <p> and <o> remains unclear",
        "The <e> account of <s> is widely known, but it says little about <a> <p>",
        "<s> and <s> are usually studied apart from each other, although both depend on the same "
        "<p>",
        "It is well known that <p> can affect <o>, but the reasons for this are a matter of debate",
        "Traditional approaches to <s> rely on <m>, which makes it hard to deal with <a> <p>",
        "Many questions about <s> are still open, in particular those that concern the <n> and "
        "its <a> <n>",
        "<an> is often seen as the key to <s>, yet the role of the <a> <n> has been neglected",
    ),
    "objective": (
        "In this paper, we ask whether <a> <p> can help to <v> the <n> in the context of <s>",
        "The aim of this paper is to <v> the role of <p> in <s>",
        "The purpose of this study is to <v> how <a> <p> are related to <o>",
        "This paper addresses the problem of <s> when <p> and <a> <p> are present at the same time",
        "The goal of this work is a better understanding of <s> and of the <a> <n> behind it",
        "Our objective is to <v> the <n> and to find out when <a> <p> matter for <s>",
        "In this work, we aim to <v> the <a> <n> and its relation to <s>",
    ),
    "method": (
        "Using <m>, we examine <p> in <d> and compare them with <a> <p>",
        "We analyse <d> by means of <m> and <v> each <n> separately",
        "Our study is based on <m> and on <##> cases from <d>",
        "We combine <m> with <m> in order to <v> the <n> of interest",
        "Data were collected from <d> over several years and were analysed using <m>",
        "The analysis proceeds in two steps, in which <p> are first selected and then <wed> with "
        "<m>",
        "We draw on <d> from the <x> project and apply <m> to <##> <p>",
        "To this end, we use <m> to <v> the <a> <n> in a sample of <##> <p>",
        "In contrast to earlier work, each <n> is described by its <a> <p> using <m>",
        "We follow the <e> approach to <s> and adapt it to <a> <p>",
    ),
    "result": (
        "The results show that <p> are closely related to <o>, while <a> <p> are not",
        "We find that <o> increased by <#> percent when <a> <p> were taken into account",
        "The results indicate that <a> <p> have a strong effect on <o>",
        "These findings suggest that <p> are more important for <o> than previously thought",
        "Our results show a clear difference in <o> between <p> and <a> <p>",
        "We found no evidence that <p> affect <o>, except in the case of <a> <p>",
        "Overall, our findings support the view that <a> <p> influence the <n>",
        "The findings demonstrate that <o> depends on the <n> and on the number of <p>",
        "As the <e> account predicts, <o> was higher for <a> <p> than for other <p>",
        "In the <x> sample, the effect of <a> <p> on <o> was almost twice as large as expected",
    ),
    "other": (
        "All rights reserved, and the material on <d> can be obtained from the authors on request",
        "The paper ends with a list of open questions about <s> for readers of the <x> series",
        "Supplementary material on <p> is available online at the site of the <x> project",
    ),
    "title": (
        "<a> <p> and the <m:n>: <s> revisited",
        "<s> and <a> <p>: evidence from <m:d>",
        "The role of <p> in <s>: <aa> <r:n> and its <r:o>",
        "Beyond the <n>: <s>, <a> <p> and <r:o>",
        "How do <a> <p> affect <r:o>? The case of <m:d>",
        "<s> in the <x> study: <a> <p> and <r:o>",
        "Rethinking <s>: <m:a> <m:p> and <r:o>",
    ),
    "brief": ("On <e>", "The <e> case", "Notes on <e>"),
}
"""Clauses of papers of any field."""

SCIENCE: dict[str, tuple[str, ...]] = {
    "background": (
        "The efficiency of <s> is an important concern, which depends on the <n> and on <o>",
        "However, <m> may fail when <p> are <a>, and <o> is then low",
        "Recent advances in <m> have made it possible to <v> <p> at a scale that was not "
        "feasible before",
        "<aa> <n> can involve many <p>, but existing methods need large numbers of <p> to reach "
        "high <o>",
        "Current methods for <s> are limited by <o>, and they do not scale to <a> <p>",
    ),
    "objective": (
        "In this paper, we study the problem of <s> with <a> <p>, where the goal is to improve <o>",
        "We investigate whether <o> can be improved by <wing> <a> <p>",
        "The objective of this study was to determine the effect of <p> on <o>",
    ),
    "method": (
        "We propose a new method for <s> that uses <m> to <w> <p> and <a> <p>",
        "We present <aa> model based on <m>, in which each <n> is <wed> step by step",
        "The proposed method combines <m> with <aa> <n> and does not need <p> that are given by "
        "hand",
        "We develop <aa> approach to <s> that first <ws> the <n> and then applies <m>",
        "We introduce a framework called <x>, which uses <m> to <w> <a> <p>",
        "The model was trained and tested on <d> using <m> and <##> <p>",
        "We derive the <e> estimate of <o> and use <m> to compute it for <a> <p>",
        "We evaluate the method on <d> and compare it with the <e> method and with <m>",
        "An algorithm based on <m> is then applied to <##> <p>, which <ws> the <a> <n>",
        "In our experiments, <##> <p> from <d> were <wed> using <m>",
    ),
    "result": (
        "Experiments on <m:d> show that our approach outperforms existing methods by <#> percent "
        "in terms of <o>",
        "Experimental results demonstrate that <o> improves from <#> to <#> percent",
        "Compared with the <e> method, we achieve <#> percent higher <o> on <a> <p>",
        "Our experiments show that the proposed method achieves better <o> than the <e> method "
        "for <a> <p>",
        "Simulation results show that <o> is reduced by <#> percent without a loss of <o>",
        "The proposed method achieved <o> of <#> percent and was significantly better than the "
        "baseline",
        "We show that <o> is bounded by the size of the <n>, and that this bound holds for all "
        "<a> <p>",
    ),
    "other": ("The code and the data on <d> are publicly available as part of the <x> package",),
    "title": (
        "<m:a> <m:n> models for <s> with <a> <p>",
        "<s> with <a> <p> using <m:m> and <m:p>",
        "Improving <r:o> of <a> <p> by <m:m>: <aa> <n> approach",
        "<x>: <m:a> <m:p> for <s> and <r:o>",
        "<m:m> for <a> <p> in <s>: effects on <r:o>",
        "Towards <s> with <m:a> <m:p> and <m:m>",
        "Effects of <a> <p> on <r:o> in <s>: a study of <m:d>",
    ),
}
"""Clauses of papers that measure and test, beside the common ones."""

HUMANITIES: dict[str, tuple[str, ...]] = {
    "background": (
        "Scholars have long debated the place of <p> in <s>, often with reference to the <a> <n>",
        "The literature on <s> has tended to treat <p> as if they were <a>, and little is said "
        "about <o>",
        "Since the work of <e>, the study of <s> has been concerned with <o> and the <a> <n>",
        "Historically, <s> developed side by side with <p>, and neither can be understood "
        "without the other",
        "The standard interpretation of <s> rests on <d>, whose <a> <p> have received little "
        "notice",
    ),
    "objective": (
        "This article asks what <a> <p> can tell us about <s> and about <o>",
        "The article seeks to <v> the notion of <o> and its place in <s>",
        "This essay explores the relation between the <n> and <o> in <s>",
    ),
    "method": (
        "Drawing on <m> and on <d>, the article follows <##> <p> over several decades",
        "The argument builds on <m> and takes <d> as its starting point",
        "I use <m> to <v> the <a> <n> and read it alongside <d>",
        "The article examines <d> with the help of <m>, with special attention to <a> <p>",
        "Through <m>, the study compares <##> <p> with <p> in the <x> archive",
        "The first part of the analysis uses <m> to <v> the <n>, and the second turns to <d>",
        "The evidence comes from <d> and from <##> interviews, which were studied using <m>",
    ),
    "result": (
        "The analysis reveals that <p> did more than the <n> to shape <o>",
        "I conclude that <o> cannot be separated from the <a> <n>",
        "The article shows that <a> <p> were central to <o>, contrary to the account of <e>",
        "The findings reveal a close link between <o> and the <a> <n>",
        "It is concluded that <p> and <a> <p> contributed to <o> in different ways",
        "The results suggest that <p> in the <x> archive shaped the <n> more often than has been "
        "assumed",
    ),
    "title": (
        "<a> <p> in <s>: <o> and the <r:n> in <m:d>",
        "Reading <m:d>: <p>, <s> and the <a> <n>",
        "The <a> <n> and the problem of <r:o> in <s>",
        "Between <s> and <s>: <a> <p> and their <r:o>",
        "<p>, <p> and the <r:a> <r:n>: <s> reconsidered",
    ),
}
"""Clauses of papers that argue and interpret, beside the common ones."""

ENDINGS: dict[str, tuple[str, ...]] = {
    "background": (
        ", especially where <a> <p> are concerned",
        ", and the same is true of <s>",
        ", and new ways of <ving> the <n> are therefore needed",
        ", which limits what is known about <o>",
        ", as recent debates about <s> have shown",
        ", and it remains a challenge to <v> <p>",
    ),
    "objective": (
        ", with a focus on <a> <p>",
        ", and to <v> the consequences for <o>",
        ", a question that matters for <s>",
    ),
    "method": (
        ", with the <n> as the unit of analysis",
        ", which allows us to <v> <a> <p>",
        ", followed by <m>",
        ", taking the <a> <n> into account",
        ", where the <e> <n> serves as a reference",
        ", using <d> as a test case",
    ),
    "result": (
        ", and that this holds for all <p> under study",
        ", in line with the theory of <s>",
        ", although the <n> itself is not affected",
        ", with important implications for <s>",
        ", which suggests that <a> <p> should be considered in future work",
        ", even when <p> are <a>",
    ),
}
"""What may follow a clause."""
